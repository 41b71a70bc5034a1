import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { until } from '../support/until.ts';
import { fieldsOf } from '../support/workflows.ts';

const DICTIONARY = '/api/v1/dictionary';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const get = (path: string, as: Credential = member) => server.request('GET', path, { as });
const create = (body: object, as: Credential = member) => server.request('POST', DICTIONARY, { as, body });
const entry = (word: string, more: object = {}) => ({ word, pronunciation: 'x', language: 'en', ...more });
const words = (body: { data: { word: string }[] }) => body.data.map(({ word }) => word);

async function insertUpload(fields: { category?: string; status?: string; workspace_id?: string } = {}) {
  const [id, now] = [newId(), new Date()];
  const { category = 'dictionary', status = 'confirmed', workspace_id = member.workspace_id } = fields;
  await server.app.db
    .insertInto('upload')
    .values({
      id,
      workspace_id,
      user_id: member.user_id,
      filename: 'word.wav',
      category,
      content_type: 'audio/wav',
      format: 'wav',
      status,
      object_key: `test/${id}`,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

describe('a new entry', () => {
  test('is returned completely, with its language in API format', async () => {
    const { status, body } = await create({
      word: '  Nginx ',
      pronunciation: 'engine x',
      language: 'en_US',
      description: 'The server.',
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      word: 'Nginx',
      method: 'spelled',
      pronunciation: 'engine x',
      ipa: null,
      upload_id: null,
      language: 'en-us',
      context: null,
      description: 'The server.',
      uses_count: 0,
      created_by: member.user_id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await get(DICTIONARY)).body.data).toEqual([body.data]);
  });

  test.each([
    ['without a word', { pronunciation: 'x', language: 'en' }, 'body.word'],
    ['with a word of punctuation', entry('?!'), 'body.word'],
    ['with a word that is too long', entry('x'.repeat(101)), 'body.word'],
    ['with markup in what is spoken', entry('a', { pronunciation: '<break/>' }), 'body.pronunciation'],
    ['in no language', entry('a', { language: 'no such' }), 'body.language'],
    ['in an unknown language', entry('a', { language: 'xx-zz' }), 'body.language'],
    ['in an unknown region', entry('a', { language: 'en-zq' }), 'body.language'],
    ['of an unknown method', entry('a', { method: 'sung' }), 'body.method'],
    ['that is spelled without a spelling', { word: 'a', language: 'en' }, 'body.pronunciation'],
    ['of phonetic signs without any', entry('a', { method: 'ipa' }), 'body.ipa'],
    ['of a recording without one', entry('a', { method: 'recorded' }), 'body.upload_id'],
    ['with an upload that is not there', entry('a', { upload_id: newId() }), 'body.upload_id'],
    ['with a context without words', entry('a', { context: { before: [] } }), 'body.context'],
    ['with a sign as a neighbor', entry('a', { context: { after: ['!'] } }), 'body.context.after.0'],
    ['with two neighbors in one', entry('a', { context: { before: ['b;c'] } }), 'body.context.before.0'],
    [
      'with too many neighbors',
      entry('a', { context: { before: Array.from({ length: 21 }, String) } }),
      'body.context.before',
    ],
  ])('%s is rejected at its field', async (_name, body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer.body)).toEqual([field]);
  });

  test('that names a recording deleted at the same moment is rejected', async () => {
    const { db } = server.app;
    const upload_id = await insertUpload();
    const waits = sql<{ waits: boolean }>`select exists (
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%dictionary_entry%'
    ) as waits`;
    const answer = await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('upload').where('id', '=', upload_id).execute();
      const created = create(entry('a', { method: 'recorded', upload_id }));
      await until(async () => (await waits.execute(db)).rows[0]?.waits === true);
      return { created };
    });
    const { status, body } = await answer.created;
    expect([status, fieldsOf(body)]).toEqual([422, ['body.upload_id']]);
  });

  test('may name a confirmed recording of the workspace and no other upload', async () => {
    const named = (upload_id: string) => create(entry('a', { method: 'recorded', upload_id }));
    const stranger = await createMember(server);
    for (const other of [
      await insertUpload({ category: 'script' }),
      await insertUpload({ status: 'pending' }),
      await insertUpload({ workspace_id: stranger.workspace_id }),
    ])
      expect((await named(other)).status).toBe(422);
    const upload_id = await insertUpload();
    const { status, body } = await named(upload_id);
    expect([status, body.data.upload_id]).toEqual([201, upload_id]);
    const removed = await server.request('DELETE', `/api/v1/uploads/${upload_id}`, { as: member });
    expect(removed.status).toBe(200);
    expect((await get(DICTIONARY)).body.data[0].upload_id).toBeNull();
  });
});

