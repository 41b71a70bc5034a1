import { createHash } from 'node:crypto';
import { GuestPermission, type GuestSession, type ReviewEvent } from '@voiceloom/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { exampleBody, fillPath, forgetRequests } from '../support/matrix.ts';
import { ROUTES } from '../support/routes.ts';
import { insertRun, type StoredRun } from '../support/run-factory.ts';
import { insertScriptRun, SCRIPT } from '../support/run-script.ts';
import { fieldsOf } from '../support/workflows.ts';

const ENTER = '/api/v1/review-links/enter';
const DAY_MS = 86_400_000;

let server: TestApp;
let owner: Member;
let review_id: string;
let other_id: string;
let at: string;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  await forgetRequests(server, 'reviews.enter:127.0.0.1');
  owner = await createMember(server);
  [review_id, other_id] = [await openReview(), await openReview()];
  at = `/api/v1/reviews/${review_id}`;
});
afterAll(() => server.close());

const send = (method: string, path: string, body?: object, as: Credential = owner) =>
  server.request(method, path, { as, ...(body && { body }) });

async function openReview(): Promise<string> {
  const run = await insertScriptRun({ server, member: owner });
  return (await send('POST', `${run.path}/review`)).body.data.id;
}

async function share(fields: object = {}): Promise<{ id: string; token: string }> {
  const body = { label: 'Client', permission: 'decide', ...fields };
  const { status, text, body: answer } = await send('POST', `${at}/links`, body);
  expect(status, text).toBe(201);
  return { id: answer.data.id, token: new URL(answer.data.url).hash.slice(1) };
}

const enter = (token: string, fields: object = {}) =>
  server.request('POST', ENTER, { body: { token, name: 'Li', ...fields } });

/** A guest of a new link. */
async function invite(fields: object = {}): Promise<GuestSession & { link_id: string }> {
  const { id, token } = await share(fields);
  return { ...(await enter(token)).body.data, link_id: id };
}

const revoke = (id: string) => send('DELETE', `${at}/links/${id}`);

/** Sessions of an expired link ended when it expired. */
const PAST = { expires_at: new Date(Date.now() - 1_000) };
const expireLink = (id: string) =>
  server.app.db.updateTable('review_link').set(PAST).where('id', '=', id).execute();
const expireGuests = (linkId: string) =>
  server.app.db.updateTable('review_guest').set(PAST).where('link_id', '=', linkId).execute();

describe('a share link', () => {
  test('shows its secret once, and is audited until it is revoked', async () => {
    const { id, token } = await share({ passcode: 'quiet harbor' });
    expect(token).toMatch(/^vl_share_[0-9A-Za-z]{43}$/);
    const listed = await send('GET', `${at}/links`);
    expect(listed.text).not.toContain(token);
    expect(listed.body.data).toMatchObject([{ id, label: 'Client', has_passcode: true, revoked_at: null }]);
    const row = await server.app.db
      .selectFrom('review_link')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(row.passcode_hash?.toString('latin1')).not.toContain('quiet');
    expect((await enter(token, { passcode: 'quiet harbor' })).status).toBe(201);
    expect([(await revoke(id)).status, (await revoke(id)).status]).toEqual([200, 200]);
    expect((await send('GET', `${at}/links`)).body.data[0].revoked_at).not.toBeNull();
    const { body } = await send('GET', '/api/v1/usage/activity?type=reviewed');
    const [revoked, entered, created] = body.data;
    expect(revoked).toMatchObject({ kind: 'review_link_revoked', resource: { id, name: 'Client' } });
    expect(entered).toMatchObject({ kind: 'review_entered', user: null, ip: '127.0.0.1' });
    expect(entered.metadata).toMatchObject({ guest: 'Li', link_id: id });
    expect(created).toMatchObject({ kind: 'review_link_created', user: { id: owner.user_id } });
    const countOf = async (active: boolean) =>
      (await send('GET', `${at}/links?active=${active}`)).body.data.length;
    await expireLink((await share()).id);
    expect([await countOf(true), await countOf(false)]).toEqual([0, 2]);
    await share();
    expect([await countOf(true), await countOf(false)]).toEqual([1, 2]);
  });

  test('lasts at most 90 days, covers at least one line, and is one of at most 100', async () => {
    const refused = async (fields: object) =>
      fieldsOf((await send('POST', `${at}/links`, { label: 'X', permission: 'listen', ...fields })).body);
    const inDays = (days: number) => ({ expires_at: new Date(Date.now() + days * DAY_MS).toISOString() });
    expect(await refused(inDays(91))).toEqual(['body.expires_at']);
    expect(await refused(inDays(-1))).toEqual(['body.expires_at']);
    expect(await refused({ locales: ['fr-fr'] })).toEqual(['body']);
    await share(inDays(89));
    const row = { review_id, label: 'X', permission: 'listen', created_at: new Date() };
    const later = { created_by: JSON.stringify({}), expires_at: new Date(Date.now() + DAY_MS) };
    const rows = Array.from({ length: 99 }, () => ({ ...row, ...later, id: newId() }));
    const links = server.app.db.insertInto('review_link');
    await links.values(rows.map((one) => ({ ...one, token_hash: Buffer.from(one.id) }))).execute();
    const most = await send('POST', `${at}/links`, { label: 'X', permission: 'listen' });
    expect(most.status).toBe(409);
  });
});

