import { schemas } from '../generated/catalog.ts';
import type { FieldFault } from '../generated/types.ts';
import { checkDefinition } from '../workflow/check.ts';
import type { TestSchema } from './operation.ts';
import { faultOfNumber, faultOfText, isLocale, localeOf } from './read-scalar.ts';

/** What is said of fields that a schema does not allow. */
export const unrecognized = (names: readonly string[]): string =>
  `Unrecognized key${names.length === 1 ? '' : 's'}: ${names.map((name) => `"${name}"`).join(', ')}`;

/** Where faults are gathered while a value is read. */
export type Faults = FieldFault[];

type Json = { [key: string]: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as the contract's schema reads it: defaults filled in, unknown fields left out. */
export function readValue(schema: TestSchema, value: unknown, field: string, faults: Faults): unknown {
  if (value === undefined) {
    if ('default' in schema) return structuredClone(schema.default);
    faults.push({ field, message: 'This field is required.' });
    return undefined;
  }
  const { $ref: name } = schema;
  if (typeof name === 'string') {
    const known = name.slice(name.lastIndexOf('/') + 1);
    if (known === 'WorkflowDefinitionInput') return readDefinition(value, field, faults);
    return readValue(schemas[known] ?? {}, value, field, faults);
  }
  const options = (schema.anyOf ?? schema.oneOf) as TestSchema[] | undefined;
  if (options) return readOneOf(options, value, field, faults);
  return readType(schema, value, field, faults);
}

/** Definitions are read by the rules of the contract itself; the path of a problem begins with `definition`. */
function readDefinition(value: unknown, field: string, faults: Faults): unknown {
  const { definition, errors } = checkDefinition(value);
  const parent = field.replace(/definition$/, '');
  faults.push(...errors.map(({ path, message }) => ({ field: `${parent}${path}`, message })));
  return definition;
}

function readOneOf(options: readonly TestSchema[], value: unknown, field: string, faults: Faults): unknown {
  if (value === null && options.some(({ type }) => type === 'null')) return null;
  const tried = options.map((option) => {
    const own: Faults = [];
    return { read: readValue(option, value, field, own), own };
  });
  const fitting = tried.find(({ own }) => own.length === 0);
  if (fitting) return fitting.read;
  // Null beside a type is no choice of its own: what is wrong is what is wrong with the type.
  const told = tried.filter((_, at) => options[at]?.type !== 'null');
  faults.push(...(told.length === 1 ? (told[0]?.own ?? []) : [{ field, message: 'Invalid input' }]));
  return undefined;
}

const NEEDED: Record<string, string> = {
  string: 'A text is needed.',
  number: 'A number is needed.',
  integer: 'A whole number is needed.',
  boolean: 'true or false is needed.',
  array: 'A list is needed.',
  object: 'An object is needed.',
};

function isOfType(type: unknown, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** Fields whose texts lose the blanks around them before they are measured. */
const TRIMMED = /\.(name|word|pronunciation|ipa|q|access_key_id|secret_access_key)$/;

function readType(schema: TestSchema, given: unknown, field: string, faults: Faults): unknown {
  const value = typeof given === 'string' && TRIMMED.test(field) ? given.trim() : given;
  const { type } = schema;
  const refuse = (message: string) => void faults.push({ field, message });
  const allowed = 'const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined);
  if (allowed && !allowed.includes(value)) return refuse(oneOf(allowed));
  if (type === undefined) return value;
  const types = Array.isArray(type) ? type : [type];
  if (!types.some((own) => isOfType(own, value))) return refuse(NEEDED[String(types[0])] ?? 'Invalid input');
  if (Array.isArray(value)) return readList(schema, value, field, faults);
  if (isObject(value)) return readObject(schema, value, field, faults);
  const fault =
    typeof value === 'string'
      ? faultOfText(schema, value)
      : typeof value === 'number'
        ? faultOfNumber(schema, value)
        : undefined;
  if (fault !== undefined) return refuse(fault);
  if (typeof value === 'string' && isLocale(schema)) return localeOf(value);
  return schema.format === 'uuid' ? String(value).toLowerCase() : value;
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `Must be ${String(values[0])}.` : `One of: ${values.join(', ')}.`;

function readList(schema: TestSchema, items: readonly unknown[], field: string, faults: Faults): unknown {
  const { minItems = 0, maxItems = Infinity } = schema as { minItems?: number; maxItems?: number };
  if (items.length > maxItems) faults.push({ field, message: `Must have at most ${maxItems} items.` });
  else if (items.length < minItems) {
    const message = minItems === 1 ? 'Must not be empty.' : `Must have at least ${minItems} items.`;
    faults.push({ field, message });
  }
  const element = (schema.items ?? {}) as TestSchema;
  return items.map((item, at) => readValue(element, item, `${field}.${at}`, faults));
}

function readObject(schema: TestSchema, value: Json, field: string, faults: Faults): unknown {
  const properties = (schema.properties ?? {}) as Record<string, TestSchema>;
  const required = (schema.required ?? []) as string[];
  const read: Json = {};
  for (const [name, own] of Object.entries(properties)) {
    const place = `${field}.${name}`;
    if (value[name] === undefined && !('default' in own) && !required.includes(name)) continue;
    read[name] = readValue(own, value[name], place, faults);
  }
  const rest = schema.additionalProperties;
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name));
  for (const [name, item] of others) {
    const place = `${field}.${name}`;
    if (rest === true || (isObject(rest) && Object.keys(rest).length === 0)) read[name] = item;
    else if (isObject(rest)) read[name] = readValue(rest, item, place, faults);
  }
  const strange = rest === false ? others.map(([name]) => name) : [];
  if (strange.length > 0) faults.push({ field, message: unrecognized(strange) });
  return read;
}
