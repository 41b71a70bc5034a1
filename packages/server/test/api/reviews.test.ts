import type { Review, ReviewDecision, ReviewEvent, ReviewItem, ReviewItemDetail } from '@voiceloom/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { shortPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertRun, insertWorkflow, type StoredRun } from '../support/run-factory.ts';
import { insertScriptRun } from '../support/run-script.ts';

let server: TestApp;
let member: Member;
let run: StoredRun;
let review: Review;
let at: string;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
  run = await insertScriptRun({ server, member });
  review = (await send('POST', `${run.path}/review`)).body.data;
  at = `/api/v1/reviews/${review.id}`;
});
afterAll(() => server.close());

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  server.request(method, path, { as: member, headers, ...(body && { body }) });

async function items(query = ''): Promise<ReviewItem[]> {
  const { status, body, text } = await send('GET', `${at}/items${query}`);
  expect(status, text).toBe(200);
  return body.data.items;
}
const decide = (no: number, body: object, version?: number) =>
  send(
    'PUT',
    `${at}/items/${no}/decision`,
    body,
    version === undefined ? {} : { 'If-Match': `"${version}"` },
  );
const decideMany = (body: object) => send('POST', `${at}/decisions`, body);
const nos = (list: readonly ReviewItem[]) => list.map(({ no }) => no);
const takesOf = (key: string) => run.audio.get(key)?.takes ?? [];

async function history(query = ''): Promise<ReviewEvent[]> {
  const { status, body, text } = await send('GET', `${at}/history${query}`);
  expect(status, text).toBe(200);
  return body.data;
}

const changesOf = (event: ReviewEvent | undefined) =>
  event?.type === 'review.decided' ? event.data.items : [];

describe('a review', () => {
  test('is opened once per run, no matter who opens it, and has its lines in the order of the script', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => send('POST', `${run.path}/review`)));
    expect([first?.body.data.id, second?.body.data.id]).toEqual([review.id, review.id]);
    const other = await insertScriptRun({ server, member });
    const known = async () => (await send('GET', `${other.path}/overview`)).body.data.run.review_id;
    expect(await known()).toBe(null);
    const both = await Promise.all([1, 2].map(() => send('POST', `${other.path}/review`)));
    expect(both.map(({ body }) => body.data.id)).toEqual(Array(2).fill(await known()));

    expect(review).toMatchObject({ root_run_id: run.id, current_run_id: run.id, seq: 0 });
    expect(review.progress.map(({ locale_code, items_count }) => [locale_code, items_count])).toEqual([
      ['de-de', 2],
      ['en-us', 4],
    ]);
    expect((await send('GET', at)).body.data).toEqual(review);
    const list = await items();
    const shown = list.map((item) => [item.no, item.line_id, item.locale_code, item.status, item.verdict]);
    expect(shown).toEqual([
      [1, 'hello', 'en-us', 'delivered', 'pass'],
      [2, 'hello', 'de-de', 'delivered', 'pass'],
      [3, 'bye', 'en-us', 'delivered', 'fail'],
      [4, 'bye', 'de-de', 'failed', null],
      [5, 'hush', 'en-us', 'dropped', 'fail'],
      [6, 'again', 'en-us', 'delivered', 'pass'],
    ]);
    expect(list[1]).toMatchObject({
      takes_count: 2,
      score: 92,
      duration_ms: 500,
      version: 0,
      decision: null,
    });
  });

  test('cannot be opened before the end of the run', async () => {
    const workflow = await insertWorkflow({ server, member }, shortPipeline());
    const active = await insertRun({ server, member }, workflow, { status: 'running' });
    const { status, body } = await send('POST', `${active.path}/review`);
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('shows a line with its playable takes', async () => {
    const { body } = await send('GET', `${at}/items/2`);
    const detail: ReviewItemDetail = body.data;
    const [first = '', second = ''] = takesOf('hello/de-de');
    expect(detail.takes.map((take) => [take.audio_id, take.is_delivered])).toEqual([
      [first, false],
      [second, true],
    ]);
    expect(detail.takes[1]?.peaks).toHaveLength(200);
    expect(detail.takes[0]?.verdicts.map(({ kind, status }) => [kind, status])).toEqual([
      ['noise', 'pass'],
      ['pacing', 'fail'],
    ]);
    const audio = await fetch(detail.takes[1]?.playback_url ?? '');
    expect(Buffer.from(await audio.arrayBuffer())).toEqual(run.audio.get('hello/de-de')?.bytes);
    expect((await send('GET', `${at}/items/7`)).status).toBe(404);
  });
});

