import { describe, expect, test } from 'vitest';
import { breakingChanges } from '../scripts/compatibility.ts';
import { COMPARED_KEYWORDS } from '../scripts/compatibility-schemas.ts';
import { CONTRACT_VERSION, openApiDocument } from '../src/index.ts';

type Json = { [key: string]: unknown };

/** A document with one operation whose request and response have the same schema. */
function documentOf(body: Json, answer: Json, schemas: Json = {}): Json {
  const media = (schema: Json) => ({ 'application/json': { schema } });
  const responses = { '200': { content: media(answer), headers: { ETag: {} } } };
  const post = { operationId: 'x.y', requestBody: { content: media(body) }, responses };
  return { paths: { '/x': { post } }, components: { schemas } };
}

const ofRequests = (before: Json, after: Json, schemas?: Json) =>
  breakingChanges(documentOf(before, {}, schemas), documentOf(after, {}, schemas));
const ofAnswers = (before: Json, after: Json, schemas?: Json) =>
  breakingChanges(documentOf({}, before, schemas), documentOf({}, after, schemas));

const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const nullable = { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] };
const tree = { Node: object({ name: text, next: nullable }) };
const node = { $ref: '#/components/schemas/Node' };
const circle = (more: Json = {}) => object({ kind: { const: 'circle' }, radius: text, ...more });
const square = object({ kind: { const: 'square' }, side: text });

describe('requests: breaks clients:', () => {
  test.each<[string, Json, Json]>([
    ['a value less', { enum: ['a', 'b'] }, { enum: ['a'] }],
    ['a number less', { enum: [1, 2] }, { enum: [1] }],
    ['an enumeration instead of any text', text, { enum: ['a'] }],
    ['another type', text, { type: 'integer' }],
    ['whole numbers instead of numbers', { type: 'number' }, { type: 'integer' }],
    ['null no more', { type: ['string', 'null'] }, text],
    ['null no more beside a named schema', nullable, node],
    ['a format', text, { type: 'string', format: 'uuid' }],
    ['another format', { type: 'string', format: 'date' }, { type: 'string', format: 'date-time' }],
    ['a pattern', text, { type: 'string', pattern: '^a' }],
    ['another pattern', { type: 'string', pattern: '^b' }, { type: 'string', pattern: '^a' }],
    ['a higher minimum', { type: 'integer', minimum: 0 }, { type: 'integer', minimum: 1 }],
    ['a lower maximum', { type: 'integer', maximum: 9 }, { type: 'integer', maximum: 5 }],
    ['a limit of its own', { type: 'number' }, { type: 'number', exclusiveMaximum: 5 }],
    ['steps', { type: 'number' }, { type: 'number', multipleOf: 5 }],
    ['no item twice', { type: 'array' }, { type: 'array', uniqueItems: true }],
    ['items of one kind', { type: 'array' }, { type: 'array', items: text }],
    ['fewer items', { type: 'array', items: text }, { type: 'array', items: text, maxItems: 2 }],
    ['no further fields', object({}), object({}, { additionalProperties: false })],
    ['further fields of one kind', object({}), object({}, { additionalProperties: text })],
    [
      'shorter names of fields',
      object({}, { propertyNames: text }),
      object({}, { propertyNames: { type: 'string', maxLength: 3 } }),
    ],
    ['another default', { type: 'integer', default: 20 }, { type: 'integer', default: 50 }],
    ['no default', { type: 'integer', default: 20 }, { type: 'integer' }],
    ['a field that must be there', object({ a: text }), object({ a: text }, { required: ['a'] })],
    ['a new field that must be there', object({}), object({ a: text }, { required: ['a'] })],
    ['an alternative less', { oneOf: [circle(), square] }, { oneOf: [square] }],
    [
      'a field less in one of several alternatives, in another order',
      { oneOf: [circle(), square] },
      { oneOf: [square, object({ kind: { const: 'circle' } })] },
    ],
    [
      'a tighter limit in a part of allOf',
      { allOf: [object({ a: text })] },
      { allOf: [object({ a: { type: 'string', maxLength: 2 } })] },
    ],
  ])('%s', (_name, before, after) => {
    expect(ofRequests(before, after, tree)).not.toEqual([]);
  });
});

