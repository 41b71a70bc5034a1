import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
  member = await createMember(server);
});
afterAll(() => server.close());

const suggest = (body: object, as: { token: string } = member) =>
  server.request('POST', '/api/v1/dictionary/suggest-pronunciation', { as, body });
const suggested = async (body: object) => (await suggest(body)).body.data;

/** How the embedded engine reads a text. */
async function ipaOf(word: string, language: string): Promise<string> {
  return (await suggested({ word, language })).ipa;
}

test.each([
  ['en-us', 'schedule'],
  ['en-us', 'Leicester'],
  ['en-gb', 'measure'],
  ['de-de', 'Pfütze'],
  ['fr-fr', 'oiseau'],
  ['es-es', 'quiero'],
  ['it-it', 'scienza'],
  ['pt-br', 'coração'],
])('in %s, the respelling of %s is read like the word', async (language, word) => {
  const { ipa, pronunciation, reason } = await suggested({ word, language });
  expect(reason).toBeNull();
  const sounds = (text: string) => text.replaceAll(/[ˈˌː]/gu, '');
  expect(sounds(await ipaOf(pronunciation, language))).toBe(sounds(ipa));
});

test('a word of another language is read by the rules of its origin', async () => {
  const own = await suggested({ word: 'Guillermo', language: 'en-us' });
  const spanish = await suggested({ word: 'Guillermo', language: 'en-us', origin: 'es-es' });
  expect(spanish.ipa).not.toBe(own.ipa);
  expect(spanish).toMatchObject({ word: 'Guillermo', language: 'en-us', reason: null });
  expect(spanish.pronunciation).toMatch(/^[a-z]+$/);
});

test('a suggestion can be stored as an entry, by its respelling or by its IPA', async () => {
  const { reason: _, ...suggestion } = await suggested({ word: 'Worcestershire', language: 'en-us' });
  for (const [method, language] of [
    ['spelled', 'en-us'],
    ['ipa', 'en'],
  ]) {
    const body = { ...suggestion, method, language };
    const stored = await server.request('POST', '/api/v1/dictionary', { as: member, body });
    expect(stored.status, stored.text).toBe(201);
  }
});

test('where a pronunciation is missing, the reason says why', async () => {
  expect(await suggested({ word: '明日', language: 'ja-jp' })).toMatchObject({
    ...{ pronunciation: 'あした', ipa: null },
    reason: 'The engine reads Japanese as kana, not as IPA.',
  });
  expect(await suggested({ word: 'Дрёма', language: 'ru-ru' })).toMatchObject({
    ...{ pronunciation: null, ipa: expect.stringMatching(/./) },
    reason: 'Words cannot be respelled in ru-ru.',
  });
  expect(await suggested({ word: 'ສະບາຍດີ', language: 'lo-la' })).toMatchObject({
    ...{ pronunciation: null, ipa: null },
    reason: 'The engine cannot read the word in lo-la.',
  });
});

test('a word without letters is rejected, and a key needs the scope of the dictionary', async () => {
  const rejected = await suggest({ word: '…', language: 'en-us' });
  expect(rejected.body.error.details[0].field).toBe('body.word');
  const reader = await createKey(server, member, { scopes: ['dictionary:read'] });
  expect((await suggest({ word: 'harbor', language: 'en-us' }, reader)).status).toBe(200);
  const other = await createKey(server, member, { scopes: ['voices:read'] });
  expect((await suggest({ word: 'harbor', language: 'en-us' }, other)).status).toBe(403);
});
