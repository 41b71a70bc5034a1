import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { definitionOf, node, numberedLines } from '../support/definitions.ts';
import { type Engine, type Owner, startEngine } from '../support/engine.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { insertRuns, settleGroup } from '../support/usage-history.ts';

const SUMMARY = '/api/v1/usage/summary';
const BY_LANGUAGE = '/api/v1/usage/by-language';

let engine: Engine;
let server: TestApp;
let member: Member;

beforeAll(async () => {
  const durationMs = ({ text }: { text: string }) => (/[02468] is/.test(text) ? 150 : 2_500);
  const speech = scriptedSpeech({ durationMs, credits_per_1000_characters: 30 });
  engine = await startEngine({ speech });
  // The start estimates with the rates of the engine.
  server = await startTestApp({ database_url: engine.database_url, speech: speech.providers });
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

const get = async (path: string, as: Credential = member) => {
  const { status, body } = await server.request('GET', path, { as });
  expect(status).toBe(200);
  return body.data;
};

/** A take at a moment, outside of any workflow of the member's own. */
async function addTakes(
  owner: Owner,
  at: number,
  takes: [locale: string, characters: number, credits: number][],
) {
  const [run_id = ''] = await insertRuns(server.app.db, owner, [{ created_at: at, status: 'completed' }]);
  const rows = takes.map(([locale_code, characters, credits], line) => ({
    ...{ line, locale_code, characters, credits, reused: false },
  }));
  await settleGroup(server.app.db, { owner, run_id, group: { run: 0, at, takes: rows }, nth: 0 });
}

const DAY_MS = 86_400_000;

describe('real runs', () => {
  /** English and German lines, the even ones sent back by a check. */
  function twoLanguages() {
    const [english, german] = ['en-us', 'de-de'].map((source_language, index) =>
      node('source_script', { text: numberedLines(4 + index), source_language }),
    ) as [ReturnType<typeof node>, ReturnType<typeof node>];
    const generator = node('operator_generator');
    const noise = node('validator_noise', { max_retry: 1 });
    const sink = node('sink_preview');
    return definitionOf(
      [english, german, generator, noise, sink],
      [
        [english, 'lines', generator],
        [german, 'lines', generator],
        [generator, 'audio', noise],
        [noise, 'fail', generator],
        [noise, 'pass', sink],
      ],
    );
  }

  test('are reported with the same figures by summary, languages, run, overview and ledger', async () => {
    const body = { name: 'Usage', definition: twoLanguages() };
    const workflow = (await server.request('POST', '/api/v1/workflows', { as: member, body })).body.data;
    const runs: string[] = [];
    for (let nth = 0; nth < 2; nth++) {
      const path = `/api/v1/workflows/${workflow.id}/runs`;
      const started = await server.request('POST', path, { as: member, body: {} });
      expect(started.status).toBe(202);
      await engine.until(started.body.data.run_id ?? started.body.data.id, ['completed']);
      runs.push(`${path}/${started.body.data.run_id ?? started.body.data.id}`);
    }
    const [first, second] = await Promise.all(runs.map((path) => get(path)));
    const summary = await get(`${SUMMARY}?timezone=Asia/Kathmandu`);
    const report = await get(`${BY_LANGUAGE}?timezone=Asia/Kathmandu`);
    const sumOf = (rows: Record<string, number>[], key: string) =>
      rows.reduce((sum, row) => sum + (row[key] ?? 0), 0);

    const credits = first.credits + second.credits;
    const characters = first.usage_summary.characters + second.usage_summary.characters;
    expect(first.usage_summary.retries).toBeGreaterThan(0);
    expect(credits).toBeGreaterThan(9);
    expect(summary.credits).toEqual({ used: credits, quota: 1_000, percent: credits / 10 });
    expect(summary.characters.total).toBe(characters);
    expect(summary.runs).toMatchObject({ total: 2, completed: 2 });
    expect(report.total_credits).toBe(credits);
    expect(sumOf(report.languages, 'credits')).toBe(credits);
    expect(sumOf(report.languages, 'characters')).toBe(characters);
    expect(sumOf(report.languages, 'lines')).toBe(summary.lines.total);
    expect(summary.lines.avg_chars_per_line).toBe(characters / summary.lines.total);
    for (const key of ['credits', 'characters', 'lines', 'runs']) {
      const total = { credits, characters, lines: summary.lines.total, runs: 2 }[key];
      expect([key, sumOf(summary.daily, key)]).toEqual([key, total]);
      expect([key, sumOf(summary.activity.buckets, key)]).toEqual([key, total]);
    }
    for (const { locale_code, ...row } of report.languages) {
      const own = [first, second].map((run) => run.usage_summary.by_locale[locale_code].characters);
      expect([locale_code, row.characters]).toEqual([locale_code, own[0] + own[1]]);
    }
    const figures = await Promise.all(runs.map((path) => get(`${path}/overview`)));
    const metric = (key: string) =>
      figures
        .flatMap(({ metric_sections }) => metric_sections.flatMap(({ metrics }: never) => metrics))
        .filter((entry) => entry.key === key)
        .reduce((sum, entry) => sum + entry.value, 0);
    expect([metric('credits'), metric('characters')]).toEqual([credits, characters]);
    const { rows } = await sql<{ used: number }>`
      select coalesce(-sum(amount), 0)::int as used from credit_entry
      where kind = 'settle' and workspace_id = ${member.workspace_id}`.execute(server.app.db);
    expect(rows[0]?.used).toBe(credits);
    // The second run changes nothing and creates no takes, even for lines that the check rejected.
    expect(second.credits).toBe(0);
    expect(summary.lines.total).toBe(9);
  });
});

describe('a report', () => {
  test('of a workspace without use has every day, and no language or peak', async () => {
    const summary = await get(SUMMARY);
    expect(summary).toMatchObject({
      range: '30d',
      activity_view: 'daily',
      timezone: 'UTC',
      credits: { used: 0, quota: 1_000, percent: 0 },
      lines: { total: 0, avg_chars_per_line: null },
      runs: { total: 0 },
      activity: {
        view: 'daily',
        bucket_unit: 'day',
        range_label: 'Last 7 days',
        total: 0,
        avg: 0,
        peak: null,
      },
    });
    expect(summary.daily).toHaveLength(30);
    expect(summary.activity.buckets).toHaveLength(7);
    const report = await get(BY_LANGUAGE);
    expect(report).toMatchObject({ range: '30d', activity_view: null, total_credits: 0, languages: [] });
    expect(report.period).toEqual(summary.period);
  });

  test.each([
    ['30d', 30],
    ['60d', 60],
    ['90d', 90],
  ])('over %s covers that number of local days up to the end of today', async (range, days) => {
    const { daily, period } = await get(`${SUMMARY}?range=${range}`);
    expect(daily).toHaveLength(days);
    expect(period.start).toBe(`${daily[0].date}T00:00:00.000Z`);
    expect(Date.parse(period.end) - Date.parse(period.start)).toBe(days * DAY_MS);
    expect(Date.parse(period.end)).toBeGreaterThan(Date.now());
  });

  test.each([
    ['daily', 7, 'day', 'Last 7 days'],
    ['weekly', 12, 'week', 'Last 12 weeks'],
    ['monthly', 12, 'month', 'Last 12 months'],
  ])('with the view %s has %d adjacent bars', async (view, count, unit, label) => {
    const { activity } = await get(`${SUMMARY}?activity_view=${view}&timezone=Europe/Berlin`);
    expect(activity).toMatchObject({ view, bucket_unit: unit, range_label: label });
    expect(activity.buckets).toHaveLength(count);
    const ends = activity.buckets.slice(0, -1).map((bucket: { end: string }) => bucket.end);
    expect(ends).toEqual(activity.buckets.slice(1).map((bucket: { start: string }) => bucket.start));
    const report = await get(`${BY_LANGUAGE}?activity_view=${view}&range=90d&timezone=Europe/Berlin`);
    const period = { start: activity.buckets[0].start, end: activity.buckets.at(-1).end };
    expect(report).toMatchObject({ range: null, activity_view: view, timezone: 'Europe/Berlin', period });
  });

  test('lists languages by credits in descending order, with shares of characters that add up to 1', async () => {
    const at = Date.now();
    await addTakes(member, at, [
      ['de-de', 100, 1],
      ['en-us', 50, 4],
      ['ja-jp', 10, 2],
    ]);
    const { languages, total_credits } = await get(BY_LANGUAGE);
    expect(total_credits).toBe(7);
    expect(languages).toEqual([
      row('en-us', 'American English', 50 / 160, [4, 50]),
      row('ja-jp', 'Japanese (Japan)', 10 / 160, [2, 10]),
      row('de-de', 'German (Germany)', 1 - (50 / 160 + 10 / 160), [1, 100]),
    ]);
    const { activity } = await get(SUMMARY);
    const bucket = activity.buckets.find(({ credits }: { credits: number }) => credits === 7);
    expect(activity.peak).toEqual({ ...bucket, value: 7 });
  });

  const row = (locale: string, name: string, share: number, [credits, characters]: [number, number]) => ({
    ...{ locale_code: locale, display_name: name, share, credits, characters, lines: 1 },
    allocation_basis: 'characters',
  });

  test('calculates shares by characters if nothing cost credits', async () => {
    await addTakes(member, Date.now(), [
      ['en-us', 30, 0],
      ['de-de', 10, 0],
    ]);
    const { languages } = await get(BY_LANGUAGE);
    expect(languages.map(({ share }: { share: number }) => share)).toEqual([0.75, 0.25]);
  });

  test('omits data before its period', async () => {
    for (const days of [1, 29, 31, 59, 61, 89, 91])
      await addTakes(member, Date.now() - days * DAY_MS, [['en-us', 1, 1]]);
    const used = async (query: string) => (await get(`${SUMMARY}${query}`)).credits.used;
    expect([await used(''), await used('?range=60d'), await used('?range=90d')]).toEqual([2, 4, 6]);
    expect((await get(`${BY_LANGUAGE}?activity_view=monthly`)).total_credits).toBe(7);
    expect((await get(`${BY_LANGUAGE}?activity_view=daily&range=90d`)).total_credits).toBe(1);
  });

  test('counts runs by their current state', async () => {
    const created_at = Date.now();
    const statuses = ['completed', 'completed', 'failed', 'cancelled', 'running', 'pending', 'paused'];
    await insertRuns(
      server.app.db,
      member,
      statuses.map((status) => ({ created_at, status })),
    );
    const { runs } = await get(SUMMARY);
    const each = { failed: 1, cancelled: 1, running: 1, pending: 1, paused: 1 };
    expect(runs).toEqual({ total: 7, completed: 2, ...each });
  });

  test('has no quota if the plan is unlimited', async () => {
    const [plan, now] = [randomUUID(), new Date()];
    const { db } = server.app;
    const limits = JSON.stringify({ monthly_credits: 'unlimited' });
    await db
      .insertInto('plan')
      .values({
        ...{ id: plan, name: 'Unlimited', tier: 'custom', limits, billing_interval: 'monthly', amount: 0 },
        ...{ currency: 'usd', display_order: 99, is_listed: false, created_at: now, updated_at: now },
      })
      .execute();
    const later = new Date(now.getTime() + DAY_MS);
    await db
      .insertInto('subscription')
      .values({
        ...{ id: randomUUID(), user_id: member.user_id, processor_subscription_id: plan, plan_id: plan },
        ...{ status: 'active', current_period_start: now, current_period_end: later, fetched_at: now },
        ...{ created_at: now, updated_at: now },
      })
      .execute();
    expect((await get(SUMMARY)).credits).toEqual({ used: 0, quota: null, percent: null });
  });
});

describe.each([SUMMARY, BY_LANGUAGE])('%s', (path) => {
  test('can be read by a viewer and by a key with the scope, and not by one without', async () => {
    const viewer = await createMember(server, { workspace_id: member.workspace_id, role: 'viewer' });
    await get(path, viewer);
    await get(path, await createKey(server, member, { scopes: ['workspace:read'] }));
    const other = await createKey(server, member, { scopes: ['workflows:read'] });
    const { status, body } = await server.request('GET', path, { as: other });
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  test('shows nothing of another workspace', async () => {
    const other = await createMember(server);
    await addTakes(other, Date.now(), [['en-us', 10, 3]]);
    const mine = await get(path);
    expect(mine.total_credits ?? mine.credits.used).toBe(0);
    const theirs = await get(path, other);
    expect(theirs.total_credits ?? theirs.credits.used).toBe(3);
    const as = { token: member.token, workspace_id: other.workspace_id };
    expect((await server.request('GET', path, { as })).status).toBe(404);
  });

  test.each([
    ['timezone', 'Mars/Olympus'],
    ['timezone', ''],
    ['timezone', 'IST'],
    ['timezone', '%2B02:00'],
    ['range', '7d'],
    ['activity_view', 'hourly'],
  ])('rejects the %s "%s" and names the field', async (field, value) => {
    const { status, body } = await server.request('GET', `${path}?${field}=${value}`, { as: member });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details).toEqual([{ field: `query.${field}`, message: expect.any(String) }]);
  });

  test('accepts every zone that both PostgreSQL and this Node version know', async () => {
    const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(server.app.db);
    const names = new Set(rows.map(({ name }) => name));
    const known = Intl.supportedValuesOf('timeZone').filter((name) => names.has(name));
    expect(known.length).toBeGreaterThan(400);
    for (const name of known.filter((_, index) => index % 40 === 0))
      expect((await get(`${path}?timezone=${encodeURIComponent(name)}`)).timezone).toBe(name);
  });
});