describe('entering', () => {
  test('needs a valid link', async () => {
    const [revoked, expired] = [await share(), await share()];
    await revoke(revoked.id);
    await expireLink(expired.id);
    for (const token of ['vl_share_x', revoked.token, expired.token])
      expect((await enter(token)).body.error.code).toBe('NOT_FOUND');
  });

  test('needs the passcode, and allows five wrong ones', async () => {
    const { token } = await share({ passcode: 'quiet harbor' });
    const codeOf = async (passcode?: string) =>
      (await enter(token, passcode === undefined ? {} : { passcode })).body.error?.code;
    expect(await codeOf()).toBe('FORBIDDEN');
    expect(await codeOf('quiet harbor')).toBeUndefined();
    for (let wrong = 0; wrong < 5; wrong++) expect(await codeOf('loud harbor')).toBe('FORBIDDEN');
    const locked = await enter(token, { passcode: 'quiet harbor' });
    expect(locked.body.error.code).toBe('RATE_LIMITED');
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(500);
  });

  test('lasts until the link expires, and at most twelve hours', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect((await invite({ expires_at: soon })).expires_at).toBe(soon);
    const { expires_at } = await invite();
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000)).toBe(12);
  });
});

const operations = ROUTES.map((route) => ({ name: route.metadata.operationId, route }));
const guarded = operations.filter(({ route }) => route.metadata.auth !== 'none');
const open = guarded.filter(({ route }) => route.metadata.guest !== undefined);

/** A request for an operation on the owner's review. */
function request({ route }: (typeof operations)[number], as: Credential, ids: Record<string, string> = {}) {
  const named = { review_id, ws_id: owner.workspace_id, ...ids };
  const body = exampleBody(route, named) as object | undefined;
  return send(route.method, fillPath(route, named), body, as);
}

