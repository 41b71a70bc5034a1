import { operations as contractOperations, openApiDocument } from '@voiceloom/contract';
import { expect, test } from 'vitest';
import type { Schema } from '../src/contract.ts';
import { unknownFields } from '../src/contract.ts';
import { allCalls } from '../src/generated/calls.ts';
import { InputError, Voiceloom } from '../src/index.ts';
import { unknownIn, unknownParameters } from '../src/schemas/unknown-fields.ts';
import { data, failure, json, META, scripted } from './support/scripted-server.ts';

type Told = { message: string; facts: object };

function listening() {
  const told: Told[] = [];
  return { told, logger: { warn: (message: string, facts: object) => told.push({ message, facts }) } };
}

const misspelled = { nmae: 'Harbor', name: 'Harbor' };

test('the logger reports a field unknown to an operation once', async () => {
  const { client, seen } = await scripted(data({ id: 'w' }, 201));
  const { told, logger } = listening();
  const made = client({ logger });
  await made.workflows.create(misspelled);
  await made.workflows.create(misspelled);
  expect(told).toEqual([
    {
      message: 'voiceloom unknown field has no effect',
      facts: { operation: 'workflows.create', field: 'body.nmae', meant: 'name' },
    },
  ]);
  expect(seen).toHaveLength(2);
});

test('with error, nothing is sent, and the message names all fields', async () => {
  const { client, seen } = await scripted(data({ id: 'w' }, 201));
  const body = { ...misspelled, colour: 'red' };
  const failed = client({ unknownFields: 'error' }).workflows.create(body);
  await expect(failed).rejects.toBeInstanceOf(InputError);
  await expect(failed).rejects.toThrow(
    'workflows.create has no field body.nmae (is name meant?), body.colour.',
  );
  expect(seen).toHaveLength(0);
});

test('query parameters are checked like body fields', async () => {
  const { client, seen } = await scripted(json({ data: [], meta: META, pagination: { next: null } }));
  const { told, logger } = listening();
  const query = { lang: 'de-de', favorites_only: true, search: undefined, zebra: undefined };
  await client({ logger }).voices.list(query);
  expect(told.map(({ facts }) => facts)).toEqual([
    { operation: 'voices.list', field: 'query.lang', meant: 'language' },
  ]);
  const refused = client({ unknownFields: 'error' }).voices.list(query);
  await expect(refused).rejects.toThrow('voices.list has no field query.lang (is language meant?).');
  expect(seen).toHaveLength(1);
});

test('parameters that the client sends by itself are never unknown', () => {
  const asked = allCalls.filter(({ redirect }) => redirect);
  expect(asked.length).toBeGreaterThan(0);
  for (const { id } of asked) expect(unknownParameters(id, 'http://a/b?redirect=false'), id).toEqual([]);
});

test('with ignore, or without a logger, nothing is reported', async () => {
  const { client } = await scripted(data({ id: 'w' }, 201));
  const { told, logger } = listening();
  await client({ logger, unknownFields: 'ignore' }).workflows.create(misspelled);
  await client().workflows.create(misspelled);
  expect(told).toEqual([]);
});

test('a repeated call is not checked again', async () => {
  const { client, seen } = await scripted(
    failure(503, 'UNAVAILABLE', { 'retry-after': '0' }),
    data({ id: 'w' }, 201),
  );
  const { told, logger } = listening();
  await client({ logger }).workflows.create(misspelled);
  expect(seen).toHaveLength(2);
  expect(told).toHaveLength(1);
});

test('fields in lists and nested objects are found, and one warning covers all items', async () => {
  const node = { id: 'n', type: 'source_script', config: { anything: 1 }, position: { x: 0, y: 0, yy: 0 } };
  const body = { name: 'x', definition: { graph: { nodes: [node, node] } } };
  expect(unknownFields('workflows.create', body).map(({ field }) => field)).toEqual([
    'body.definition.graph.nodes.0.position.yy',
    'body.definition.graph.nodes.1.position.yy',
  ]);
  const { client } = await scripted(data({ id: 'w' }, 201));
  const { told, logger } = listening();
  await client({ logger }).workflows.create(body as never);
  expect(told).toHaveLength(1);
});

test.each([
  ['camelCase', 'sizeBytes', 'size_bytes'],
  ['letters that changed places', 'cateogry', 'category'],
  ['another word', 'zebra', undefined],
  ['a short word', 'at', undefined],
])('a suggestion is made only for similar spelling: %s', (_name, field, meant) => {
  expect(unknownFields('uploads.create', { filename: 'a.csv', [field]: 1 })).toEqual([
    { field: `body.${field}`, meant },
  ]);
});

test('a field is known if any variant of a union has it', () => {
  const text = { type: 'string' };
  const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties });
  const union: Schema = {
    anyOf: [object({ name: text }), object({ name: text, color: text }), { type: 'null' }],
  };
  expect(unknownIn(union, { name: 'a', color: 'b' }, 'body')).toEqual([]);
  expect(unknownIn(union, { name: 'a', colour: 'b' }, 'body')).toEqual([
    { field: 'body.colour', meant: 'color' },
  ]);
  // An update of a workflow accepts a definition or null.
  const graph = { nodes: [], edges: [] };
  expect(unknownFields('workflows.update', { definition: { graph, execusion: {} } })).toEqual([
    { field: 'body.definition.execusion', meant: 'execution' },
  ]);
  // The service keeps the fields of an editor.
  const drawn = { ...graph, nodes: [{ id: 'n', type: 'sink_preview', color: 'red' }], viewport: { zoom: 1 } };
  expect(unknownFields('workflows.update', { definition: { graph: drawn } })).toEqual([]);
  expect(unknownFields('workflows.update', { definition: null })).toEqual([]);
});

test('a call without a body, or of something that is not an operation, has no unknown fields', () => {
  expect(unknownFields('workflows.get', { a: 1 })).toEqual([]);
  expect(unknownFields('nothing.at_all', { a: 1 })).toEqual([]);
  expect(unknownFields('workflows.create', null)).toEqual([]);
});

type Examples = Record<string, { value?: unknown; $ref?: string }>;
type Media = { examples?: Examples; example?: unknown };

test('no example of the contract has an unknown field', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the document is only read for its examples.
  const document: any = openApiDocument({ version: '0' });
  const shown = ({ $ref, value }: { value?: unknown; $ref?: string }) =>
    $ref ? document.components.examples[$ref.split('/').at(-1) ?? '']?.value : value;
  let count = 0;
  for (const { route } of contractOperations()) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const media: Media | undefined =
      document.paths[path]?.[route.method.toLowerCase()]?.requestBody?.content?.['application/json'];
    const bodies = [...Object.values(media?.examples ?? {}).map(shown), media?.example];
    for (const body of bodies.filter((one) => one !== undefined)) {
      count += 1;
      expect(unknownFields(route.metadata.operationId, body), route.metadata.operationId).toEqual([]);
    }
  }
  expect(count).toBeGreaterThan(20);
});

test('a client in plain JavaScript reports unknown fields too', async () => {
  const { url } = await scripted(data({ id: 'w' }, 201));
  const client = new Voiceloom({ apiKey: 'k', baseUrl: url, unknownFields: 'error' });
  const create = client.workflows.create as (body: object) => Promise<unknown>;
  await expect(create({ Name: 'x' })).rejects.toThrow(/is name meant\?/);
});
