import { expect, test } from 'vitest';
import type { Schema } from '../src/contract.ts';
import { components, operationSchemas } from '../src/contract.ts';
import { readValue } from '../src/schemas/read-value.ts';
import { fitter } from '../src/schemas/schema-fit.ts';

/** Numbers from 0 to 1, the same in every run of the test. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const ODD = [null, undefined, true, 0, -1, 1.5, 1e9, '', 'x', 'x'.repeat(300), [], [null], {}, { id: 1 }];
const pick = <T>(from: readonly T[], random: () => number) => from[Math.floor(random() * from.length)] as T;

/** A value that mostly fits `schema`. Sometimes a field is missing, unknown or of the wrong type. */
function roughly(schema: Schema, random: () => number, depth = 0): unknown {
  if (random() < 0.02) return pick(ODD, random);
  if (schema.$ref !== undefined) return roughly(components[schema.$ref] ?? {}, random, depth);
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return roughly(pick(forms, random), random, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum, random);
  const type = pick([schema.type ?? pick(['string', 'object'], random)].flat(), random);
  const size = { string: 'x'.repeat(schema.minLength ?? 3), number: schema.minimum ?? 1 };
  if (type === 'string') return schema.pattern ? 'en-us' : size.string;
  if (type === 'number' || type === 'integer') return size.number;
  if (type === 'boolean') return random() < 0.5;
  if (type === 'null' || depth > 8) return null;
  const others = schema.additionalProperties;
  if (type === 'array') {
    const length = (schema.minItems ?? 0) + Math.floor(random() * 3);
    return Array.from({ length }, () => roughly(schema.items ?? {}, random, depth + 1));
  }
  const fields = Object.entries(schema.properties ?? {}).filter(() => random() > 0.02);
  const more = typeof others === 'object' ? [['other', others] as const] : [];
  return Object.fromEntries(
    [...fields, ...more].map(([name, field]) => [name, roughly(field, random, depth + 1)]),
  );
}

const fits = fitter(components);
const agrees = (schema: Schema, value: unknown) => {
  const { issues } = readValue(schema, value, { components, lenient: true });
  expect(fits(schema, value), JSON.stringify({ value, issues }, null, 1)).toBe(issues.length === 0);
  return issues.length === 0;
};

test('a value fits exactly if it has no issues, for every response and every body of the contract', () => {
  const random = numbers(7);
  const seen = { fitting: 0, other: 0 };
  for (const { data, body } of Object.values(operationSchemas)) {
    for (const schema of [data, body]) {
      if (!schema) continue;
      for (let at = 0; at < 40; at += 1)
        seen[agrees(schema, roughly(schema, random)) ? 'fitting' : 'other'] += 1;
    }
  }
  // Both occur often enough to be meaningful.
  expect(Math.min(seen.fitting, seen.other)).toBeGreaterThan(300);
});

test.each<[Schema, unknown[]]>([
  [{ required: ['a'], properties: {} }, [{}, { a: 1 }, { a: undefined }, [], 'a']],
  [{ properties: { toString: { type: 'string' } } }, [{}, { toString: 'a' }, { toString: 1 }]],
  [{ required: ['toString'], properties: { toString: {} } }, [{}, { toString: 1 }]],
  [
    { additionalProperties: { type: 'integer' } },
    [{}, { a: 1 }, { a: 'b' }, JSON.parse('{"__proto__":"b"}')],
  ],
  [{ const: null, type: ['string', 'null'] }, [null, 'a', 1]],
  [{ const: 'a', type: 'number' }, ['a', 1]],
  [{ enum: ['a', 1, null], type: ['string', 'null'] }, ['a', 1, null, 'b']],
  [{ minimum: 1, maxLength: 2, minItems: 1, maxItems: 1 }, [0, 1, 'abc', 'ab', [], [1], [1, 2], true]],
  [
    { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'integer' }], maxLength: 1 },
    ['ab', null, 1, 1.5],
  ],
  [{ anyOf: [] }, [1, null]],
  [{ type: [] }, [1, null]],
  [{ type: 'unheard of' }, [1, null]],
  [{ type: 'string', pattern: '^a' }, ['a', 'b', 1]],
  [{ $ref: 'unheard of' }, [1, null]],
  [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, [[], [[]], [['a']], [[1]], [1]]],
])('fitting and listing issues agree on %j', (schema, values) => {
  for (const value of values) agrees(schema, value);
});
