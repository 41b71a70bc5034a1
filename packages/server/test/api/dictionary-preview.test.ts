import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { shortPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertWorkflow } from '../support/run-factory.ts';
import { fieldsOf } from '../support/workflows.ts';

let server: TestApp;
let member: Member;
let workflow_id: string;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
  const workflow = await insertWorkflow({ server, member }, shortPipeline({ text: 'One.\nTwo.' }));
  workflow_id = workflow.id;
});
afterAll(() => server.close());

const gif = { word: 'gif', method: 'ipa', ipa: 'ɡɪf', language: 'en', context: { after: ['file'] } };
const preview = (body: object, as = member) =>
  server.request('POST', '/api/v1/dictionary/preview', {
    as,
    body: { workflow_id, locale: 'en-us', ...body },
  });

test('an entry that is not stored is spoken once in each voice of the lines, without charge', async () => {
  const { status, body } = await preview({ entry: gif, text: 'A gif file.' });
  expect([status, body.data.text]).toEqual([200, 'A <phoneme alphabet="ipa" ph="ɡɪf">gif</phoneme> file.']);
  expect(body.data.voices).toEqual([
    expect.objectContaining({ provider: 'espeak', dropped: [], reason: null }),
  ]);
  const audio = await fetch(body.data.voices[0].link.url);
  expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  const takes = server.app.db
    .selectFrom('audio')
    .select('id')
    .where('workspace_id', '=', member.workspace_id);
  expect(await takes.execute()).toEqual([]);
});

test('without a text, the word of a stored entry is spoken alone, regardless of its context', async () => {
  const entry = await server.request('POST', '/api/v1/dictionary', { as: member, body: gif });
  const { body } = await preview({ entry_id: entry.body.data.id });
  expect(body.data.text).toBe('<phoneme alphabet="ipa" ph="ɡɪf">gif</phoneme>');
});

test.each([
  ['without an entry', {}, 'body.entry'],
  ['where the context does not match', { entry: gif, text: 'A gif.' }, 'body.text'],
  ['of a recording', { entry: { ...gif, method: 'recorded', upload_id: newId() } }, 'body.entry'],
  ['in a locale without lines', { entry: gif, locale: 'en-gb', text: 'A gif file.' }, 'body.locale'],
  ['in a voice that is not cast', { entry: gif, voice_ids: [newId()] }, 'body.locale'],
])('a preview %s is rejected at its field', async (_, body, field) => {
  const response = await preview(body);
  expect([response.status, fieldsOf(response.body)]).toEqual([422, [field]]);
});

test('neither the workflow nor the entry of another workspace can be previewed', async () => {
  const stranger = await createMember(server);
  expect((await preview({ entry: gif }, stranger)).status).toBe(404);
  const entry = await server.request('POST', '/api/v1/dictionary', { as: stranger, body: gif });
  expect((await preview({ entry_id: entry.body.data.id })).status).toBe(404);
});
