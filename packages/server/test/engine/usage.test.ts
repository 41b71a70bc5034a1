import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openZone } from '../../src/features/usage/periods.ts';
import { getByLanguage, getSummary } from '../../src/features/usage/summary.ts';
import { fullPipeline, numberedLines } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { type HistoricGroup, insertRuns, settleGroup } from '../support/usage-history.ts';
import { bucketDates, entriesOf, figuresOf, type History, lastDates } from '../support/usage-reference.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let engine: Engine;
beforeAll(async () => {
  // Every second line is so fast that the check rejects it until its retries are used up.
  const durationMs = ({ text }: { text: string }) => (/[02468] is/.test(text) ? 150 : 2_500);
  engine = await startEngine({ speech: scriptedSpeech({ durationMs, credits_per_1000_characters: 100 }) });
});
afterAll(() => engine.close());

describe('a local day begins', () => {
  // Calculated manually from the rules of the tz database.
  test.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00Z', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', 23.5],
    ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15Z', 24],
    ['Australia/Eucla', '2026-11-21', '2026-11-20T15:15Z', 24],
    ['Pacific/Chatham', '2026-09-27', '2026-09-26T11:15Z', 23],
    // The clock skips midnight, so the day begins at 01:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z', 23],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00Z', 23],
    // The hour before midnight occurs twice.
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00Z', 25],
    // Midnight occurs twice. The first one counts.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00Z', 25],
    // The clock jumps from 23:30 to 00:30.
    ['America/Toronto', '1919-03-31', '1919-03-31T04:30Z', 23.5],
  ])('in %s on %s at %s and lasts %d hours', (timezone, date, start, hours) => {
    const zone = openZone(timezone);
    const begin = zone.startOf(Date.parse(date));
    expect(new Date(begin).toISOString()).toBe(new Date(start).toISOString());
    expect((zone.startOf(Date.parse(date) + DAY_MS) - begin) / HOUR_MS).toBe(hours);
  });

  test('in every zone on every day of three years at a quarter of an hour, where the date changes', () => {
    for (const timezone of Intl.supportedValuesOf('timeZone')) {
      const zone = openZone(timezone);
      for (let date = Date.UTC(2025, 0, 1); date < Date.UTC(2028, 0, 1); date += 37 * DAY_MS) {
        const start = zone.startOf(date);
        expect([timezone, start % 900_000]).toEqual([timezone, 0]);
        expect([timezone, zone.dateAt(start), zone.dateAt(start - 1)]).toEqual([
          timezone,
          date,
          date - DAY_MS,
        ]);
      }
    }
  });
});

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Sao_Paulo', 'Africa/Cairo'],
  ...['Pacific/Chatham', 'Australia/Eucla', 'America/St_Johns', 'Pacific/Kiritimati', 'America/Havana'],
];
const LOCALES = ['en-us', 'de-de', 'ja-jp'];
const STATUSES = ['completed', 'failed', 'cancelled', 'running', 'pending', 'paused'];
const RUNS = 4;

/** Random times before `now`, and times close to a quarter of an hour, where days begin. */
const momentBefore = (now: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: 400 * 96 }), fc.constantFrom(0, 1, -1, 12_345, 700_000))
    .map(([quarters, more]) => Math.min(now, now - (now % 900_000) - quarters * 900_000 + more));

const historyBefore = (now: number) => {
  const at = fc.oneof(
    momentBefore(now),
    fc.integer({ min: 0, max: 8 * DAY_MS }).map((ago) => now - ago),
  );
  const take = fc.record({
    line: fc.integer({ min: 1, max: 5 }),
    locale_code: fc.constant(''),
    characters: fc.integer({ min: 1, max: 500 }),
    credits: fc.constantFrom(0, 1, 7, 40),
    reused: fc.boolean(),
  });
  const group = fc.record({
    run: fc.integer({ min: 0, max: RUNS - 1 }),
    at,
    takes: fc.array(take, { minLength: 1, maxLength: 5 }),
  });
  const run = fc.record({ created_at: at, status: fc.constantFrom(...STATUSES) });
  return fc.record({
    groups: fc.array(group, { maxLength: 12 }).map(inOrder),
    runs: fc.array(run, { minLength: RUNS, maxLength: RUNS }),
  });
};

/** A line has one locale; a reused take costs nothing. */
function inOrder(groups: HistoricGroup[]): HistoricGroup[] {
  return groups
    .map((group) => ({
      ...group,
      takes: group.takes.map((take) => ({
        ...take,
        locale_code: LOCALES[take.line % LOCALES.length] ?? '',
        credits: take.reused ? 0 : take.credits,
      })),
    }))
    .sort((a, b) => a.at - b.at);
}

async function enter(history: History): Promise<Owner> {
  const owner = await engine.owner();
  const runs = await insertRuns(engine.app.db, owner, history.runs);
  for (const [nth, group] of history.groups.entries())
    await settleGroup(engine.app.db, { owner, run_id: runs[group.run] ?? '', group, nth });
  return owner;
}

/** Different histories in every run of the test. A failure prints the seed. */
const SEED = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * 2 ** 31));

const requestOf = (owner: Owner) => ({
  workspace: { id: owner.workspace_id, owner_id: owner.user_id },
  workspaceId: owner.workspace_id,
});

