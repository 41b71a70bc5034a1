import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { CONTRACT, ResponseError } from '../src/index.ts';
import { asChanges } from '../src/schemas/contract-changes.ts';
import { data, json, type Step, scripted } from './support/scripted-server.ts';

const text = readFileSync(createRequire(import.meta.url).resolve('@voiceloom/contract/openapi.json'), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a document is changed at places that a type would only restate.
type Document = any;

/** The current document, changed by `edit`. */
const changed = (edit: (document: Document) => void): Document => {
  const document = JSON.parse(text);
  edit(document);
  return document;
};

const OURS = `${CONTRACT.version}+${CONTRACT.hash}`;

const service = (stamp: string, document: unknown): Step => {
  const health = data({ status: 'ok', version: '9.9.9' }, 200, { 'x-contract-version': stamp });
  return (res, seen) => (seen.url === '/health' ? health : json(document))(res, seen);
};

test('the contract that a client was built from has no differences from itself', () => {
  expect(asChanges(JSON.parse(text))).toEqual([]);
});

test('a client reports which contract it was built from, and fetches no document if the service has the same', async () => {
  const { client, seen } = await scripted(service(OURS, {}));
  expect(await client().compatibility()).toEqual({
    verdict: 'same',
    client: OURS,
    service: OURS,
    changes: [],
  });
  expect(seen.map(({ url }) => url)).toEqual(['/health']);
  expect(seen[0]?.headers['x-contract-version']).toBe(OURS);
});

test('a service that only adds to the contract is additive', async () => {
  const grown = changed(({ paths, components }) => {
    paths['/api/v1/dreams'] = { get: { responses: {} } };
    components.schemas.Workflow.properties.mood = { type: 'string' };
    components.schemas.Workflow.required.push('mood');
    components.schemas.CreateWorkflow.properties.mood = { type: 'string' };
    components.schemas.RunStatus.enum.push('dreaming');
  });
  const { client } = await scripted(service('9.9.9+0123456789abcdef', grown));
  const { verdict, changes, service: said } = await client().compatibility();
  expect([verdict, changes, said]).toEqual(['additive', [], '9.9.9+0123456789abcdef']);
});

test.each<[string, (document: Document) => void, string, string]>([
  [
    'an operation that is gone',
    ({ paths }) => {
      delete paths['/api/v1/workflows/{workflow_id}'].put;
    },
    'workflows.replace',
    '',
  ],
  [
    'a field that a body must have now',
    ({ components }) => {
      components.schemas.CreateWorkflow.required = ['mood'];
      components.schemas.CreateWorkflow.properties.mood = { type: 'string' };
    },
    'workflows.create',
    'body.mood',
  ],
  [
    'a field that answers have no more',
    ({ components }) => {
      delete components.schemas.Workflow.properties.name;
    },
    'workflows.get',
    'data.name',
  ],
  [
    'a field of another type',
    ({ components }) => {
      components.schemas.Workflow.properties.name = { type: 'integer' };
    },
    'workflows.get',
    'data.name',
  ],
  [
    'a query that must be given now',
    ({ paths }) => {
      paths['/api/v1/workflows'].get.parameters.push({
        name: 'mood',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      });
    },
    'workflows.list',
    'query.mood',
  ],
])('%s is breaking, and is listed', async (_, edit, operation, place) => {
  const { client } = await scripted(service('9.9.9+0123456789abcdef', changed(edit)));
  const { verdict, changes } = await client().compatibility();
  expect(verdict).toBe('breaking');
  expect(changes).toContainEqual(expect.objectContaining({ operation, place }));
});

test('a service without a readable contract is an error instead of a verdict', async () => {
  const page: Step = (res, seen) =>
    seen.url === '/health' ? data({ status: 'ok' })(res, seen) : res.end('<html>');
  const { client } = await scripted(page);
  await expect(client().compatibility()).rejects.toBeInstanceOf(ResponseError);
});