describe('a guest', () => {
  test('is denied every operation that is not for guests', async () => {
    const guest = await invite();
    for (const operation of guarded.filter((one) => !open.includes(one))) {
      const { status, body } = await request(operation, guest);
      expect([operation.name, status, body.error.code]).toEqual([operation.name, 403, 'FORBIDDEN']);
    }
  });

  test('may do what the permission of the link allows', async () => {
    for (const permission of GuestPermission.options) {
      const guest = await invite({ permission });
      const rank = (of: GuestPermission) => GuestPermission.options.indexOf(of);
      for (const operation of open.filter(({ route }) => !route.path.endsWith('/events'))) {
        const may = rank(permission) >= rank(operation.route.metadata.guest ?? 'decide');
        const { status } = await request(operation, guest);
        expect([permission, operation.name, status === 403]).toEqual([permission, operation.name, !may]);
      }
    }
  });

  test('cannot access another review or, after the link is revoked or expired, this one', async () => {
    const [guest, late] = [await invite(), await invite()];
    for (const operation of open)
      expect([operation.name, (await request(operation, guest, { review_id: other_id })).status]).toEqual([
        operation.name,
        404,
      ]);
    await revoke(guest.link_id);
    await expireLink(late.link_id);
    await expireGuests(late.link_id);
    for (const operation of open)
      for (const as of [guest, late])
        expect([operation.name, (await request(operation, as)).status]).toEqual([operation.name, 404]);
  });

  test('needs a valid token that has not expired', async () => {
    const { token, link_id } = await invite();
    await expireGuests(link_id);
    for (const one of [token, 'vl_guest_unknown'])
      expect((await send('GET', at, undefined, { token: one })).body.error.code).toBe('UNAUTHENTICATED');
  });

  test('sees nothing of other locales and characters in any request', async () => {
    const secret = { reason: 'SECRET', note: 'SECRET' };
    const hidden = [1, 3, 4, 5, 6];
    const entries = [...hidden, 2].map((no) => ({ no, decision: 'rejected', ...(no === 2 ? {} : secret) }));
    await send('POST', `${at}/decisions`, { entries });
    const { id: comment_id } = (await send('POST', `${at}/items/1/comments`, { body: 'SECRET' })).body.data;
    await send('POST', `${at}/assignments`, { user_id: owner.user_id, nos: hidden });
    const before = await linesOf(owner);
    const guest = await invite({ locales: ['de-de'], characters: ['Ada'] });
    for (const operation of open.filter(({ route }) => !route.path.endsWith('/events'))) {
      const { status, text } = await request(operation, guest, { no: '1', comment_id });
      const names = operation.route.path.includes(':no') || operation.route.path.includes(':comment_id');
      if (names) expect([operation.name, status]).toEqual([operation.name, 404]);
      expect([operation.name, /SECRET|Hello there|bye|hush|again/.exec(text)]).toEqual([
        operation.name,
        null,
      ]);
    }
    const { data } = (await send('GET', at, undefined, guest)).body;
    expect(data).toMatchObject({ assignments: [], progress: [{ locale_code: 'de-de', items_count: 1 }] });
    expect(await linesOf(guest)).toMatchObject([{ no: 2 }]);
    expect((await send('GET', `${at}/items`, undefined, guest)).body.data.total).toBe(1);
    await send('PUT', `${at}/items/2/decision`, { decision: null });
    const all = await send('POST', `${at}/decisions`, { filter: {}, decision: 'needs_work' }, guest);
    expect(all.body.data).toMatchObject({ saved_count: 1, saved: [{ no: 2, decided_by: { name: 'Li' } }] });
    expect((await linesOf(owner)).filter(({ no }) => no !== 2)).toEqual(before.filter(({ no }) => no !== 2));
    const [last, , first, ...more] = (await send('GET', `${at}/history`, undefined, guest)).body.data;
    expect(last.actor).toEqual({ kind: 'guest', id: guest.guest.id, name: 'Li' });
    expect(first.data.items).toMatchObject([{ no: 2, after: { reason: null } }]);
    expect(more).toEqual([]);
    expect((await send('GET', `${at}/history?no=1`, undefined, guest)).body.data).toEqual([]);
    const nameless = await invite({ characters: [''] });
    expect((await linesOf(nameless)).map(({ no }) => no)).toEqual([3, 4, 5, 6]);
  });

  const linesOf = async (as: Credential): Promise<{ no: number; line_id: string }[]> =>
    (await send('GET', `${at}/items`, undefined, as)).body.data.items;

  test('sees no providers and prices, and can neither waive nor unlock', async () => {
    const guest = await invite();
    const { takes } = (await send('GET', `${at}/items/2`, undefined, guest)).body.data;
    const nothing = { provider: null, model: null, strategy: null, credits: null };
    expect(takes).toMatchObject([nothing, nothing]);
    expect(takes[0]).toMatchObject({ playback_url: expect.any(String), verdicts: [{}, { provider: null }] });
    for (const decided of [{ decision: 'waived' }, { decision: null, unlock: true }]) {
      const one = await send('PUT', `${at}/items/2/decision`, decided, guest);
      const many = await send('POST', `${at}/decisions`, { entries: [{ no: 2, ...decided }] }, guest);
      const filtered = await send('POST', `${at}/decisions`, { filter: {}, ...decided }, guest);
      expect([one, many, filtered].map(({ status }) => status)).toEqual([403, 403, 403]);
    }
  });

  test('does not replace a lock of another review of the workflow', async () => {
    const scene = { server, member: owner };
    const first = await insertScriptRun(scene);
    const plan = { status: 'completed' as const, lines: SCRIPT, run_number: 2 };
    const second = await insertRun(scene, first.workflow, plan);
    const itemOf = async (run: StoredRun) => {
      const { id } = (await send('POST', `${run.path}/review`)).body.data;
      return `/api/v1/reviews/${id}/items/1`;
    };
    const [theirs, own] = [await itemOf(first), await itemOf(second)];
    at = own.replace('/items/1', '');
    const guest = await invite();
    const decide = async (item: string, decision: string | null, as: Credential = owner) =>
      (await send('PUT', `${item}/decision`, { decision }, as)).body.data;
    const isLocked = async (item: string) => (await send('GET', item)).body.data.is_locked;
    await decide(theirs, 'approved');
    expect(await decide(own, 'approved', guest)).toMatchObject({ decision: 'approved', is_locked: false });
    expect(await isLocked(theirs)).toBe(true);
    await decide(own, null);
    expect(await decide(own, 'approved')).toMatchObject({ is_locked: true });
    expect(await isLocked(theirs)).toBe(false);
  });

  test('sees the assignments of its own link, and none of other links and members', async () => {
    const guest = await invite({ locales: ['de-de'] });
    const other = await invite({ label: 'Rival' });
    const assign = (body: object) => send('POST', `${at}/assignments`, body);
    await assign({ user_id: owner.user_id, nos: [1, 2] });
    const assignee = { kind: 'link', id: guest.link_id, name: 'Client' };
    const made = await assign({ link_id: guest.link_id, filter: { locale: ['de-de'] } });
    expect(made.body.data).toMatchObject({ assignee, items_count: 2, open_count: 2, ended_at: null });
    const seen = async (as: Credential) => {
      const { assignments } = (await send('GET', at, undefined, as)).body.data;
      const { data } = (await send('GET', `${at}/history`, undefined, as)).body;
      return [assignments, data];
    };
    expect(await seen(guest)).toMatchObject([
      [{ assignee, items_count: 2 }],
      [{ type: 'review.assigned', data: { assignee, nos: [2, 4] } }],
    ]);
    expect(await seen(other)).toEqual([[], []]);
    // The guests of the previous link see which lines they lost, but not who has them now.
    const { id } = made.body.data;
    const moved = await assign({ link_id: other.link_id, nos: [1, 2] });
    const theirs = { kind: 'link', id: other.link_id, name: 'Rival' };
    const lost = { assignment_id: id, assignee: null, items_count: 1, nos: [2], refetch: false };
    expect(await seen(guest)).toMatchObject([
      [{ id, items_count: 1 }],
      [{ data: lost }, { data: { assignee } }],
    ]);
    expect(await seen(other)).toMatchObject([[{ items_count: 2 }], [{ data: { assignee: theirs } }]]);
    for (const assignment of [moved.body.data.id, id])
      await send('DELETE', `${at}/assignments/${assignment}`);
    const gone = (of: string, nos: number[]) => ({ data: { assignment_id: of, assignee: null, nos } });
    const [, events] = await seen(guest);
    expect(events).toMatchObject([gone(id, [4]), gone(id, [2]), { data: { assignee } }]);
    expect((await seen(other))[1]).toMatchObject([gone(moved.body.data.id, [1, 2]), {}]);
    expect((await send('GET', `${at}/history?no=1`, undefined, guest)).body.data).toEqual([]);
    const all = await send('GET', `${at}/history`);
    expect([all.body.data.length, all.text.includes('former')]).toEqual([5, false]);
  });

  test('can be assigned lines by a valid link that shows them', async () => {
    const [guest, late] = [await invite({ locales: ['de-de'] }), await invite()];
    const { link_id } = guest;
    const assign = (body: object) => send('POST', `${at}/assignments`, { nos: [2], ...body });
    const fields = async (body: object) => fieldsOf((await assign(body)).body);
    expect(await fields({})).toEqual(['body']);
    expect(await fields({ link_id, user_id: owner.user_id })).toEqual(['body']);
    expect(await fields({ link_id, nos: [2, 3] })).toEqual(['body.nos.1']);
    const hidden = await assign({ link_id, nos: undefined, filter: {} });
    expect([fieldsOf(hidden.body), hidden.text]).toEqual([
      ['body.filter'],
      expect.stringContaining('line 1 ('),
    ]);
    for (const [id, nos] of [
      [link_id, [2]],
      [late.link_id, [3]],
    ] as const)
      expect((await assign({ link_id: id, nos })).status).toBe(201);
    await revoke(link_id);
    await expireLink(late.link_id);
    for (const id of [link_id, late.link_id, newId()])
      expect(await fields({ link_id: id })).toEqual(['body.link_id']);
    const { assignments } = (await send('GET', at)).body.data;
    const ended_at = expect.any(String);
    expect(assignments).toMatchObject([{ ended_at }, { ended_at: PAST.expires_at.toISOString() }]);
  });

  test('decides and comments under the name that it entered, and changes only its own comments', async () => {
    const guest = await invite();
    const decided = await send('PUT', `${at}/items/2/decision`, { decision: 'approved' }, guest);
    expect(decided.body.data.decided_by).toEqual({ kind: 'guest', id: guest.guest.id, name: 'Li' });
    const say = async (as: Credential) =>
      (await send('POST', `${at}/items/2/comments`, { body: 'Slow.' }, as)).body.data.id;
    const [own, theirs] = [await say(guest), await say(owner)];
    const change = async (id: string, body: object) =>
      (await send('PATCH', `${at}/comments/${id}`, body, guest)).status;
    expect(await change(own, { body: 'Fast.' })).toBe(200);
    expect(await change(theirs, { body: 'Fast.' })).toBe(403);
    expect(await change(theirs, { is_resolved: true })).toBe(200);
    expect((await send('DELETE', `${at}/comments/${theirs}`, undefined, guest)).status).toBe(403);
  });

  test('follows the events of visible lines until the link is revoked', async () => {
    const guest = await invite({ locales: ['de-de'] });
    const response = await fetch(new URL(`${at}/events`, server.url), {
      headers: { Authorization: `Bearer ${guest.token}` },
    });
    for (const no of [1, 2]) await send('PUT', `${at}/items/${no}/decision`, { decision: 'rejected' });
    let text = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (text === '') await revoke(guest.link_id);
      text += piece;
    }
    const events = [...text.matchAll(/^data: (.+)$/gm)].map(
      ([, data]) => JSON.parse(data ?? '') as ReviewEvent,
    );
    expect(events).toMatchObject([{ id: 2, data: { items: [{ no: 2 }] } }]);
  });
});