describe('responses: breaks clients:', () => {
  test.each<[string, Json, Json]>([
    ['a value that is gone', { enum: ['a', 'b'] }, { enum: ['a'] }],
    ['another value alone', { const: 'a' }, { const: 'b' }],
    ['any text instead of an enumeration', { enum: ['a'] }, text],
    ['another type', text, { type: 'integer' }],
    ['any number instead of whole ones', { type: 'integer' }, { type: 'number' }],
    ['null', text, { type: ['string', 'null'] }],
    ['null beside a named schema', node, nullable],
    ['a format less', { type: 'string', format: 'uuid' }, text],
    ['a pattern less', { type: 'string', pattern: '^a' }, text],
    ['less than before', { type: 'integer', minimum: 0 }, { type: 'integer' }],
    ['a text that may be empty', { type: 'string', minLength: 1 }, text],
    ['a field that may be missing', object({ a: text }, { required: ['a'] }), object({ a: text })],
    ['items of any kind', { type: 'array', items: text }, { type: 'array' }],
    ['further fields of any kind', object({}, { additionalProperties: text }), object({})],
    ['a field less where null is gone too', nullable, object({ name: text })],
    [
      'an alternative that nothing tells apart',
      object({ a: text }),
      { oneOf: [object({ a: text }), object({ b: text })] },
    ],
    ['an alternative less', { oneOf: [circle(), square] }, { oneOf: [square] }],
    [
      'a field less in one of several alternatives, in another order',
      { oneOf: [circle(), square] },
      { oneOf: [square, object({ kind: { const: 'circle' } })] },
    ],
  ])('%s', (_name, before, after) => {
    expect(ofAnswers(before, after, tree)).not.toEqual([]);
  });
});

describe('does not break clients:', () => {
  test.each<[string, typeof ofRequests, Json, Json]>([
    [
      'alternatives in another order',
      ofRequests,
      { oneOf: [circle(), square] },
      { oneOf: [square, circle()] },
    ],
    ['types in another order', ofAnswers, { type: ['null', 'string'] }, { type: ['string', 'null'] }],
    ['null that is taken too', ofRequests, node, nullable],
    ['null that is answered no more', ofAnswers, nullable, node],
    ['numbers instead of whole ones, sent', ofRequests, { type: 'integer' }, { type: 'number' }],
    ['any text instead of an enumeration, sent', ofRequests, { enum: ['a'] }, text],
    ['any whole number instead of two, sent', ofRequests, { enum: [1, 2] }, { type: 'integer' }],
    ['a further value, answered', ofAnswers, { enum: ['a'] }, { enum: ['a', 'b'] }],
    [
      'a further alternative with a mark, answered',
      ofAnswers,
      { oneOf: [circle()] },
      { oneOf: [circle(), square] },
    ],
    [
      'a further alternative, sent',
      ofRequests,
      { oneOf: [circle()] },
      { oneOf: [circle(), object({ a: text })] },
    ],
    ['a format, answered', ofAnswers, text, { type: 'string', format: 'uuid' }],
    ['a format less, sent', ofRequests, { type: 'string', format: 'uuid' }, text],
    ['longer texts, answered', ofAnswers, { type: 'string', maxLength: 2 }, { type: 'string', maxLength: 9 }],
    ['a default where there was none', ofRequests, text, { type: 'string', default: 'a' }],
    ['further fields that are taken', ofRequests, object({}, { additionalProperties: false }), object({})],
    ['a name for what had none', ofAnswers, object({ name: text, next: nullable }), node],
    ['a schema that refers to itself', ofRequests, node, node],
  ])('%s', (_name, of, before, after) => {
    expect(of(before, after, tree)).toEqual([]);
  });

  test('different names for the request form and the response form of a schema', () => {
    const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = { A: circle(), B: square, AInput: circle({ more: text }), BInput: square };
    const before = { anyOf: [named('A'), named('B')] };
    const after = { anyOf: [named('BInput'), named('AInput')] };
    expect(ofRequests(before, after, schemas)).toEqual([]);
  });
});

test('a change deep inside a recursive schema is found', () => {
  const changed = { Node: object({ name: { type: 'string', maxLength: 3 }, next: nullable }) };
  const found = breakingChanges(documentOf(node, {}, tree), documentOf(node, {}, changed));
  expect(found).toEqual(['x.y Node.name has a tighter maxLength']);
});

test('a union that refers only to itself ends the comparison', () => {
  const schemas = { Loop: { anyOf: [{ $ref: '#/components/schemas/Loop' }, text] } };
  expect(ofRequests({ $ref: '#/components/schemas/Loop' }, text, schemas)).toEqual([]);
});

