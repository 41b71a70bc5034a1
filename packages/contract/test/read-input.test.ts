import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  CreateCheckout,
  CreateWebhookEndpoint,
  checkDefinition,
  operations,
  readInput,
  VoiceListQuery,
  WorkflowListQuery,
} from '../src/index.ts';

const told = (schema: z.ZodType, value: unknown): Record<string, string> => {
  const read = readInput(schema, value);
  if (read.success) return {};
  return Object.fromEntries(read.issues.map(({ path, message }) => [path.join('.'), message]));
};
const REQUIRED = 'This field is required.';

test('a missing field is reported as required, whatever its type', () => {
  expect(told(CreateWebhookEndpoint, {})).toEqual({ url: REQUIRED });
  expect(told(CreateCheckout, {})).toEqual({ plan_id: REQUIRED, return_url: REQUIRED });
  const kinds = {
    choice: z.enum(['a', 'b']),
    either: z.union([z.string(), z.number()]),
    list: z.array(z.string()),
    inner: z.object({ text: z.string() }),
  };
  const all = { choice: REQUIRED, either: REQUIRED, list: REQUIRED, inner: REQUIRED };
  expect(told(z.object(kinds), {})).toEqual(all);
});

test('an invalid value is reported with the message of its schema', () => {
  expect(told(CreateWebhookEndpoint, { url: 'ftp://example.com' })).toEqual({
    url: 'Must be an https:// URL.',
  });
  expect(told(CreateCheckout, { plan_id: 'creator', return_url: null })).toEqual({
    plan_id: 'Must be a UUID.',
    return_url: 'Must be an http:// or https:// URL.',
  });
});

test('an error for a number in a query names the bounds, and one for other text what is expected', () => {
  expect(told(WorkflowListQuery, { limit: '1000' })).toEqual({ limit: 'Must be from 1 to 100.' });
  expect(told(WorkflowListQuery, { limit: '0' })).toEqual({ limit: 'Must be from 1 to 100.' });
  expect(told(WorkflowListQuery, { limit: '1.5' })).toEqual({ limit: 'Must be an integer.' });
});

test('an error for a value outside of a choice lists the choice, also if the field repeats', () => {
  const choice = 'Must be one of: male, female, neutral.';
  expect(told(VoiceListQuery, { gender: 'deep' })).toEqual({ gender: choice });
  expect(told(VoiceListQuery, { gender: ['male', 'deep'] })).toEqual({ 'gender.1': choice });
  expect(told(z.object({ on: z.literal('yes') }), { on: 'no' })).toEqual({ on: 'Must be yes.' });
});

test('an error for a value that matches none of several forms lists them all, or what its own form lacks', () => {
  const kinds = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file') }),
    z.object({ kind: z.literal('text'), text: z.string() }),
  ]);
  expect(told(kinds, { kind: 'tape' })).toEqual({ kind: 'Must be one of: file, text.' });
  const schema = z.object({
    loudness: z.union([z.number(), z.literal('preset')]),
    byok: z.union([z.literal(0), z.literal(1)]),
    source: z.union([z.string(), z.object({ id: z.string() })]),
    list: z.union([z.array(z.string()), z.object({ all: z.boolean() })]),
  });
  expect(told(schema, { loudness: 'loud', byok: 2, source: {}, list: 'x' })).toEqual({
    loudness: 'Must be preset. Or: Must be a number.',
    byok: 'Must be one of: 0, 1.',
    list: 'Must be an array. Or: Must be an object.',
    'source.id': REQUIRED,
  });
});

test('an error for a long choice lists only a part of it', () => {
  const values = Array.from({ length: 60 }, (_, index) => `v${index}`);
  const { choice } = told(z.object({ choice: z.enum(values) }), { choice: 'x' });
  expect(choice).toMatch(/^Must be one of: v0, .*, v49 and 10 more\.$/);
});

