import { below, type Issue, type Params, type Say, sayOf, worded } from './issue.ts';
import { isStopped, type Kind, type Reader, type Reading, type Schema, schemaOf } from './schema-core.ts';

/** An object schema: its fields can be read and added to. */
export type ObjectSchema = Schema & { shape: Shape; extend(more: Shape): ObjectSchema };
type Shape = Record<string, Schema>;
type Rest = 'dropped' | 'kept' | 'refused';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const { constructor: make } = value as { constructor?: unknown };
  if (typeof make !== 'function') return true;
  return isObject(make.prototype) && Object.hasOwn(make.prototype, 'isPrototypeOf');
}

/** A schema of values that a test tells apart. */
function plain(expected: string, is: (value: unknown) => boolean, facts: object = {}) {
  return (params?: Params) =>
    schemaOf({
      error: sayOf(params),
      ...facts,
      take: (reading: Reading): Reading => {
        const input = reading.value;
        if (!is(input)) reading.issues.push({ code: 'invalid_type', expected, input, path: [] });
        return reading;
      },
    });
}

const string = plain('string', (value) => typeof value === 'string', { measured: true });
const number = plain('number', Number.isFinite);
const boolean = plain('boolean', (value) => typeof value === 'boolean');
const unknown = plain('unknown', () => true);

/** A check of a schema itself, whose words are those of the schema. */
function also(schema: Schema, find: (value: never) => Partial<Issue> | undefined): Schema {
  return schema.superRefine((value, context) => {
    const issue = find(value);
    // The schema's own words are added after the checks; a message would come before them.
    if (issue !== undefined) context.addIssue({ continue: true, ...issue } as Issue);
  });
}

const GUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
const guid = (params?: Params) =>
  also(string(params), (text: string) =>
    GUID.test(text) ? undefined : { code: 'invalid_format', format: 'guid', origin: 'string' },
  );

const int = (params?: Params) =>
  also(number(params), (value: number) => {
    if (!Number.isInteger(value)) return { code: 'invalid_type', expected: 'int', continue: false };
    if (Number.isSafeInteger(value)) return undefined;
    const limit = { origin: 'int', inclusive: true };
    return value > 0
      ? { code: 'too_big', maximum: Number.MAX_SAFE_INTEGER, ...limit }
      : { code: 'too_small', minimum: Number.MIN_SAFE_INTEGER, ...limit };
  });

function oneOf(values: readonly unknown[], params?: Params) {
  const take = (reading: Reading): Reading => {
    const input = reading.value;
    if (!values.includes(input)) {
      reading.issues.push({ code: 'invalid_value', values, input, path: [] });
    }
    return reading;
  };
  return schemaOf({ error: sayOf(params), take, options: values });
}

function array(element: Schema, params?: Params): Schema {
  const take = (reading: Reading, reader: Reader): Reading => {
    const { value: input, issues } = reading;
    if (!Array.isArray(input)) {
      issues.push({ code: 'invalid_type', expected: 'array', inst: { element }, input, path: [] });
      return reading;
    }
    const value = Array.from(input, (item: unknown, index) => {
      const result = element.read({ value: item, issues: [] }, reader);
      issues.push(...below(index, result.issues));
      return result.value;
    });
    return { ...reading, value };
  };
  return schemaOf({ error: sayOf(params), measured: true, take } as Kind);
}

function record(key: Schema, element: Schema): Schema {
  const take = (reading: Reading, reader: Reader): Reading => {
    const { value: input, issues } = reading;
    if (!isPlainObject(input)) {
      issues.push({ code: 'invalid_type', expected: 'record', input, path: [] });
      return reading;
    }
    const value: Record<string, unknown> = {};
    for (const name of Object.keys(input).filter((own) => own !== '__proto__')) {
      const named = key.read({ value: name, issues: [] }, reader);
      if (named.issues.length > 0) {
        const inner = named.issues.map((issue) => worded(issue, [reader.error]));
        issues.push({ code: 'invalid_key', origin: 'record', issues: inner, input: name, path: [name] });
        continue;
      }
      if (named.value === '__proto__') continue;
      const result = element.read({ value: input[name], issues: [] }, reader);
      issues.push(...below(name, result.issues));
      value[String(named.value)] = result.value;
    }
    return { ...reading, value };
  };
  return schemaOf({ take });
}

