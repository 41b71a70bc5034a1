import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { fieldsOf, narration } from '../support/workflows.ts';

let server: TestApp;
let member: Member;
beforeAll(async () => {
  server = await startTestApp();
  member = await createMember(server);
});
afterAll(() => server.close());

const ask = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v1${path}`, { as: member, body });
const directed = (controls: object) =>
  narration({ text: 'Hello there.', source_language: 'en-us' }, { controls });
const PLACE = 'definition.graph.nodes.1.config.controls';

test('a model lists its controls, and which of them applies the direction of a line', async () => {
  const { body: mini } = await ask('GET', '/providers/openai_compatible/models/gpt-4o-mini-tts');
  expect(mini.data).toMatchObject({
    controls: {
      type: 'object',
      properties: { instructions: { type: 'string' } },
      additionalProperties: false,
    },
    direction_control: 'instructions',
  });
  const { body: eleven } = await ask('GET', '/providers/elevenlabs/models/eleven_multilingual_v2');
  expect(eleven.data.controls.properties.stability).toMatchObject({ type: 'number', minimum: 0, maximum: 1 });
  expect(eleven.data.direction_control).toBeNull();
  const { body: espeak } = await ask('GET', '/providers/espeak/models/espeak-ng');
  expect(espeak.data).toMatchObject({ controls: { properties: {} }, direction_control: null });
});

test('a control that the model does not have is a warning in validate and preview, and prevents the start', async () => {
  const definition = directed({ stability: 0.3 });
  const { body: checked } = await ask('POST', '/workflows/validate', { definition });
  const problem = { path: `${PLACE}.stability`, code: 'unknown_control' };
  expect(checked.data).toMatchObject({ valid: true, warnings: [problem, { code: 'control_dropped' }] });
  const { body: saved } = await ask('POST', '/workflows', { name: 'Directed', definition });
  const runs = `/workflows/${saved.data.id}/runs`;
  expect((await ask('POST', `${runs}/preview`)).body.data).toMatchObject({
    can_run: false,
    problems: [problem],
  });
  const refused = await ask('POST', runs);
  expect([refused.status, fieldsOf(refused.body)]).toEqual([422, [`${PLACE}.stability`]]);
});

test('a control value that is not flat is rejected on save, with its path', async () => {
  const refused = await ask('POST', '/workflows', {
    name: 'Nested',
    definition: directed({ style: { a: 1 } }),
  });
  expect(refused.status).toBe(422);
  expect(fieldsOf(refused.body)).toEqual([expect.stringContaining('config.controls.style')]);
});
