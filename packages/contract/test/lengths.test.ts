import { expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyRoute, jsonSchemaOf, NODE_TYPES, operations, readInput, TRIMMED } from '../src/index.ts';

/** Two UTF-16 code units, one code point. */
const EMOJI = '😀';

type Parts = { [key: string]: unknown };

/** Every string that a schema reads, with its path. */
function textsIn(schema: unknown, path: string, seen = new Set<unknown>()): [string, z.ZodString][] {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return [];
  const within = new Set([...seen, schema]);
  if (schema instanceof z.ZodString) return [[path, schema]];
  const def = schema.def as unknown as Parts;
  const below = [
    ...Object.entries((def.shape ?? {}) as Parts),
    ...['element', 'innerType', 'in', 'out', 'keyType', 'valueType', 'left', 'right'].map((key) => [
      key,
      def[key],
    ]),
    ...((def.options ?? []) as unknown[]).map((option, at) => [String(at), option]),
  ] as [string, unknown][];
  return below.flatMap(([name, part]) => textsIn(part, `${path}.${name}`, within));
}

const inputsOf = ({ body, query, pathParams, headers, metadata }: AnyRoute): [string, unknown][] =>
  [body, query, pathParams, ...Object.values(headers ?? {})].map((part) => [metadata.operationId, part]);

const texts = [
  ...operations().flatMap(({ route }) => inputsOf(route)),
  ...Object.entries(NODE_TYPES).map(([id, { config }]): [string, unknown] => [id, config]),
].flatMap(([name, schema]) => textsIn(schema, name));

const sizeFaults = (schema: z.ZodString, text: string) => {
  const read = readInput(schema, text);
  const issues = read.success ? [] : read.issues;
  return issues.filter(({ code }) => code === 'too_big' || code === 'too_small');
};

test('every text of every operation and node counts code points, in the check, document and message', () => {
  const bounded = texts.filter(([, schema]) => schema.maxLength !== null);
  expect(bounded.length).toBeGreaterThan(100);
  for (const [path, schema] of bounded) {
    const most = schema.maxLength ?? 0;
    // A field that accepts only plain letters has other problems, but none about length.
    expect([path, sizeFaults(schema, EMOJI.repeat(most))]).toEqual([path, []]);
    const [fault] = sizeFaults(schema, EMOJI.repeat(most + 1));
    expect([path, fault?.code]).toEqual([path, 'too_big']);
    expect([path, fault?.message]).toEqual([path, expect.stringContaining(String(most))]);
    expect([path, jsonSchemaOf(schema, 'input').maxLength]).toEqual([path, most]);
  }
});

test('the document states which texts are trimmed', () => {
  const trimmed = texts.filter(([, schema]) => {
    const read = schema.safeParse(` ${'a'.repeat(Math.max(schema.minLength ?? 1, 2))} `);
    return read.success && read.data.trim() === read.data;
  });
  const named = texts.filter(([, schema]) =>
    String(jsonSchemaOf(schema, 'input').description).includes(TRIMMED),
  );
  for (const [path] of trimmed) expect(named.map(([known]) => known)).toContain(path);
  expect(named.map(([path]) => path)).toEqual(
    expect.arrayContaining(['workflows.create.name', 'templates.create.name', 'api_keys.create.name']),
  );
});

test('a generator has a limited number of placeholder values, including those of its characters', () => {
  const read = (placeholder_values: object, own: object = {}) =>
    NODE_TYPES.operator_generator.config.safeParse({
      placeholder_values,
      voices_by_character: { Ada: { placeholder_values: own } },
    });
  const many = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`name_${at}`, text]));
  expect(read(many(999, 'x'), { de: { who: 'y' } }).success).toBe(true);
  for (const [wrong, message] of [
    [read(many(1_000, 'x'), { de: { who: 'y' } }), /at most 1000 values/],
    [read(many(201, 'x'.repeat(500))), /at most 100000 characters/],
  ] as const)
    expect(wrong.error?.issues).toMatchObject([
      { path: ['placeholder_values'], message: expect.stringMatching(message) },
    ]);
});
