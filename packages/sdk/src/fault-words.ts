import { explain, unknownField } from './generated/definition-check.ts';
import type { FieldError } from './generated/types.ts';
import { components } from './operation-schemas.ts';
import { type Fault, NO_FIELD, type Schema } from './schema.ts';

/** The names of zod for what JSON Schema calls otherwise. */
const FORMATS: Record<string, string> = { 'date-time': 'datetime', uri: 'url' };

function typeIssue({ items }: Schema, type: string, value: unknown): object {
  const item = items?.$ref === undefined ? items : components[items.$ref];
  const inst = { element: { options: item?.enum } };
  if (type !== 'integer') return { code: 'invalid_type', expected: type, inst };
  return { code: 'invalid_type', expected: typeof value === 'number' ? 'int' : 'number' };
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : Number(value);

function sizeIssue(schema: Schema, value: unknown): object | undefined {
  const [origin, least = -Infinity, most = Infinity] =
    typeof value === 'number'
      ? ['number', schema.minimum, schema.maximum]
      : Array.isArray(value)
        ? ['array', schema.minItems, schema.maxItems]
        : ['string', schema.minLength, schema.maxLength];
  if (sizeOf(value) < least) return { code: 'too_small', origin, minimum: least, inclusive: true };
  return sizeOf(value) > most ? { code: 'too_big', origin, maximum: most, inclusive: true } : undefined;
}

/** A fault as the reader of the service sees it. */
function issueOf({ schema, value, expected }: Fault): object {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values) return { code: 'invalid_value', values };
  const [type = ''] = [schema.type ?? []].flat();
  if (expected === [schema.type ?? []].flat().join(' or ')) return typeIssue(schema, type, value);
  return (
    sizeIssue(schema, value) ?? {
      code: 'invalid_format',
      format: FORMATS[schema.format ?? ''] ?? schema.format,
    }
  );
}

/** What is wrong, in the words of the service. */
function wordsOf(fault: Fault): string {
  const { schema, value, expected, got, path } = fault;
  if (expected === NO_FIELD) return unknownField(String(path.at(-1)), Object.keys(schema.properties ?? {}));
  if (value === undefined) return 'This field is required.';
  if (schema.format === 'uuid') return 'Must be a UUID.';
  return explain(issueOf(fault)) ?? `Expected ${expected}, got ${got}.`;
}

/** Faults as the service reports them. */
export function fieldFaults(faults: readonly Fault[]): FieldError[] {
  return faults.map((fault) => ({ field: fault.path.join('.'), message: wordsOf(fault) }));
}