describe('the history of a review', () => {
  const NOTE = 'n'.repeat(2_000);

  test('stores the note of a decision once, and shows it with every line', async () => {
    const { id } = (
      await send('POST', `${at}/decisions`, {
        filter: {},
        decision: 'rejected',
        note: NOTE,
      }).then(() => send('GET', at))
    ).body.data;
    await send('POST', `${at}/decisions`, { filter: {}, decision: 'rejected', note: 'Again.' });
    const { rows } = await sql<{ text: string }>`
      select data::text as text from review_event where review_id = ${id} order by seq`.execute(
      server.app.db,
    );
    expect(rows.map(({ text }) => text.split(NOTE).length - 1)).toEqual([1, 1]);
    const { data } = (await send('GET', `${at}/history`)).body;
    const states = data.map(({ data: { items } }: ReviewEvent & { data: { items: object[] } }) => items[1]);
    expect(states).toMatchObject([
      { before: { note: NOTE }, after: { note: 'Again.' } },
      { before: { note: null }, after: { note: NOTE } },
    ]);
    const [last] = (await send('GET', `${at}/history?no=2`)).body.data;
    expect(last.data.items).toMatchObject([{ no: 2, before: { note: NOTE }, after: { note: 'Again.' } }]);
  });

  const addHistory = (link_id: string, history_bytes: number) =>
    server.app.db.updateTable('review_link').set({ history_bytes }).where('id', '=', link_id).execute();

  test('grows by at most 20 MB through one link, by decisions and comments alike', async () => {
    const guest = await invite();
    const decide = (note: string) =>
      send('PUT', `${at}/items/2/decision`, { decision: 'rejected', note }, guest);
    expect((await decide(NOTE)).status).toBe(200);
    const { history_bytes } = await server.app.db
      .selectFrom('review_link')
      .select('history_bytes')
      .where('id', '=', guest.link_id)
      .executeTakeFirstOrThrow();
    expect(history_bytes).toBeGreaterThan(2_000);
    expect(history_bytes).toBeLessThan(2_500);
    await addHistory(guest.link_id, 20_000_000 - 100);
    for (const refused of [
      await decide('More.'),
      await send('POST', `${at}/items/2/comments`, { body: 'More.' }, guest),
    ]) {
      expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
      expect(refused.body.error.message).toContain('Ask for a new link');
    }
    expect((await send('PUT', `${at}/items/2/decision`, { decision: 'approved' })).status).toBe(200);
    expect((await send('POST', `${at}/items/2/comments`, { body: 'Mine.' }, await invite())).status).toBe(
      201,
    );
  });

  test('counts the text of a comment once, and limits changes and deletions too', async () => {
    const guest = await invite();
    const { body: said } = await send('POST', `${at}/items/2/comments`, { body: NOTE }, guest);
    const path = `${at}/comments/${said.data.id}`;
    const bytes = async () =>
      (
        await server.app.db
          .selectFrom('review_link')
          .select('history_bytes')
          .where('id', '=', guest.link_id)
          .executeTakeFirstOrThrow()
      ).history_bytes;
    const before = await bytes();
    expect((await send('PATCH', path, { is_resolved: true }, guest)).status).toBe(200);
    expect((await bytes()) - before).toBeLessThan(1_000);
    await addHistory(guest.link_id, 20_000_000);
    expect((await send('PATCH', path, { body: 'Longer.' }, guest)).status).toBe(409);
    expect((await send('DELETE', path, undefined, guest)).status).toBe(409);
  });

  test('grows by at most 100 MB through all links of the review', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { id } = await share();
      await addHistory(id, 20_000_000);
      await revoke(id);
    }
    const refused = await send('PUT', `${at}/items/2/decision`, { decision: 'rejected' }, await invite());
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  });
});