test('errors name types and sizes in words', () => {
  const schema = z.object({
    text: z.string().min(1),
    short: z.string().max(2),
    long: z.string().min(2),
    count: z.number().min(1),
    above: z.number().gt(0),
    most: z.number().max(5),
    list: z.array(z.number()).max(1),
    flag: z.boolean(),
    inner: z.object({}),
    url: z.url(),
  });
  const value = {
    text: '',
    short: 'abc',
    long: 'a',
    count: 0,
    above: 0,
    most: 6,
    list: [1, 2],
    flag: 1,
    inner: 'x',
  };
  expect(told(schema, { ...value, url: 'here' })).toEqual({
    text: 'Must not be empty.',
    short: 'Must have at most 2 characters.',
    long: 'Must have at least 2 characters.',
    count: 'Must be at least 1.',
    above: 'Must be more than 0.',
    most: 'Must be at most 5.',
    list: 'Must have at most 1 items.',
    flag: 'Must be true or false.',
    inner: 'Must be an object.',
    url: 'Must be an absolute URL.',
  });
});

test('a rule about several fields keeps its message', () => {
  expect(told(WorkflowListQuery, { offset: '1', cursor: 'abc' })).toEqual({
    cursor: 'Must not be combined with offset.',
  });
});

test('errors in a definition use the same words', () => {
  const node = { id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d01' };
  const { errors } = checkDefinition({ graph: { nodes: [node], edges: [] } });
  expect(errors).toContainEqual(
    expect.objectContaining({ path: 'definition.graph.nodes.0.type', message: REQUIRED }),
  );
});

test('an error for a value of the wrong type names only the type, not a length', () => {
  const schema = z.object({
    list: z
      .array(z.enum(['srt', 'vtt']))
      .min(1)
      .max(2),
    text: z.string().min(2).max(3),
    name: z.string().trim().min(2).regex(/^x/),
    count: z.int().min(5),
  });
  expect(readInput(schema, { list: 'srt', text: ['a', 'b', 'c', 'd'], name: [], count: '4' })).toMatchObject({
    issues: [
      { path: ['list'], message: 'Must be an array of these values: srt, vtt.' },
      { path: ['text'], message: 'Must be a string.' },
      { path: ['name'], message: 'Must be a string.' },
      { path: ['count'], message: expect.stringMatching(/number/) },
    ],
  });
  const sink = { id: '00000000-0000-4000-8000-000000000001', type: 'sink_preview' };
  const nodes = [{ ...sink, config: { subtitles: 'srt' } }];
  expect(checkDefinition({ graph: { nodes } }).errors).toEqual([
    {
      path: 'definition.graph.nodes.0.config.subtitles',
      code: expect.any(String),
      message: 'Must be an array of these values: srt, vtt.',
    },
  ]);
});

test('an error for a value that is not a list of texts names the expected type', () => {
  expect(readInput(z.object({ names: z.array(z.string()) }), { names: 'Ada' })).toMatchObject({
    issues: [{ path: ['names'], message: 'Must be an array.' }],
  });
});

test('each unknown field is reported at its own path, with the known field of similar spelling', () => {
  const schema = z.strictObject({
    max_retry: z.int(),
    inner: z.strictObject({ name: z.string() }).default({ name: '' }),
  });
  const input = { max_retry: 1, max_retries: 2, unlike: 3, inner: { name: 'Ada', nmae: 'Bob' } };
  const read = readInput(schema, input);
  expect(read.success ? [] : read.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['inner.nmae', 'There is no field "nmae". Did you mean name?'],
    ['max_retries', 'There is no field "max_retries". Did you mean max_retry?'],
    ['unlike', 'There is no field "unlike". Allowed fields: max_retry, inner.'],
  ]);
});

test('no operation reports a field of the wrong type twice', () => {
  const values = ['srt', 3.5, true, ['a', 'b', 'c'], { a: 1 }, null];
  for (const { route } of operations()) {
    if (!(route.body instanceof z.ZodObject)) continue;
    for (const field of Object.keys(route.body.shape)) {
      for (const value of values) {
        const read = readInput(route.body, { [field]: value });
        const issues = read.success ? [] : read.issues.filter(({ path }) => path.join('.') === field);
        if (!issues.some(({ code }) => code === 'invalid_type')) continue;
        expect([route.metadata.operationId, field, issues.length]).toEqual([
          route.metadata.operationId,
          field,
          1,
        ]);
      }
    }
  }
});
