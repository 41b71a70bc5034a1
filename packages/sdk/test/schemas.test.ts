import { operations as contractOperations, openApiDocument } from '@voiceloom/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Drift, driftReports, operationSchemas, validate } from '../src/contract.ts';
import { type Operations, ResponseError } from '../src/index.ts';

type Example = { id: keyof Operations; body: z.ZodType; example: unknown };
type Media = { examples?: Record<string, { value: unknown }>; example?: unknown };

// biome-ignore lint/suspicious/noExplicitAny: the document is only read for its examples.
const document: any = openApiDocument({ version: '0' });

const inDocument = (method: string, path: string) =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

const resolved = (value: { $ref?: string; value?: unknown }): unknown => {
  const target = value.$ref
    ?.slice(2)
    .split('/')
    .reduce((at: Record<string, unknown>, key) => at[key] as Record<string, unknown>, document);
  return (target ?? value).value;
};

const examplesOf = (media: Media | undefined): unknown[] => {
  if (media === undefined) return [];
  const shown = Object.values(media.examples ?? {}).map(resolved);
  return media.example === undefined ? shown : [...shown, media.example];
};

/** Every example of a body in the document. */
const bodies: Example[] = contractOperations().flatMap(({ route }) => {
  const { body } = route;
  if (!(body instanceof z.ZodType) || !(route.metadata.operationId in operationSchemas)) return [];
  const media = inDocument(route.method, route.path)?.requestBody?.content['application/json'];
  const id = route.metadata.operationId as keyof Operations;
  return examplesOf(media).map((example) => ({ id, body, example }));
});

test('the body examples of the contract have no errors', () => {
  expect(bodies.length).toBeGreaterThan(20);
  for (const { id, example } of bodies) expect(validate(id, example), id).toEqual([]);
});

test('the contract rejects the same bodies, field by field', () => {
  let refused = 0;
  for (const { id, body, example } of bodies) {
    for (const name of Object.keys(example as object)) {
      for (const wrong of [null, {}, [], 7, '', 'x'.repeat(5000), true, undefined]) {
        // As received over HTTP.
        const changed = JSON.parse(JSON.stringify({ ...(example as object), [name]: wrong }));
        if (validate(id, changed).length === 0) continue;
        refused += 1;
        expect(body.safeParse(changed).success, `${id} ${name} ${JSON.stringify(wrong)}`).toBe(false);
      }
    }
  }
  expect(refused).toBeGreaterThan(100);
});

test('an error names the path and is readable', () => {
  expect(validate('workflows.create', { name: 7 })).toEqual([
    { field: 'body.name', message: 'Must be a string.' },
  ]);
  // A missing body is read as an empty one.
  expect(validate('workflows.create', undefined)).toEqual([
    { field: 'body.name', message: 'This field is required.' },
  ]);
  const deep = { definition: { graph: { nodes: [{ id: 1 }] } } };
  expect(validate('workflows.create', deep).map(({ field }) => field)).toContain(
    'body.definition.graph.nodes.0.id',
  );
  expect(validate('runs.start', undefined)).toEqual([]);
});

test('the length of a text is measured in code points, like in the service', () => {
  expect(validate('workflows.create', { name: '😀'.repeat(200) })).toEqual([]);
  expect(validate('workflows.create', { name: '😀'.repeat(201) })).toEqual([
    { field: 'body.name', message: 'Must have at most 200 characters.' },
  ]);
});

/** Every example of a response in the document, by operation. */
const answers = contractOperations().flatMap(({ route }) => {
  const { operationId, success } = route.metadata;
  const content = inDocument(route.method, route.path)?.responses[success]?.content;
  return examplesOf(content?.['application/json']).map((answer) => ({ operationId, answer }));
});

test('the response examples of the contract are not drift', () => {
  const drifts: Drift[] = [];
  const inspect = driftReports({ sample: 1, onDrift: (drift) => drifts.push(drift) });
  expect(answers.length).toBeGreaterThan(50);
  for (const { operationId, answer } of answers) inspect(operationId, answer as { data: unknown });
  expect(drifts).toEqual([]);
});

test('drift is reported by place and type and never by content; new fields are not drift', () => {
  const drifts: Drift[] = [];
  const inspect = driftReports({ sample: 1, onDrift: (drift) => drifts.push(drift) });
  inspect('health.live', { data: { status: 'fine', version: 7, mood: 'calm' } });
  inspect('nodes.list', { data: [null] });
  inspect('no.such_operation', { data: 1 });
  expect(drifts).toEqual([
    { operation: 'health.live', pointer: '/data/status', expected: '"ok"', got: '"fine"' },
    { operation: 'health.live', pointer: '/data/version', expected: 'string', got: 'number' },
    { operation: 'nodes.list', pointer: '/data/0', expected: 'object', got: 'null' },
  ]);
});

test('reports also work without options', () => {
  expect(() => driftReports()('health.live', { data: { status: 'ok' } })).not.toThrow();
});

test('only a share of the responses is checked, and strict checks all', () => {
  const wrong = { data: null };
  let told = 0;
  const never = driftReports({ sample: 0, onDrift: () => (told += 1) });
  for (let at = 0; at < 100; at += 1) never('health.live', wrong);
  expect(told).toBe(0);
  const strict = driftReports({ strict: true, onDrift: () => (told += 1) });
  expect(() => strict('health.live', wrong)).toThrow(ResponseError);
  expect(told).toBe(1);
});
