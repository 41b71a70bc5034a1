import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
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
const load = (body: object, as: Credential = member) =>
  server.request('POST', `${DICTIONARY}/import`, { as, body });
const list = async () =>
  (await get(DICTIONARY)).body.data.map((entry: Record<string, unknown>) => [
    entry.word,
    entry.language,
    entry.method,
    entry.pronunciation ?? entry.ipa,
  ]);

const PLS = `<?xml version="1.0" encoding="UTF-8"?>
<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-US">
  <lexeme><grapheme>Kael'thar</grapheme><phoneme>ˈkeɪl.θɑːr</phoneme></lexeme>
  <lexeme><grapheme>SQL</grapheme><alias>sequel</alias></lexeme>
  <lexeme><grapheme>?!</grapheme><alias>what</alias></lexeme>
  <lexeme><grapheme>GIF</grapheme><phoneme alphabet="x-sampa">dZIf</phoneme></lexeme>
</lexicon>`;

describe('an import', () => {
  test('creates valid entries, and names every other part of the file with its row', async () => {
    const { status, body } = await load({ format: 'pls', content: PLS });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      created_count: 2,
      replaced_count: 0,
      unchanged_count: 0,
      problems_count: 2,
    });
    expect(body.data.problems.map(({ row }: { row: number }) => row)).toEqual([5, 6]);
    expect(await list()).toEqual([
      ["Kael'thar", 'en-us', 'ipa', 'ˈkeɪl.θɑːr'],
      ['SQL', 'en-us', 'spelled', 'sequel'],
    ]);
  });

  test('replaces entries that differ or keeps them on request, and is idempotent', async () => {
    const csv = (ipa: string) => `word,language,ipa,description\ngif,*,${ipa},\nnew,en,njuː,A note.\n`;
    expect((await load({ format: 'csv', content: csv('ɡɪf') })).body.data.created_count).toBe(2);
    const again = await load({ format: 'csv', content: csv('ɡɪf') });
    expect(again.body.data).toMatchObject({ created_count: 0, replaced_count: 0, unchanged_count: 2 });
    const kept = await load({ format: 'csv', content: csv('dʒɪf'), on_conflict: 'keep' });
    expect(kept.body.data).toMatchObject({ created_count: 0, replaced_count: 0, unchanged_count: 2 });
    const replaced = await load({ format: 'csv', content: csv('dʒɪf') });
    expect(replaced.body.data).toMatchObject({ created_count: 0, replaced_count: 1, unchanged_count: 1 });
    expect(await list()).toEqual([
      ['gif', '*', 'ipa', 'dʒɪf'],
      ['new', 'en', 'ipa', 'njuː'],
    ]);
  });

  test('stores 20 entries of a word in a language, and then the API accepts no more', async () => {
    const rows = Array.from({ length: 21 }, (_, index) => `lead,en,led,word${index}`);
    const content = ['word,language,pronunciation,after', ...rows, 'other,en,x,'].join('\n');
    const { body } = await load({ format: 'csv', content });
    expect(body.data).toMatchObject({ created_count: 21, problems_count: 1, problems: [{ row: 22 }] });
    expect(body.data.problems[0].message).toMatch(/20 entries for "lead" in en/);
    const entry = { word: 'LEAD', pronunciation: 'led', context: { before: ['a'] } };
    const create = (language: string) =>
      server.request('POST', DICTIONARY, { as: member, body: { ...entry, language } });
    const rejected = await create('en');
    expect([rejected.status, fieldsOf(rejected.body)]).toEqual([422, ['body.word']]);
    const other = await create('de');
    expect(other.status).toBe(201);
    const replace = (id: string) =>
      server.request('PUT', `${DICTIONARY}/${id}`, { as: member, body: { ...entry, language: 'en' } });
    expect((await replace(other.body.data.id)).status).toBe(422);
    const [stored] = (await get(`${DICTIONARY}?language=en`)).body.data;
    expect((await replace(stored.id)).status).toBe(200);
    expect((await load({ format: 'csv', content })).body.data).toMatchObject({ problems_count: 2 });
  });

  test('of many entries, twice at once, stores each once', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => `word ${index},en,x`);
    const content = ['word,language,pronunciation', ...rows].join('\n');
    const both = await Promise.all([
      load({ format: 'csv', content }),
      load({ format: 'csv', content: ['word,language,pronunciation', ...rows.toReversed()].join('\n') }),
    ]);
    const created = both.map(({ body }) => body.data.created_count);
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(2_500);
  });

  test.each([
    ['a file of another format', { format: 'pls', content: '<speak/>' }, 'body.content'],
    ['a table without the columns', { format: 'csv', content: 'a,b\n1,2\n' }, 'body.content'],
    ['an unknown format', { format: 'txt', content: 'a' }, 'body.format'],
    [
      'an unknown language',
      { format: 'csv', content: 'word,ipa\na,a\n', language: 'xx-zz' },
      'body.language',
    ],
  ])('rejects %s at its field', async (_, body, field) => {
    const response = await load(body);
    expect([response.status, fieldsOf(response.body)]).toEqual([422, [field]]);
  });

  test('needs write permission', async () => {
    const key = await createKey(server, member, { scopes: ['dictionary:read'] });
    expect((await load({ format: 'pls', content: PLS }, key)).status).toBe(403);
  });
});

