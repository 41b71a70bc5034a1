import { findCronProblem } from '@voiceloom/contract';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { findNextDue } from '../../src/features/workflows/schedules/cron.ts';
import { toWallTime } from '../../src/wall-time.ts';

/** All due times from `from` until `until`. */
function listDue(times: { cron: string; time_zone: string }, from: string, until: string): string[] {
  const found: string[] = [];
  let due = findNextDue(times, new Date(Date.parse(from) - 1));
  while (due && due <= new Date(until)) {
    found.push(due.toISOString().replace(':00.000Z', 'Z'));
    due = findNextDue(times, due);
  }
  return found;
}

test.each([
  // Clocks in Berlin skip 2:00 to 3:00 on March 29, and show 2:00 to 3:00 twice on October 25, 2026.
  ['30 2 * * *', 'Europe/Berlin', '2026-03-28', '2026-03-31', ['28T01:30Z', '29T01:00Z', '30T00:30Z']],
  ['0,15,30,45 2 * * *', 'Europe/Berlin', '2026-03-29', '2026-03-29T12:00Z', ['29T01:00Z']],
  ['0,30 2,3 * * *', 'Europe/Berlin', '2026-03-29', '2026-03-29T12:00Z', ['29T01:00Z', '29T01:30Z']],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-25', '2026-10-27', ['25T00:30Z', '26T01:30Z']],
  [
    '0 * * * *',
    'Europe/Berlin',
    '2026-10-25T00:00Z',
    '2026-10-25T03:00Z',
    ['25T00:00Z', '25T02:00Z', '25T03:00Z'],
  ],
  // Lord Howe Island changes its clocks by half an hour: at 2:00 on October 4 and April 5, 2026.
  ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00Z', '2026-10-04T12:00Z', ['03T15:30Z']],
  ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00Z', '2026-04-05T12:00Z', ['04T14:45Z']],
  // Samoa skipped December 30, 2011, as a whole.
  [
    '0 9,17 * * *',
    'Pacific/Apia',
    '2011-12-29T12:00Z',
    '2011-12-31T12:00Z',
    ['29T19:00Z', '30T03:00Z', '30T10:00Z', '30T19:00Z', '31T03:00Z'],
  ],
  // In São Paulo, the day began at 1:00 on November 4, 2018.
  ['0 0 * * *', 'America/Sao_Paulo', '2018-11-03', '2018-11-05', ['03T03:00Z', '04T03:00Z']],
  ['0 12 L 2 *', 'UTC', '2026-01-01', '2028-12-31', ['28T12:00Z', '28T12:00Z', '29T12:00Z']],
  ['0 12 1 * MON', 'UTC', '2026-06-01', '2026-06-09', ['01T12:00Z', '08T12:00Z']],
])('%s in %s is due from %s until %s at %j', (cron, time_zone, from, until, expected) => {
  expect(listDue({ cron, time_zone }, from, until).map((time) => time.slice('2026-10-'.length))).toEqual(
    expected,
  );
});

/** A field of a cron expression: its text, and whether it accepts a value. */
interface Field {
  text: string;
  accepts(value: number): boolean;
}

const star: Field = { text: '*', accepts: () => true };

