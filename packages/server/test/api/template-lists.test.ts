import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { starterId } from '../../src/features/templates/seed.ts';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import {
  collectTemplates,
  createTemplate,
  MINE,
  publish,
  TEMPLATES,
  type TemplateBody,
  uniqueWord,
} from '../support/templates.ts';
import { fieldsOf } from '../support/workflows.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const STARTER = starterId('game-dialogue');
const get = (path: string, as: Credential = member) => server.request('GET', path, { as });
const list = (path: string, who = member) => collectTemplates({ server, member: who }, path);
const ids = async (path: string, who = member) => (await list(path, who)).map(({ id }) => id);
const names = async (path: string, who = member) => (await list(path, who)).map(({ name }) => name);
const create = (fields: object, who = member) => createTemplate({ server, member: who }, fields);
const favorite = (id: string, as: Credential = member) =>
  server.request('POST', `${TEMPLATES}/${id}/favorite`, { as });
const unfavorite = (id: string, as: Credential = member) =>
  server.request('DELETE', `${TEMPLATES}/${id}/favorite`, { as });

async function createPublic(fields: object, who = member): Promise<TemplateBody> {
  const template = await create(fields, who);
  await publish(server, template.id);
  return template;
}

describe('the gallery', () => {
  test('shows public and starter templates, and never a workspace', async () => {
    const shown = await createPublic({ name: 'Shown' });
    const hidden = await create({ name: 'Hidden' });
    const { body, text } = await get(`${TEMPLATES}?limit=100`, await createMember(server));
    const found: string[] = body.data.map(({ id }: TemplateBody) => id);
    expect(found).toContain(shown.id);
    expect(found).toContain(STARTER);
    expect(found).not.toContain(hidden.id);
    expect(await ids(`${TEMPLATES}?limit=100`)).not.toContain(hidden.id);
    expect(text).not.toContain('workspace_id');
    expect(body.data[0]).toHaveProperty('definition.graph.nodes');
    expect(body.pagination).toEqual({ limit: 100, next: null, prev: null });
  });

  test('omits deleted templates', async () => {
    const { id } = await createPublic({ name: 'Short-lived' });
    await server.request('DELETE', `${TEMPLATES}/${id}`, { as: member });
    expect(await ids(`${TEMPLATES}?limit=100`)).not.toContain(id);
  });

  test('is available to keys that can read templates', async () => {
    const key = await createKey(server, member, { scopes: ['templates:read'] });
    expect((await get(TEMPLATES, key)).status).toBe(200);
  });
});

