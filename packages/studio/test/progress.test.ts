import type { RunEvent } from '@voiceloom/sdk';
import { expect, test } from 'vitest';
import { advance, countSpoken, hasFiles, NOTHING, timeLeft } from '../src/screens/run/progress.ts';

const event = (id: number, type: RunEvent['type'], data: object): RunEvent =>
  ({ id, type, run_id: 'run', at: '2026-01-01T00:00:00.000Z', data }) as unknown as RunEvent;

const failed = (id: number, line_id: string, message: string) =>
  event(id, 'line.failed', {
    line_id,
    node_id: 'speak',
    error: message,
    error_details: { code: 'provider_failed', message, node_id: 'speak', details: [] },
  });

test('lines that fail for one reason are one entry, however often their events arrive', () => {
  const events = [
    failed(1, 'a', 'No voice.'),
    failed(2, 'b', 'No voice.'),
    failed(2, 'b', 'No voice.'),
    failed(3, 'c', 'Too long.'),
  ];
  const { failures, last_id } = events.reduce(advance, NOTHING);
  expect(failures.map(({ message, count, lines }) => [message, count, lines])).toEqual([
    ['No voice.', 2, ['a', 'b']],
    ['Too long.', 1, ['c']],
  ]);
  expect(last_id).toBe(3);
});

test('takes are counted once each, at the generator that made them', () => {
  const take = (id: number, node_id: string) => event(id, 'line.take', { line_id: 'a', node_id });
  const events = [take(1, 'speak'), take(2, 'speak'), take(2, 'speak'), take(3, 'other')];
  expect(events.reduce(advance, NOTHING).takes).toEqual({ speak: 2, other: 1 });
});

test('a line is spoken after its first take, once, and at the latest when it is finished', () => {
  const take = (id: number, line_id: string, iteration: number, node_id = 'speak') =>
    event(id, 'line.take', { line_id, line_index: 0, node_id, locale_code: 'de', iteration });
  const counted = (id: number, finished_lines: number) =>
    event(id, 'progress', { credits: 0, by_locale: { de: { total_lines: 3, finished_lines } } });
  const spoken = (...events: RunEvent[]) => countSpoken(events.reduce(advance, NOTHING), 'de');
  expect(spoken(counted(1, 0), take(2, 'a', 0), take(3, 'b', 0), take(4, 'b', 1))).toBe(2);
  expect(spoken(counted(1, 3), take(2, 'a', 0))).toBe(3);
  // Two generators speak a line.
  expect(spoken(counted(1, 0), take(2, 'a', 0), take(3, 'a', 0, 'other'))).toBe(1);
});

test('each run and each locale counts its own spoken lines', () => {
  const counts = { credits: 0, by_locale: {} };
  for (const locale of ['de', 'fr'])
    Object.assign(counts.by_locale, { [locale]: { total_lines: 9, finished_lines: 0 } });
  const take = (id: number, locale_code: string) =>
    event(id, 'line.take', { line_id: 'a', line_index: 0, node_id: 'speak', locale_code, iteration: 0 });
  const start = advance(NOTHING, event(1, 'progress', counts));
  const both = [take(2, 'de'), take(3, 'fr')].reduce(advance, start);
  expect([countSpoken(both, 'de'), countSpoken(both, 'fr')]).toEqual([1, 1]);
  expect(countSpoken(advance(start, take(2, 'fr')), 'de')).toBe(0);
});

test('a run has files when it has ended with a delivered line', () => {
  const counted = (finished_lines: number) =>
    advance(
      NOTHING,
      event(1, 'progress', { finished_lines, failed_lines: 1, dropped_lines: 1, skipped_lines: 1 }),
    );
  expect(hasFiles(counted(4), 'completed')).toBe(true);
  expect(hasFiles(counted(3), 'completed')).toBe(false);
  expect(hasFiles(counted(4), 'running')).toBe(false);
  expect(hasFiles(NOTHING, 'completed')).toBe(false);
});

test('the remaining time is that of the remaining steps, and unknown before a tenth is done', () => {
  const counted = (finished_steps: number) =>
    advance(NOTHING, event(1, 'progress', { total_steps: 40, finished_steps, credits: 3, by_locale: {} }));
  const started = '2026-01-01T00:00:00.000Z';
  const now = Date.parse(started) + 10_000;
  expect(timeLeft(counted(10), started, now)).toBe(30_000);
  expect(timeLeft(counted(0), started, now)).toBeUndefined();
  expect(timeLeft(counted(3), started, now)).toBeUndefined();
  expect(timeLeft(counted(10), null, now)).toBeUndefined();
});