function fieldFrom(min: number, max: number): fc.Arbitrary<Field> {
  const value = fc.integer({ min, max });
  const list = fc
    .uniqueArray(value, { minLength: 1, maxLength: 3 })
    .map((values): Field => ({ text: values.join(), accepts: (one) => values.includes(one) }));
  const range = fc
    .tuple(value, value, fc.integer({ min: 1, max: 7 }))
    .filter(([from, to]) => from <= to)
    .map(([from, to, step]): Field => {
      const accepts = (one: number) => one >= from && one <= to && (one - from) % step === 0;
      return { text: `${from}-${to}/${step}`, accepts };
    });
  const steps = fc
    .integer({ min: 2, max: Math.min(9, max) })
    .map((step): Field => ({ text: `*/${step}`, accepts: (one) => (one - min) % step === 0 }));
  return fc.oneof(list, range, steps);
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The minutes of a day, of an instant and of its wall time, without the code under test. */
const wallOf = (formatter: Intl.DateTimeFormat, time: number): number =>
  // Swedish dates have the form 2026-03-29 02:30.
  Date.parse(`${formatter.format(time).replace(' ', 'T')}Z`);

const zones = [
  ...['Europe/Berlin', 'America/New_York', 'America/St_Johns', 'America/Sao_Paulo', 'America/Santiago'],
  ...['Australia/Lord_Howe', 'Australia/Adelaide', 'Pacific/Chatham', 'Pacific/Apia', 'Pacific/Kwajalein'],
  ...['Asia/Tehran', 'Asia/Kathmandu', 'Asia/Pyongyang', 'Africa/Casablanca', 'Africa/Cairo'],
  ...['Antarctica/Troll', 'Asia/Gaza', 'America/Caracas', 'Europe/Dublin', 'UTC'],
];

test('each wall time that matches is due once: when it is first shown, or right after the gap that skips it', () => {
  const day = fc.tuple(fc.constant(star), fc.constant(star));
  const days = fc.oneof(
    day,
    fc.tuple(fieldFrom(1, 28), fc.constant(star)),
    fc.tuple(fc.constant(star), fieldFrom(0, 6)),
    fc.tuple(fieldFrom(1, 28), fieldFrom(0, 6)),
  );
  const scenario = fc.record({
    zone: fc.constantFrom(...zones),
    year: fc.integer({ min: 1995, max: 2035 }),
    pick: fc.nat(),
    minute: fieldFrom(0, 59),
    hour: fc.oneof(fc.constant(star), fieldFrom(0, 23)),
    days,
    month: fc.oneof({ weight: 4, arbitrary: fc.constant(star) }, fieldFrom(1, 12)),
  });
  let changesSeen = 0;
  fc.assert(
    fc.property(scenario, ({ zone, year, pick, minute, hour, days: [dayOfMonth, dayOfWeek], month }) => {
      const fields = { dateStyle: 'short', timeStyle: 'short' } as const;
      const formatter = new Intl.DateTimeFormat('sv-SE', { ...fields, timeZone: zone });
      // The days of the year on which clocks change, or else some day.
      const changes: number[] = [];
      const [start, end] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
      for (let time = start; time < end; time += DAY_MS) {
        const length = wallOf(formatter, time + DAY_MS) - wallOf(formatter, time);
        if (length !== DAY_MS) changes.push(time);
      }
      changesSeen += changes.length;
      const from = changes[pick % Math.max(1, changes.length)] ?? start + (pick % 360) * DAY_MS;
      const until = from + DAY_MS;
      // The instants at which clocks show each wall time. The margin is more than clocks ever skip or repeat.
      const instants = new Map<number, number>();
      const order: { instant: number; wall: number }[] = [];
      for (let instant = from - 1.1 * DAY_MS; instant <= until + 1.1 * DAY_MS; instant += MINUTE_MS) {
        const wall = wallOf(formatter, instant);
        if (!instants.has(wall)) instants.set(wall, instant);
        order.push({ instant, wall });
      }
      const expected = new Set<number>();
      let furthest = (order[0]?.wall ?? 0) - MINUTE_MS;
      for (const { instant, wall } of order) {
        // Wall times are in order, except that some are repeated or skipped.
        for (let next = furthest + MINUTE_MS; next <= wall; next += MINUTE_MS) {
          const date = new Date(next);
          const isMonthDay = dayOfMonth.accepts(date.getUTCDate());
          const isWeekDay = dayOfWeek.accepts(date.getUTCDay());
          const isEither = dayOfMonth !== star && dayOfWeek !== star;
          const isDay = isEither ? isMonthDay || isWeekDay : isMonthDay && isWeekDay;
          const isTime = minute.accepts(date.getUTCMinutes()) && hour.accepts(date.getUTCHours());
          const isDue = isDay && isTime && month.accepts(date.getUTCMonth() + 1);
          if (isDue) expected.add(instants.get(next) ?? instant);
        }
        furthest = Math.max(furthest, wall);
      }
      const inWindow = [...expected].filter((time) => time >= from && time <= until).sort((a, b) => a - b);
      const cron = [minute, hour, dayOfMonth, month, dayOfWeek].map(({ text }) => text).join(' ');
      const found = listDue(
        { cron, time_zone: zone },
        new Date(from).toISOString(),
        new Date(until).toISOString(),
      );
      expect(found).toEqual(inWindow.map((time) => new Date(time).toISOString().replace(':00.000Z', 'Z')));
    }),
    { numRuns: 60 },
  );
  expect(changesSeen).toBeGreaterThan(20);
});

test('an expression that the contract accepts is never due twice within 15 minutes of wall time', () => {
  const part = (min: number, max: number) => {
    const value = fc.integer({ min: min - 1, max: max + 1 }).map(String);
    const range = fc.tuple(value, value).map((ends) => ends.join('-'));
    const steps = fc.tuple(fc.oneof(range, fc.constant('*')), value).map((parts) => parts.join('/'));
    const one = fc.oneof(fc.constant('*'), value, value, range, steps);
    return fc.array(one, { minLength: 1, maxLength: 2 }).map((parts) => parts.join());
  };
  const cron = fc
    .tuple(part(0, 59), part(0, 23), part(1, 31), part(1, 12), part(0, 7))
    .map((parts) => parts.join(' '));
  let accepted = 0;
  fc.assert(
    fc.property(cron, (text) => {
      if (findCronProblem(text) !== undefined) return;
      accepted += 1;
      const times = { cron: text, time_zone: 'UTC' };
      let due = findNextDue(times, new Date('2026-01-01'));
      expect([text, due]).not.toEqual([text, undefined]);
      for (let count = 0; due && count < 8; count++) {
        const next: Date | undefined = findNextDue(times, due);
        expect([text, next && next.getTime() - due.getTime() >= 15 * MINUTE_MS]).toEqual([text, true]);
        due = next;
      }
    }),
    { numRuns: 3_000 },
  );
  expect(accepted).toBeGreaterThan(50);
});

test('the formats of zones are kept only once for all spellings, and only for some zones', () => {
  const { DateTimeFormat } = Intl;
  onTestFinished(() => {
    Intl.DateTimeFormat = DateTimeFormat;
  });
  let created = 0;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct(target, options) {
      created += 1;
      return Reflect.construct(target, options);
    },
  });
  const show = (zone: string) => toWallTime(new Date(0), zone);
  for (const zone of ['Africa/Lagos', 'africa/lagos', 'AFRICA/LAGOS', 'Africa/Lagos']) show(zone);
  expect(created).toBe(1);
  for (const zone of Intl.supportedValuesOf('timeZone').filter((name) => name !== 'Africa/Lagos')) show(zone);
  created = 0;
  show('Africa/Lagos');
  expect(created).toBe(1);
});