describe('the templates of the caller', () => {
  test('are those that the caller created in the workspace', async () => {
    const other = await createMember(server, { workspace_id: member.workspace_id });
    await create({ name: 'Mine' });
    await createPublic({ name: 'Mine and public' });
    await create({ name: 'Of a colleague' }, other);
    expect((await names(MINE)).sort()).toEqual(['Mine', 'Mine and public']);
    expect(await names(MINE, other)).toEqual(['Of a colleague']);
    expect((await get(MINE, { token: other.token })).body.data).toEqual([]);
    expect((await get(MINE, await createMember(server))).body.data).toEqual([]);
  });

  test('are not listed for keys', async () => {
    const { status, body } = await get(MINE, await createKey(server, member));
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('filters', () => {
  test('categories are combined with OR, and search covers name and description', async () => {
    await create({ name: 'Alpha', category: 'media', description: 'For the LAUNCH, 100% new' });
    await create({ name: 'Launch beta', category: 'business' });
    await create({ name: 'Gamma', category: 'wellness' });
    await create({ name: 'Delta' });
    expect(await names(`${MINE}?category=media&category=wellness&sort=name`)).toEqual(['Alpha', 'Gamma']);
    expect(await names(`${MINE}?category=business`)).toEqual(['Launch beta']);
    expect(await names(`${MINE}?search=launch&sort=name`)).toEqual(['Alpha', 'Launch beta']);
    expect(await names(`${MINE}?search=launch&category=business`)).toEqual(['Launch beta']);
    expect(await names(`${MINE}?search=00%25`)).toEqual(['Alpha']);
    expect(await names(`${MINE}?search=_`)).toEqual([]);
  });

  test('also work on the gallery', async () => {
    const word = uniqueWord();
    await createPublic({ name: word, category: 'education' });
    await createPublic({ name: 'Other', description: `About ${word}`, category: 'media' });
    await create({ name: `${word} hidden` });
    expect(await names(`${TEMPLATES}?search=${word}&sort=name`)).toEqual(['Other', word]);
    expect(await names(`${TEMPLATES}?search=${word}&category=education`)).toEqual([word]);
  });

  test.each([
    ['category=sports', 'query.category'],
    ['sort=oldest', 'query.sort'],
    [`search=${'a'.repeat(101)}`, 'query.search'],
    ['favorites_only=yes', 'query.favorites_only'],
    ['limit=0', 'query.limit'],
    ['limit=101', 'query.limit'],
    ['offset=10001', 'query.offset'],
    ['cursor=nonsense', 'query.cursor'],
    ['cursor=x&offset=1', 'query.cursor'],
  ])('%s is rejected at its field', async (query, field) => {
    for (const path of [TEMPLATES, MINE]) {
      const { status, body } = await get(`${path}?${query}`);
      expect(status).toBe(422);
      expect(fieldsOf(body).join(' ')).toContain(field);
    }
  });
});

describe('order and pages', () => {
  test('the newest are first by default; popular and name change the order', async () => {
    const word = uniqueWord();
    const created: TemplateBody[] = [];
    for (const [name, uses] of [
      [`${word} b`, 1],
      [`${word} C`, 3],
      [`${word} a`, 2],
    ] as const) {
      const template = await createPublic({ name });
      created.push(template);
      const { db } = server.app;
      const created_at = new Date(Date.UTC(2026, 0, created.length));
      await db
        .updateTable('template')
        .set({ uses_count: uses, created_at })
        .where('id', '=', template.id)
        .execute();
    }
    for (const path of [TEMPLATES, MINE]) {
      const short = async (sort: string) =>
        (await names(`${path}?search=${word}${sort}`)).map((name) => name.at(-1));
      expect(await short('')).toEqual(['a', 'C', 'b']);
      expect(await short('&sort=recent')).toEqual(['a', 'C', 'b']);
      expect(await short('&sort=popular')).toEqual(['C', 'a', 'b']);
      expect(await short('&sort=name')).toEqual(['a', 'b', 'C']);
    }
  });

  test.each(['recent', 'popular', 'name'])(
    'pages by %s are complete with equal values, in both directions',
    async (sort) => {
      const word = uniqueWord();
      for (let index = 0; index < 7; index++)
        await createPublic({ name: index % 2 ? word : word.toUpperCase() });
      await server.app.db
        .updateTable('template')
        .set({ created_at: new Date('2026-01-01T00:00:00Z') })
        .where('workspace_id', '=', member.workspace_id)
        .execute();
      for (const path of [TEMPLATES, MINE]) {
        const query = `${path}?search=${word}&sort=${sort}`;
        const whole = await ids(`${query}&limit=100`);
        expect(new Set(whole).size).toBe(7);
        expect(await ids(`${query}&limit=2`)).toEqual(whole);
        const middle = await get(`${query}&limit=3&offset=2`);
        expect(middle.body.data.map(({ id }: TemplateBody) => id)).toEqual(whole.slice(2, 5));
        const next = await get(middle.body.pagination.next);
        const back = await get(next.body.pagination.prev);
        expect(back.body.data.map(({ id }: TemplateBody) => id)).toEqual(whole.slice(2, 5));
      }
    },
  );

  test('a cursor is valid only for its list, order and filter', async () => {
    await create({ name: 'a' });
    await create({ name: 'b' });
    const { body } = await get(`${MINE}?limit=1`);
    const cursor = new URL(body.pagination.next).searchParams.get('cursor');
    for (const path of [
      `${TEMPLATES}?limit=1`,
      `${MINE}?limit=1&sort=name`,
      `${MINE}?limit=1&category=media`,
    ]) {
      const refused = await get(`${path}&cursor=${cursor}`);
      expect([refused.status, fieldsOf(refused.body)]).toEqual([422, ['query.cursor']]);
    }
  });
});

describe('favorites', () => {
  test('belong to the user, in every workspace, and can be set twice', async () => {
    const colleague = await createMember(server, { workspace_id: member.workspace_id });
    const first = await favorite(STARTER);
    expect([first.status, first.body.data]).toEqual([
      200,
      expect.objectContaining({ id: STARTER, is_favorite: true }),
    ]);
    expect((await favorite(STARTER)).body.data).toEqual(first.body.data);
    const elsewhere = await createMember(server);
    await server.app.db
      .insertInto('workspace_member')
      .values({
        id: randomUUID(),
        workspace_id: elsewhere.workspace_id,
        user_id: member.user_id,
        role: 'viewer',
        created_at: new Date(),
      })
      .execute();
    const there = { token: member.token, workspace_id: elsewhere.workspace_id };
    expect((await get(`${TEMPLATES}/${STARTER}`, there)).body.data.is_favorite).toBe(true);
    expect((await get(`${TEMPLATES}/${STARTER}`, colleague)).body.data.is_favorite).toBe(false);
    expect(await ids(`${TEMPLATES}?favorites_only=true`)).toEqual([STARTER]);
    expect(await ids(`${TEMPLATES}?favorites_only=true`, colleague)).toEqual([]);
  });

  test('can be removed, and removing reveals nothing about the template', async () => {
    const foreign = await create({ name: 'Foreign' }, await createMember(server));
    await favorite(STARTER);
    for (const id of [STARTER, STARTER, foreign.id, randomUUID()]) {
      const { status, body } = await unfavorite(id);
      expect([status, body.data]).toEqual([200, {}]);
    }
    expect((await get(`${TEMPLATES}/${STARTER}`)).body.data.is_favorite).toBe(false);
    expect((await unfavorite('not-an-id')).status).toBe(422);
  });

  test('removing leaves the favorites of others', async () => {
    const other = await createMember(server);
    await favorite(STARTER);
    await favorite(STARTER, other);
    await unfavorite(STARTER);
    expect(await ids(`${TEMPLATES}?favorites_only=true`, other)).toEqual([STARTER]);
  });

  test('accept exactly the templates that the caller can get, in any of the workspaces of the caller', async () => {
    const [author, viewer] = [
      await createMember(server, { workspace_id: member.workspace_id }),
      await createMember(server, { workspace_id: member.workspace_id, role: 'viewer' }),
    ];
    const { id } = await create({ name: 'Private' }, author);
    for (const who of [author, member, viewer, { token: viewer.token }]) {
      const { status, body } = await favorite(id, who);
      expect([status, body.data]).toEqual([200, expect.objectContaining({ id, is_favorite: true })]);
    }
    for (const who of [author, member, viewer]) {
      expect((await get(`${TEMPLATES}/${id}`, who)).body.data.is_favorite).toBe(true);
      expect(await ids(`${TEMPLATES}?favorites_only=true`, who)).toEqual([id]);
      expect(await ids(`${TEMPLATES}?limit=100`, who)).not.toContain(id);
    }
    expect(await ids(`${MINE}?favorites_only=true`, author)).toEqual([id]);
    const stranger = await createMember(server);
    expect((await get(`${TEMPLATES}/${id}`, stranger)).status).toBe(404);
    for (const unseen of [id, randomUUID()]) {
      const { status, body } = await favorite(unseen, stranger);
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('in a workspace that the author has left end with the membership', async () => {
    const author = await createMember(server, { workspace_id: member.workspace_id });
    const [own, other] = [
      await create({ name: 'Left behind' }, author),
      await create({ name: 'Other' }, author),
    ];
    await favorite(own.id, author);
    await server.app.db
      .deleteFrom('workspace_member')
      .where('workspace_id', '=', member.workspace_id)
      .where('user_id', '=', author.user_id)
      .execute();
    const alone = { token: author.token };
    expect((await favorite(own.id, alone)).status).toBe(404);
    expect((await favorite(other.id, alone)).status).toBe(404);
    expect((await get(`${TEMPLATES}?favorites_only=true`, alone)).body.data).toEqual([]);
  });

  test('of a deleted template are removed', async () => {
    const { id } = await create({ name: 'Gone' });
    await favorite(id);
    await server.request('DELETE', `${TEMPLATES}/${id}`, { as: member });
    expect((await favorite(id)).status).toBe(404);
    expect(await ids(`${TEMPLATES}?favorites_only=true`)).toEqual([]);
  });

  test('show a key nothing private from other workspaces', async () => {
    const home = await createMember(server);
    const guest = await createMember(server, { workspace_id: home.workspace_id, role: 'editor' });
    const own = await create({ name: 'At home' }, guest);
    const personal = { token: guest.token };
    const made = await server.request('POST', TEMPLATES, { as: personal, body: { name: 'Personal' } });
    for (const id of [own.id, made.body.data.id]) expect((await favorite(id, guest)).status).toBe(200);
    const key = await createKey(server, guest, { scopes: ['templates:read'] });
    const { body } = await get(`${TEMPLATES}?favorites_only=true`, key);
    expect(body.data.map(({ id }: TemplateBody) => id)).toEqual([own.id]);
    expect(await ids(`${TEMPLATES}?favorites_only=true&sort=name`, guest)).toEqual([
      own.id,
      made.body.data.id,
    ]);
  });
});