test.each(['rejected', 'needs_work', 'waived', 'approved'])(
  'a guest cannot withdraw the decision of a member: %s',
  async (decision) => {
    const guest = await invite();
    await send('PUT', `${at}/items/2/decision`, { decision });
    const isSettled = decision === 'approved' || decision === 'waived';
    for (const other of [{ decision: null }, ...(isSettled ? [{ decision: 'rejected' }] : [])]) {
      const one = await send('PUT', `${at}/items/2/decision`, other, guest);
      expect([one.status, one.body.error.message]).toEqual([409, expect.stringContaining('Only members')]);
      const many = await send('POST', `${at}/decisions`, { entries: [{ no: 2, ...other }] }, guest);
      expect(many.body.data).toMatchObject({ saved_count: 0, conflicts_count: 1 });
    }
    const { decided_by, ...item } = (await send('GET', `${at}/items/2`)).body.data;
    expect([item.decision, decided_by.kind]).toEqual([decision, 'user']);
    const own = await send('PUT', `${at}/items/3/decision`, { decision: 'rejected' }, guest);
    expect(own.status).toBe(200);
    expect((await send('PUT', `${at}/items/3/decision`, { decision: null }, guest)).status).toBe(200);
  },
);

test.each([
  ['link', 1_200],
  ['review', 3_000],
])('all guests of a %s share %i requests per minute', async (name, limit) => {
  const guest = await invite();
  const key = name === 'link' ? `link:${guest.link_id}` : `review:${review_id}`;
  // As if other guests had used them up.
  await sql`insert into rate_limit (key, points, leased, expire)
    values (${key}, ${limit}, 0, (extract(epoch from now()) * 1000)::bigint + 60000)`.execute(server.app.db);
  const { status, headers } = await send('GET', at, undefined, guest);
  expect([status, headers.get('ratelimit-policy')]).toEqual([429, `"${name}";q=${limit};w=60`]);
});

test('an address may send 20 requests per minute to enter', async () => {
  // More requests than two windows allow, because a minute can end in between.
  const answers = await Promise.all(Array.from({ length: 41 }, () => enter('vl_share_unknown')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('ratelimit-policy')).toBe('"address";q=20;w=60');
});