describe('the lines of a review', () => {
  test.each([
    ['?locale=de-de', [2, 4]],
    ['?character=Ada', [1, 2]],
    ['?character=', [3, 4, 5, 6]],
    ['?verdict=fail', [3, 5]],
    ['?status=failed&status=dropped', [4, 5]],
    ['?outlier=true', []],
    ['?search=WIEDER', [4]],
    ['?decision=open&locale=de-de', [2, 4]],
    ['?decision=approved', []],
    ['?order=desc&limit=2', [6, 5]],
    ['?limit=2&offset=3', [4, 5]],
    ['?sort=score', [3, 2, 6, 1, 4, 5]],
  ])('can be filtered by %s', async (query, expected) => {
    const { body } = await send('GET', `${at}/items${query}`);
    const found = nos(body.data.items);
    if (query === '?sort=score') expect(found[0]).toBe(3);
    else expect(found).toEqual(expected);
  });

  test('are counted exactly, also beyond the last page', async () => {
    const { body } = await send('GET', `${at}/items?offset=100&locale=en-us`);
    expect(body.data).toEqual({ seq: 0, total: 4, items: [] });
    for (const part of ['limit=1', 'offset=50'])
      expect((await send('GET', `${at}/items?${part}`)).body.data.total).toBe(6);
  });
});

describe('a decision', () => {
  test('is stored with its take, words and person, and creates the next version', async () => {
    const [, chosen] = takesOf('hello/de-de');
    const { status, body } = await decide(2, { decision: 'approved', note: 'Warm.' }, 0);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      decision: 'approved',
      chosen_audio_id: chosen,
      note: 'Warm.',
      version: 1,
    });
    expect(body.data.decided_by).toMatchObject({ kind: 'user', id: member.user_id });
    const [first] = takesOf('hello/de-de');
    const other = await decide(2, { decision: 'approved', audio_id: first }, 1);
    expect(other.body.data).toMatchObject({ chosen_audio_id: first, note: null, version: 2 });
    const withdrawn = await decide(2, { decision: null }, 2);
    expect(withdrawn.body.data).toMatchObject({ decision: null, chosen_audio_id: null, decided_by: null });
    const events = await history('?no=2');
    expect(events.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(changesOf(events[1])[0]).toMatchObject({
      before: { chosen_audio_id: chosen, note: 'Warm.' },
      after: { chosen_audio_id: first, note: null },
    });
    expect(await history('?no=1')).toEqual([]);
    expect(nos(await items('?sort=changed&order=desc&limit=1'))).toEqual([2]);
  });

  test('is rejected as a conflict if another one was made on the same version, unless both are equal', async () => {
    const answers = await Promise.all(['approved', 'rejected'].map((decision) => decide(1, { decision }, 0)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const [{ decision, version = 0 } = {}] = await items('?limit=1');
    expect((await decide(1, { decision }, 0)).body.data).toMatchObject({ decision, version });
    expect(await history()).toHaveLength(1);
  });

  test('names a take of its line, and approves only a playable one', async () => {
    const [stranger] = takesOf('hello/en-us');
    const refused = await decide(2, { decision: 'approved', audio_id: stranger });
    expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'body.audio_id']);
    expect((await decide(4, { decision: 'approved' })).status).toBe(409);
    expect((await decide(4, { decision: 'waived' })).status).toBe(200);
    const [take] = takesOf('hush/en-us');
    expect((await decide(5, { decision: 'approved', audio_id: take })).status).toBe(200);
  });
});