describe('outside of schemas: breaks clients:', () => {
  type Operation = { [key: string]: Json & { [key: string]: Json } };
  const after = (change: (operation: Operation, document: Json) => void) => {
    const parameters = [{ name: 'X-Tag', in: 'header', schema: text, style: 'simple' }];
    const before = documentOf(text, text) as { paths: { '/x': { post: Json } } };
    Object.assign(before.paths['/x'].post, {
      security: [{ jwt: [] }, { key: [] }],
      parameters,
      'x-idempotent': true,
    });
    Object.assign(before, { servers: [{ url: '/' }] });
    const changed = structuredClone(before);
    change(changed.paths['/x'].post as Operation, changed);
    return breakingChanges(before, changed);
  };
  test.each<[string, Parameters<typeof after>[0], string]>([
    [
      'a header less',
      ({ responses }) => delete responses?.['200']?.headers,
      'x.y 200 has no header etag any more',
    ],
    [
      'another media type of an answer',
      ({ responses }) => Object.assign(responses?.['200'] ?? {}, { content: { 'text/csv': {} } }),
      'x.y 200 is not application/json any more',
    ],
    [
      'another media type of a body',
      ({ requestBody }) => Object.assign(requestBody ?? {}, { content: { 'text/csv': {} } }),
      'x.y request does not take application/json any more',
    ],
    [
      'a further success',
      ({ responses }) => Object.assign(responses ?? {}, { 202: {} }),
      'x.y can be answered with 202',
    ],
    [
      'a credential less',
      (o) => Object.assign(o, { security: [{ jwt: [] }] }),
      'x.y: key is not accepted any more',
    ],
    [
      'two credentials instead of one',
      (o) => Object.assign(o, { security: [{ jwt: [], key: [] }, { key: [] }] }),
      'x.y: jwt is not accepted any more',
    ],
    [
      'no more repetition',
      (o) => Object.assign(o, { 'x-idempotent': false }),
      'x.y: Idempotency-Key is not honored any more',
    ],
    [
      'a parameter that is written otherwise',
      (o) => Object.assign((o.parameters as unknown as Json[])[0] ?? {}, { style: 'form' }),
      'x.y header x-tag has another style',
    ],
    [
      'a server less',
      (_o, document) => Object.assign(document, { servers: [{ url: '/v2' }] }),
      'the server / is gone',
    ],
  ])('%s', (_name, change, said) => {
    expect(after(change)).toEqual([said]);
  });

  test('a new success status does not break clients if a new input requests it', () => {
    const found = after((operation) => {
      Object.assign(operation.responses ?? {}, { 202: {} });
      (operation.parameters as unknown as Json[]).push({ name: 'wait', in: 'query', schema: text });
    });
    expect(found).toEqual([]);
  });

  test('a credential that is required where none was before', () => {
    const found = after((operation) => Object.assign(operation, { security: [] }));
    expect(found).toEqual([]);
    const open = documentOf({}, {}) as { paths: { '/x': { post: Json } } };
    const closed = structuredClone(open);
    closed.paths['/x'].post.security = [{ jwt: [] }];
    expect(breakingChanges(open, closed)).toEqual(['x.y: a credential is needed']);
  });

  test('a parameter or header that became a component is treated as the same one', () => {
    const found = after((operation, document) => {
      const [parameter] = operation.parameters as unknown as Json[];
      Object.assign(document, { components: { parameters: { Tag: { ...parameter, name: 'x-tag' } } } });
      Object.assign(operation, { parameters: [{ $ref: '#/components/parameters/Tag' }] });
    });
    expect(found).toEqual([]);
  });
});

test('every keyword of the document is compared or only annotates', () => {
  const ANNOTATIONS = ['description', 'examples', 'deprecated', 'title'];
  const known = new Set([...COMPARED_KEYWORDS, ...ANNOTATIONS]);
  const unknown = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    for (const [key, part] of Object.entries(value)) {
      if (!known.has(key) && !key.startsWith('x-')) unknown.add(key);
      if (key === 'properties') visit(Object.values(part as Json));
      else if (key !== 'examples' && key !== 'default') visit(part);
    }
  };
  const { components } = openApiDocument({ version: CONTRACT_VERSION });
  for (const schema of Object.values(components?.schemas ?? {})) visit(schema);
  expect([...unknown]).toEqual([]);
});