type Fields = { input: Record<string, unknown>; value: Record<string, unknown>; issues: Issue[] };

/** One field of an object: an absent one is filled in, left out or missed, as its schema says. */
function readField(name: string, schema: Schema, reader: Reader, { input, value, issues }: Fields): void {
  const result = schema.read({ value: input[name], issues: [] }, reader);
  const { absent, optionalOut = false } = schema;
  const present = name in input;
  if (!present && optionalOut && absent === 'optional') return;
  if (result.issues.length > 0 && absent !== undefined && optionalOut && !present) return;
  issues.push(...below(name, result.issues));
  if (!present && absent === undefined) {
    if (result.issues.length > 0) return;
    issues.push({ code: 'invalid_type', expected: 'nonoptional', input: undefined, path: [name] });
    return;
  }
  if (result.value !== undefined) value[name] = result.value;
  else if (present || (absent === 'defaulted' && !optionalOut)) value[name] = undefined;
}

function objectOf(shape: Shape, rest: Rest, error?: Say): ObjectSchema {
  const take = (reading: Reading, reader: Reader): Reading => {
    const { value: input, issues } = reading;
    if (!isObject(input)) {
      issues.push({ code: 'invalid_type', expected: 'object', input, path: [] });
      return reading;
    }
    const value: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(shape))
      readField(name, field, reader, { input, value, issues });
    const keys: string[] = [];
    for (const key in input) if (!Object.hasOwn(shape, key)) keys.push(key);
    if (rest === 'kept') for (const key of keys) if (key !== '__proto__') value[key] = input[key];
    if (rest === 'refused' && keys.length > 0)
      issues.push({ code: 'unrecognized_keys', keys, inst: { shape }, input, path: [], continue: true });
    return { ...reading, value };
  };
  const extend = (more: Shape) => objectOf({ ...shape, ...more }, rest, error);
  return schemaOf({ error, take, shape, extend });
}

function union(options: readonly Schema[], params?: Params): Schema {
  const take = (reading: Reading, reader: Reader): Reading => {
    const results = options.map((option) => option.read({ value: reading.value, issues: [] }, reader));
    const fitting = results.find(({ issues }) => issues.length === 0);
    if (fitting) return { ...reading, value: fitting.value };
    // Where the type of just one option fits, its faults are the ones to tell.
    const [near, ...others] = results.filter((result) => !isStopped(result));
    if (near && others.length === 0) return near;
    // As each option would say it: the words for the whole are put together from these.
    const errors = results.map(({ issues }) => issues.map((issue) => worded(issue, [reader.error])));
    reading.issues.push({ code: 'invalid_union', errors, input: reading.value, path: [] });
    return reading;
  };
  return schemaOf({ error: sayOf(params), take });
}

/** The part of zod that the contract describes definitions with. */
export const z = {
  string,
  number,
  boolean,
  unknown,
  guid,
  int,
  array,
  record,
  union,
  enum: (values: readonly string[], params?: Params) => oneOf(values, params),
  literal: (value: unknown, params?: Params) => oneOf(Array.isArray(value) ? value : [value], params),
  object: (shape: Shape, params?: Params) => objectOf(shape, 'dropped', sayOf(params)),
  strictObject: (shape: Shape, params?: Params) => objectOf(shape, 'refused', sayOf(params)),
  looseObject: (shape: Shape, params?: Params) => objectOf(shape, 'kept', sayOf(params)),
  /** Formats that no part of a definition has; what describes other things is made with them as well. */
  url: string,
  iso: { datetime: string },
};
