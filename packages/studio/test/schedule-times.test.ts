import { describe, expect, test } from 'vitest';
import { describeTimes, listZones, readWeekly, whenIn, writeWeekly } from '../src/screens/schedules/times.ts';

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];

describe('a cron expression of days and a time', () => {
  test.each([
    ['0 6 * * 1-5', [1, 2, 3, 4, 5], '06:00'],
    ['5 23 * * *', ALL_DAYS, '23:05'],
    ['30 7 * * mon,THU', [1, 4], '07:30'],
    ['0 0 * * 0,7', [0], '00:00'],
    ['0 12 * * 5-7', [0, 5, 6], '12:00'],
    ['0 12 * * SAT-7,3', [0, 3, 6], '12:00'],
  ])('%s fills the form', (cron, days, time) => {
    expect(readWeekly(cron)).toEqual({ days, time });
  });

  test.each([
    '0 6 1 * *',
    '0 6 * 3 *',
    '0 6 L * *',
    '*/30 * * * *',
    '0 9,17 * * *',
    '0 8-18/2 * * 1-5',
    '0 6 * * */2',
    '0 6 * * 1-5/2',
    '0 6 * * 8',
    '0 6 * *',
    '0 6 * * * *',
  ])('%s needs the cron field', (cron) => {
    expect(readWeekly(cron)).toBeUndefined();
    expect(describeTimes(cron)).toBeUndefined();
  });

  test.each([
    [{ days: [5, 1], time: '06:00' }, '0 6 * * 1,5'],
    [{ days: ALL_DAYS, time: '23:05' }, '5 23 * * *'],
    [{ days: [0], time: '00:30' }, '30 0 * * 0'],
  ])('%j is written as %s', (weekly, cron) => {
    expect(writeWeekly(weekly)).toBe(cron);
    expect(readWeekly(cron)).toEqual({ ...weekly, days: weekly.days.toSorted() });
  });

  test.each([
    ['0 6 * * 1-5', 'Monday to Friday at 6:00 AM'],
    ['5 23 * * *', 'Every day at 11:05 PM'],
    ['0 0 * * 0,3', 'Wednesday, Sunday at 12:00 AM'],
  ])('%s is “%s” in words', (cron, words) => {
    // Intl separates AM from the time by a narrow space.
    expect(describeTimes(cron)?.replaceAll('\u202f', ' ')).toBe(words);
  });
});

test('a due time is shown as clocks in the zone of the schedule show it', () => {
  const shown = (zone: string) => whenIn('2026-03-02T23:30:00.000Z', zone).replaceAll('\u202f', ' ');
  expect(shown('America/New_York')).toBe('Mon, Mar 2, 2026, 6:30 PM');
  expect(shown('Asia/Kathmandu')).toBe('Tue, Mar 3, 2026, 5:15 AM');
  expect(shown('Atlantis/Capital')).toBe('Mon, Mar 2, 2026, 11:30 PM UTC');
});

test('the zones to choose from include UTC and the current zone, each once', () => {
  const zones = listZones('Atlantis/Capital');
  expect(zones).toEqual(expect.arrayContaining(['UTC', 'Europe/Berlin', 'Atlantis/Capital']));
  expect(new Set(zones).size).toBe(zones.length);
});
