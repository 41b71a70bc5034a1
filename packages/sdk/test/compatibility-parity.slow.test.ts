import { breakingChanges } from '@voiceloom/contract/compatibility';
import document from '@voiceloom/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { asChanges } from '../src/schemas/contract-changes.ts';

type Json = Record<string, unknown>;
type Change = (schema: Json) => void;

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const [firstOf, requiredOf] = [
  (schema: Json): string => Object.keys(object(schema.properties))[0] ?? '',
  (schema: Json): string[] => (schema.required ?? []) as string[],
];

/** Changes of one schema. Each states which side it breaks. */
const CHANGES: Record<string, { of: 'sent' | 'answered' | 'both' | 'nobody'; change: Change }> = {
  'a field that is gone': {
    of: 'both',
    change: (schema) => {
      const name = firstOf(schema);
      delete object(schema.properties)[name];
      schema.required = requiredOf(schema).filter((one) => one !== name);
    },
  },
  'a field that must be sent now': {
    of: 'sent',
    change: (schema) => {
      object(schema.properties).added = { type: 'string' };
      schema.required = [...requiredOf(schema), 'added'];
    },
  },
  'a field that is optional now': {
    of: 'answered',
    change: (schema) => {
      schema.required = requiredOf(schema).slice(1);
    },
  },
  'a field of another type': {
    of: 'both',
    change: (schema) => {
      object(schema.properties)[firstOf(schema)] = { type: 'object', properties: {} };
    },
  },
  'a field more': {
    of: 'nobody',
    change: (schema) => {
      object(schema.properties).added = { type: 'string' };
    },
  },
};

/** The document, with only the operations that use the schema. */
function documentOf(name: string): Json {
  const items = Object.entries(document.paths).filter(([, item]) =>
    JSON.stringify(item).includes(`/schemas/${name}"`),
  );
  return { ...document, webhooks: {}, paths: Object.fromEntries(items) };
}

/** How many breaking changes each side finds when the schema `name` changes. */
function found(name: string, change: Change): { release: number; client: number } {
  const before = documentOf(name);
  const after = structuredClone(before);
  change(object(object(object(after.components).schemas)[name]));
  const clientFinds = (one: Json) => asChanges(one)?.length ?? 0;
  return {
    release: breakingChanges(before, after).length,
    client: clientFinds(after) - clientFinds(before),
  };
}

/** Schemas of complete request and response bodies, by their references. */
function wholes(): { sent: string[]; answered: string[] } {
  const text = (value: unknown) => JSON.stringify(value);
  const refsIn = (value: unknown) =>
    [...text(value).matchAll(/#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
  const operations = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => object(operation))
    // This client ignores operations that only others call.
    .filter(({ operationId }) => operationId !== 'billing.processor_webhook');
  const schemas = object(object(document.components).schemas);
  const known = (names: string[]) =>
    [...new Set(names)].filter((name) => {
      const schema = object(schemas[name]);
      return schema.type === 'object' && requiredOf(schema).includes(firstOf(schema));
    });
  const sent = known(operations.flatMap(({ requestBody = {} }) => refsIn(requestBody)));
  const answers = operations.flatMap(({ responses }) =>
    Object.entries(object(responses)).flatMap(([status, one]) => (status < '400' ? refsIn(one) : [])),
  );
  const isWrap = /^(?:Meta|Pagination|CountedPagination|ErrorEnvelope|RunEvent)$/;
  return { sent, answered: known(answers).filter((name) => !isWrap.test(name)) };
}

test.each(Object.entries(CHANGES))(
  '%s is found by the client if the release check would reject it',
  (_, { of, change }) => {
    const { sent, answered } = wholes();
    expect([sent.length, answered.length].every((length) => length > 15)).toBe(true);
    for (const name of [...sent, ...answered.filter((one) => !sent.includes(one))]) {
      const breaks =
        of === 'both' ||
        (of === 'sent' && sent.includes(name)) ||
        (of === 'answered' && answered.includes(name));
      const { release, client } = found(name, change);
      expect({ name, release: release > 0, client: client > 0 }).toEqual({
        name,
        release: breaks,
        client: breaks,
      });
    }
  },
);