describe('an export', () => {
  test.each(['pls', 'tbx', 'csv'])(
    'as %s imports into another workspace as the same entries',
    async (format) => {
      await load({ format: 'pls', content: PLS });
      const { body } = await get(`${DICTIONARY}/export?format=${format}`);
      expect(body.data).toMatchObject({ entries_count: 2, omitted_count: 0 });
      const before = await list();
      member = await createMember(server);
      const { content } = body.data;
      expect((await load({ format, content })).body.data).toMatchObject({ created_count: 2, problems: [] });
      expect(await list()).toEqual(before);
    },
  );

  test('as pls has one language, and lists the others', async () => {
    await load({ format: 'csv', content: 'word,language,ipa\na,en,a\nb,de,b\nc,*,c\n' });
    const all = await get(`${DICTIONARY}/export?format=pls`);
    expect([all.status, fieldsOf(all.body)]).toEqual([422, ['query.language']]);
    const { body } = await get(`${DICTIONARY}/export?format=pls&language=de`);
    expect(body.data).toMatchObject({ filename: 'dictionary-de.pls', entries_count: 1 });
    expect(body.data.content).toContain('xml:lang="de"');
    const every = await get(`${DICTIONARY}/export?format=pls&language=*`);
    expect(every.body.data.content).toContain('xml:lang="und"');
  });

  test('keeps contexts in a csv, and leaves them out of a pls file', async () => {
    const content = 'word,language,ipa,before,after\nlead,en,liːd,,\nlead,en,lɛd,of; the,Pipe\n';
    expect((await load({ format: 'csv', content })).body.data).toMatchObject({
      created_count: 2,
      problems: [],
    });
    const { data } = (await get(`${DICTIONARY}/export?format=csv`)).body;
    const again = await load({ format: 'csv', content: data.content });
    expect(again.body.data).toMatchObject({ unchanged_count: 2, problems: [] });
    expect(data.content).toContain('of; the,pipe');
    const pls = await get(`${DICTIONARY}/export?format=pls`);
    expect(pls.body.data).toMatchObject({ entries_count: 1, omitted_count: 1 });
  });

  test('omits and counts recordings, and contains nothing of another workspace', async () => {
    const row = await server.app.db.selectFrom('dictionary_entry').select('id').executeTakeFirst();
    expect(row).toBeDefined();
    const { body } = await get(`${DICTIONARY}/export?format=csv`);
    expect(body.data).toMatchObject({ entries_count: 0, omitted_count: 0, filename: 'dictionary.csv' });
  });
});
