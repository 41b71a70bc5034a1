import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { putScript } from '../support/put-script.ts';
import { longestTurn } from '../support/turns.ts';
import { edge, narration, node } from '../support/workflows.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

/** How long a request to /health may wait. */
const MAX_TURN_MS = 250;

const post = (path: string, body: object = {}) =>
  server.request('POST', `/api/v1${path}`, { as: member, body });

async function created(definition: object): Promise<string> {
  const { status, body, text } = await post('/workflows', {
    name: `Scene ${crypto.randomUUID()}`,
    definition,
  });
  expect(status, text).toBe(201);
  return body.data.id;
}

const uploaded = (text: string, format = 'txt') => {
  const { user_id, workspace_id } = member;
  return putScript(server, { user_id, workspace_id }, text, format);
};

const scripted = (upload_id: string, generator: object = {}) =>
  narration({ input_type: 'file', upload_ids: [upload_id], source_language: 'en-us' }, generator);

function translated(text: string) {
  const source = node('source_script', { text, source_language: 'en-us' });
  const translator = node('operator_translator', { mode: 'pseudo', target_languages: ['de-de', 'fr-fr'] });
  const normalizer = node('operator_normalizer');
  const generator = node('operator_generator');
  const sink = node('sink_preview');
  const edges = [
    edge([source, 'lines'], [translator, 'lines']),
    edge([translator, 'lines'], [normalizer, 'lines']),
    edge([normalizer, 'lines'], [generator, 'lines']),
    edge([generator, 'audio'], [sink, 'audio']),
  ];
  return { graph: { nodes: [source, translator, normalizer, generator, sink], edges } };
}

const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('\n');

/** Texts that take long to read, at a size that a test has time for. */
const TEXTS: [string, () => Promise<object> | object][] = [
  ['a tag that never ends', async () => scripted(await uploaded(`<A${'A'.repeat(499_997)}<`))],
  ['many short rows', async () => scripted(await uploaded('a\n'.repeat(30_000)))],
  ['tags on every row', async () => scripted(await uploaded(rows(2_000, () => '<b>{n} '.repeat(20))))],
  ['quotation marks in translations', () => translated(`${'"'.repeat(9_000)}x!\n`.repeat(20))],
  ['numbers in translations', () => translated('On 3/4/2025, 17:30, $5.20 '.repeat(300))],
  [
    'a casting sheet of errors',
    async () =>
      narration(undefined, {
        casting_upload_id: await uploaded(`voice,character\n${'a,\n'.repeat(200_000)}`, 'csv'),
      }),
  ],
];

test.each(TEXTS)('the preview of %s does not hold up other requests', async (_, definition) => {
  const id = await created(await definition());
  const turn = await longestTurn(async () => {
    const { status, text } = await post(`/workflows/${id}/runs/preview`);
    expect(status, text).toBe(200);
  });
  expect(turn).toBeLessThan(MAX_TURN_MS);
});

test('an upload of short rows is read without holding up other requests', async () => {
  const id = await uploaded('a\n'.repeat(100_000));
  const path = `/api/v1/uploads/${id}/script?source_language=en-us`;
  const turn = await longestTurn(async () => {
    const { status, text } = await server.request('GET', path, { as: member });
    expect(status, text).toBe(200);
  });
  expect(turn).toBeLessThan(MAX_TURN_MS);
});

test('an import of a dictionary with errors does not hold up other requests', async () => {
  const content = `word,language,ipa\n${'a,xx,b\n'.repeat(100_000)}${rows(9_000, (at) => `w${at},en,b`)}`;
  const turn = await longestTurn(async () => {
    const { status, body, text } = await post('/dictionary/import', { format: 'csv', content });
    expect(status, text).toBe(200);
    expect(body.data).toMatchObject({ created_count: 9_000, problems_count: 100_000 });
  });
  expect(turn).toBeLessThan(MAX_TURN_MS);
});