describe('any history', () => {
  const cases = fc
    .integer({ min: Date.UTC(2018, 0, 1), max: Date.UTC(2027, 11, 31) })
    .chain((now) => fc.record({ now: fc.constant(now), history: historyBefore(now) }));
  const range = fc.constantFrom('30d' as const, '60d' as const, '90d' as const);
  const activity_view = fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const);

  test('is reported as if every take were grouped by its own local date', async () => {
    const timezone = fc.constantFrom(...ZONES);
    const property = fc.asyncProperty(
      cases,
      timezone,
      range,
      activity_view,
      async ({ now, history }, zone, days, view) => {
        const owner = await enter(history);
        const request = { range: days, activity_view: view, timezone: zone, now: new Date(now) };
        const summary = await getSummary(engine.app, { ...request, ...requestOf(owner) });
        const entries = entriesOf(history);
        const dates = lastDates(Number.parseInt(days, 10), now, zone);
        expect(summary.daily).toEqual(dates.map((date) => ({ date, ...figuresOf(entries, [date], zone) })));
        const buckets = bucketDates(view, now, zone);
        const shown = summary.activity.buckets.map(
          ({ label: _label, start: _start, end: _end, ...sums }) => sums,
        );
        expect(shown).toEqual(buckets.map((own) => figuresOf(entries, own, zone)));
        const { credits, characters, lines, runs } = figuresOf(entries, dates, zone);
        expect(summary).toMatchObject({
          credits: { used: credits },
          characters: { total: characters },
          lines: { total: lines },
          runs: { total: runs },
        });
        for (const activity of [undefined, view]) {
          const asked = { ...request, ...requestOf(owner), activity_view: activity };
          const report = await getByLanguage(engine.app, asked);
          const within = activity ? buckets.flat() : dates;
          const expected = LOCALES.map((locale_code) => {
            const own = entries.filter((entry) => entry.locale_code === locale_code);
            const { runs: _runs, ...sums } = figuresOf(own, within, zone);
            return { locale_code, ...sums };
          }).filter((row) => row.characters > 0);
          const rows = report.languages.map(({ locale_code, credits, characters, lines }) => ({
            ...{ locale_code, credits, characters, lines },
          }));
          expect(rows).toHaveLength(expected.length);
          expect(rows).toEqual(expect.arrayContaining(expected));
          expect(report.total_credits).toBe(expected.reduce((sum, row) => sum + row.credits, 0));
          const shares = report.languages.reduce((sum, row) => sum + row.share, 0);
          expect(shares).toBe(rows.length === 0 ? 0 : 1);
        }
      },
    );
    await fc.assert(property, { numRuns: 24, seed: SEED });
  }, 120_000);
});

describe('settlements', () => {
  test('of many simultaneous runs of a workspace lose nothing and wait for each other in one order', async () => {
    const owner = await engine.owner();
    const now = Date.now();
    const runs = await insertRuns(
      engine.app.db,
      owner,
      Array.from({ length: 8 }, () => ({ created_at: now, status: 'running' })),
    );
    const groupOf = (run: number, nth: number): HistoricGroup => {
      const takes = LOCALES.map((locale_code, index) => ({
        ...{ line: nth * 3 + index, locale_code, characters: 10, credits: 1, reused: false },
      }));
      return { run, at: now, takes: nth % 2 ? takes : takes.toReversed() };
    };
    await Promise.all(
      runs.map(async (run_id, run) => {
        for (let nth = 0; nth < 20; nth++)
          await settleGroup(engine.app.db, { owner, run_id, group: groupOf(run, nth), nth });
      }),
    );
    const report = await getByLanguage(engine.app, {
      ...{ ...requestOf(owner), range: '30d', timezone: 'UTC', now: new Date(now) },
    });
    expect(report.total_credits).toBe(8 * 20 * 3);
    expect(report.languages.map(({ characters, lines }) => [characters, lines])).toEqual(
      LOCALES.map(() => [1_600, 160]),
    );
  });

  test('with retries count each take and each line once, and a run of the same lines counts nothing', async () => {
    const owner = await engine.owner();
    const definition = fullPipeline({ text: numberedLines(12) });
    const workflow_id = await engine.workflow(owner, definition);
    const ended = async () =>
      engine.until(await engine.start(owner, definition, { workflow_id }), ['completed', 'failed']);
    const first = await ended();
    expect(first.retries).toBeGreaterThan(0);
    expect(await auditRun(engine.app, first.id)).toEqual([]);
    const summary = () =>
      getSummary(engine.app, {
        ...{ ...requestOf(owner), range: '30d', activity_view: 'daily', timezone: 'UTC', now: new Date() },
      });
    const { credits, characters, lines } = await summary();
    expect([credits.used, characters.total, lines.total]).toEqual([first.credits, first.characters, 12]);
    const again = await ended();
    expect(again.reused_takes).toBeGreaterThan(0);
    expect(await auditRun(engine.app, again.id)).toEqual([]);
    const after = await summary();
    expect(after.credits.used).toBe(first.credits + again.credits);
    expect(after.characters.total).toBe(first.characters + again.characters);
    expect(after.runs).toMatchObject({ total: 2 });
  });
});