describe('several decisions', () => {
  test('are saved together, except for lines that changed meanwhile', async () => {
    await decide(1, { decision: 'rejected' });
    const entries = [
      // Stale entries are conflicts, even if they name a take that is gone.
      { no: 1, expected_version: 0, decision: 'approved', audio_id: '0123456789abcdef' },
      { no: 2, expected_version: 0, decision: 'approved' },
      { line_id: 'bye', locale_code: 'en-us', decision: 'needs_work', reason: 'pacing' },
      { no: 4, decision: 'approved' },
    ];
    const { status, body, text } = await decideMany({ entries });
    expect(status, text).toBe(200);
    expect([body.data.seq, nos(body.data.saved), nos(body.data.conflicts)]).toEqual([2, [2, 3], [1, 4]]);
    expect(body.data.conflicts[0]).toMatchObject({ decision: 'rejected', version: 1 });
  });

  test('by a filter skip lines that changed after the last event known to the caller', async () => {
    await decide(1, { decision: 'rejected' });
    const body = { filter: { locale: ['en-us'], status: ['delivered'] }, decision: 'approved', seq: 0 };
    const first = await decideMany(body);
    expect([nos(first.body.data.saved), nos(first.body.data.conflicts)]).toEqual([[3, 6], [1]]);
    const again = await decideMany({ ...body, seq: first.body.data.seq });
    expect(nos(again.body.data.saved)).toEqual([1, 3, 6]);
  });

  test.each([
    ['nothing', {}, 'body'],
    ['an unknown line', { entries: [{ no: 77, decision: null }] }, 'body.entries.0'],
    ['a line twice', { entries: [1, 1].map((no) => ({ no, decision: null })) }, 'body.entries.1'],
    ['lines and a filter', { entries: [{ no: 1, decision: null }], filter: {} }, 'body'],
  ])('that name %s are rejected', async (_, body, field) => {
    const answer = await decideMany(body);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, field]);
  });
});

describe('many lines', () => {
  const copy = (count: number) =>
    sql`insert into review_item
      select (jsonb_populate_record(item, jsonb_build_object('no', 100 + n))).*
      from review_item item, generate_series(1, ${count}::int) n
      where item.review_id = ${review.id} and item.no = 1`.execute(server.app.db);

  test('with one ID are named by their position', async () => {
    await copy(1);
    const entries = [{ line_id: 'hello', locale_code: 'en-us', decision: 'waived' }];
    const { status, body } = await decideMany({ entries });
    expect([status, body.error.details[0].message]).toEqual([422, expect.stringContaining('`no`')]);
    expect((await decideMany({ entries: [{ no: 101, decision: 'waived' }] })).body.data.saved_count).toBe(1);
  });

  test('are decided with their number and the first 500, up to 20,000', async () => {
    await copy(600);
    const { body } = await decideMany({ filter: {}, decision: 'waived' });
    expect([body.data.saved_count, body.data.saved.length, body.data.saved[0].version]).toEqual([
      606, 500, 1,
    ]);
    await sql`delete from review_item where review_id = ${review.id} and no > 100`.execute(server.app.db);
    await copy(20_000);
    const refused = await decideMany({ filter: {}, decision: 'rejected' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  });
});

test('replaying the history gives the current lines, whatever was decided and withdrawn', async () => {
  const DECISIONS: (ReviewDecision | null)[] = ['approved', 'rejected', 'needs_work', 'waived', null];
  let state = 20_261;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const pick = () => DECISIONS[random(DECISIONS.length)] ?? null;
  for (let step = 0; step < 40; step++) {
    const kind = random(4);
    if (kind === 0)
      await decideMany({ filter: { locale: [['en-us', 'de-de'][random(2)]] }, decision: pick() });
    else if (kind === 1)
      await decideMany({
        entries: [1, 3, 5].map((no) => ({ no, expected_version: random(4), decision: pick() })),
      });
    else if (kind === 2) {
      const [last] = await history('?limit=1');
      const [change] = changesOf(last);
      if (change) {
        const { decision, chosen_audio_id: audio_id, reason, note } = change.before;
        await decide(change.no, { decision, audio_id, reason, note }, change.version);
      }
    } else await decide(1 + random(6), { decision: pick(), note: `Note ${step}` });
  }
  const replayed = new Map<number, object>();
  const events = await history('?limit=100');
  expect(events.length).toBeGreaterThan(10);
  for (const event of events.reverse()) {
    for (const { no, version, before, after } of changesOf(event)) {
      const known = replayed.get(no) ?? { ...NOTHING, version: 0 };
      expect({ ...before, version: version - 1 }).toEqual(known);
      replayed.set(no, { ...after, version });
    }
  }
  for (const { no, version, decision, chosen_audio_id, reason, note } of await items())
    expect({ decision, chosen_audio_id, reason, note, version }).toEqual(
      replayed.get(no) ?? { ...NOTHING, version: 0 },
    );
});

const NOTHING = { decision: null, chosen_audio_id: null, reason: null, note: null };