describe('a word', () => {
  test('has one entry per language, regardless of case', async () => {
    expect((await create(entry('SQL'))).status).toBe(201);
    const again = await create(entry('sql'));
    expect([again.status, again.body.error.code]).toEqual([409, 'NAME_TAKEN']);
    expect((await create(entry('sql', { language: 'de' }))).status).toBe(201);
    expect((await create(entry('sql', { language: 'en-us' }))).status).toBe(201);
    expect((await create(entry('sql'), await createMember(server))).status).toBe(201);
  });

  test('has one entry per context, regardless of order and case of the context words', async () => {
    const lead = (context: object | null) => create(entry('lead', { context }));
    expect((await lead(null)).status).toBe(201);
    const first = await lead({ before: ['The', 'a'], after: ['pipe'] });
    expect([first.status, first.body.data.context]).toEqual([201, { before: ['a', 'the'], after: ['pipe'] }]);
    const again = await lead({ before: ['A', 'the', 'a'], after: ['Pipe'] });
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'The dictionary already has an entry for "lead" in en with this context.',
    ]);
    expect((await lead({ before: ['a'] })).status).toBe(201);
    expect((await lead({ after: ['a'] })).status).toBe(201);
    expect((await get(DICTIONARY)).body.data).toHaveLength(4);
  });

  test('added many times at once is stored once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(entry('Race'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('cannot be changed to one that exists', async () => {
    await create(entry('one'));
    const { body } = await create(entry('two'));
    const path = `${DICTIONARY}/${body.data.id}`;
    const taken = await server.request('PUT', path, { as: member, body: entry('ONE') });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'NAME_TAKEN']);
    const own = await server.request('PUT', path, {
      as: member,
      body: entry('TWO', { pronunciation: 'tee double u' }),
    });
    expect([own.status, own.body.data.word, own.body.data.pronunciation]).toEqual([
      200,
      'TWO',
      'tee double u',
    ]);
  });
});

test('replacing resets omitted fields to their defaults', async () => {
  const { body } = await create(entry('a', { description: 'kept?', ipa: 'eɪ' }));
  const replaced = await server.request('PUT', `${DICTIONARY}/${body.data.id}`, {
    as: member,
    body: entry('b'),
  });
  expect(replaced.body.data).toMatchObject({ id: body.data.id, word: 'b', description: null, ipa: null });
});

test('a deleted entry is not found', async () => {
  const { body } = await create(entry('a'));
  const remove = () => server.request('DELETE', `${DICTIONARY}/${body.data.id}`, { as: member });
  expect((await remove()).body.data).toEqual({});
  expect((await remove()).status).toBe(404);
  expect((await get(DICTIONARY)).body.data).toEqual([]);
});

test('an entry is invisible to another workspace', async () => {
  const { body } = await create(entry('secret'));
  const stranger = await createMember(server);
  const path = `${DICTIONARY}/${body.data.id}`;
  expect((await server.request('PUT', path, { as: stranger, body: entry('mine') })).status).toBe(404);
  expect((await server.request('DELETE', path, { as: stranger })).status).toBe(404);
  expect((await get(`${DICTIONARY}/search?q=secret`, stranger)).body.data).toEqual([]);
  expect((await get(`${DICTIONARY}/languages`, stranger)).body.data).toEqual([]);
});

describe('lists', () => {
  beforeEach(async () => {
    for (const body of [
      entry('Zebra', { pronunciation: 'zee bra' }),
      entry('apple', { language: 'en-gb' }),
      entry('Mitte', { language: 'de-de', method: 'ipa', ipa: 'ˈmɪtə' }),
      entry('banana', { language: 'en-us' }),
    ])
      expect((await create(body)).status).toBe(201);
  });

  test('are sorted by word, and paging is complete in both directions', async () => {
    const all = ['apple', 'banana', 'Mitte', 'Zebra'];
    expect(words((await get(DICTIONARY)).body)).toEqual(all);
    const first = await get(`${DICTIONARY}?limit=3`);
    const second = await get(first.body.pagination.next);
    expect([...words(first.body), ...words(second.body)]).toEqual(all);
    expect((await get(second.body.pagination.prev)).body.data).toEqual(first.body.data);
    expect(second.body.pagination.next).toBeNull();
  });

  test('filter by language, including all its regions, and by method', async () => {
    expect(words((await get(`${DICTIONARY}?language=en`)).body)).toEqual(['apple', 'banana', 'Zebra']);
    expect(words((await get(`${DICTIONARY}?language=en-US&language=de`)).body)).toEqual(['banana', 'Mitte']);
    expect(words((await get(`${DICTIONARY}?method=ipa`)).body)).toEqual(['Mitte']);
  });

  test('search in words and pronunciations, and % is not a wildcard', async () => {
    expect(words((await get(`${DICTIONARY}/search?q=AN`)).body)).toEqual(['banana']);
    expect(words((await get(`${DICTIONARY}/search?q=zee`)).body)).toEqual(['Zebra']);
    expect(words((await get(`${DICTIONARY}/search?q=${encodeURIComponent('mɪt')}`)).body)).toEqual(['Mitte']);
    expect(words((await get(`${DICTIONARY}/search?q=%25`)).body)).toEqual([]);
    expect(words((await get(`${DICTIONARY}/search?search=AN`)).body)).toEqual(['banana']);
    expect(words((await get(`${DICTIONARY}?search=zee&language=en`)).body)).toEqual(['Zebra']);
    expect(words((await get(`${DICTIONARY}/search`)).body)).toHaveLength(4);
    expect(fieldsOf((await get(`${DICTIONARY}/search?q=a&search=b`)).body)).toEqual(['query.search']);
  });

  test('of languages contain their names and their numbers of entries', async () => {
    const { body } = await get(`${DICTIONARY}/languages`);
    expect(body.data).toEqual([
      { language: 'de-de', code: 'de-de', display_name: 'German (Germany)', entries_count: 1, count: 1 },
      { language: 'en', code: 'en', display_name: 'English', entries_count: 1, count: 1 },
      { language: 'en-gb', code: 'en-gb', display_name: 'British English', entries_count: 1, count: 1 },
      { language: 'en-us', code: 'en-us', display_name: 'American English', entries_count: 1, count: 1 },
    ]);
    expect(body).not.toHaveProperty('pagination');
  });
});

test('a key with the write scope can write', async () => {
  const key = await createKey(server, member, { scopes: ['dictionary:write'] });
  expect((await create(entry('by key'), key)).status).toBe(201);
});
