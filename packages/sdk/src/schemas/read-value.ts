import { VALUE_RULES, type ValueProblem } from '../generated/rules/config-rules.ts';
import { explain, inWords, type RawIssue, unknownNames } from '../generated/rules/messages.ts';
import type { Issue } from '../generated/rules/types.ts';
import type { FieldError } from '../generated/types.ts';
import { characterCount, isOfType, type Schema } from './schema.ts';

/** A problem of a value, with its path, the service's message, and the schema that the value violates. */
export interface ValueIssue extends Issue, RawIssue {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
  readonly errors?: readonly (readonly ValueIssue[])[];
}

type Facts = Omit<RawIssue, 'errors'> &
  Partial<Pick<ValueIssue, 'path' | 'issues' | 'errors'>> & { readonly message?: string | undefined };

/** A value with defaults filled in, and its problems. */
export interface Reading {
  value: unknown;
  issues: ValueIssue[];
}

/** How to read a value. */
export interface ReadOptions {
  /** The schemas that `$ref` refers to. */
  components?: Record<string, Schema>;
  /** Skips the checks of formats and unknown fields: a newer service may return IDs in another form. */
  lenient?: boolean;
}

/** Problems that prevent the check of rules for the whole value. */
const FATAL = ['invalid_type', 'invalid_value', 'invalid_union', 'invalid_key'];
const isFatal = ({ code, schema }: ValueIssue) =>
  FATAL.includes(code) || (code === 'too_big' && schema.type === 'array');

/** Reads a value exactly as the service does. Never throws. */
export function readValue(schema: Schema, value: unknown, options: ReadOptions = {}): Reading {
  if (schema.$ref !== undefined) return readValue(options.components?.[schema.$ref] ?? {}, value, options);
  if (schema.anyOf?.length) {
    const reading = readUnion(schema, value, options);
    // The rules beside `anyOf` apply to every alternative.
    const { anyOf: _, ...rest } = schema;
    if (reading.issues.length > 0 || Object.keys(rest).length === 0) return reading;
    return { ...reading, issues: readValue(rest, reading.value, options).issues };
  }
  if (schema.oneOf?.length) return readAlternative(schema, value, options);
  const mismatch = findMismatch(schema, value, options);
  if (mismatch) return { value, issues: [createIssue(schema, value, mismatch)] };
  const reading = readParts(schema, value, options);
  for (const part of schema.allOf ?? []) reading.issues.push(...readValue(part, value, options).issues);
  return withRule(schema, reading);
}

/** All problems of a value, with the service's messages. Each path starts with `place`. */
export function fieldErrors(
  schema: Schema,
  value: unknown,
  { place, ...options }: ReadOptions & { place: string },
): FieldError[] {
  return inWords(readValue(schema, value, options).issues).map(({ path, message }) => ({
    field: [place, ...path].join('.'),
    message,
  }));
}

/** An issue of a value, with the message for its facts. */
function createIssue(schema: Schema, input: unknown, facts: Facts): ValueIssue {
  return { path: [], ...facts, message: facts.message ?? describeProblem(schema, facts), input, schema };
}

/** The message of an issue, from the schema or from the facts. */
function describeProblem(schema: Schema, facts: Facts): string {
  const { code } = facts;
  if (schema.format === 'uuid') return 'Must be a UUID.';
  // A schema may replace the messages of these problems only.
  const isReplaceable =
    ['invalid_value', 'invalid_format'].includes(code) || (code === 'too_big' && schema.type === 'array');
  if (isReplaceable && schema.problem !== undefined) return schema.problem;
  const message = explain(facts);
  if (message !== undefined) return message;
  if (code === 'invalid_key') return 'Invalid key in record';
  if (code === 'invalid_format') return `Invalid string: must match pattern /${schema.pattern}/`;
  return 'Invalid input';
}

const isObject = (value: unknown): value is Record<string, unknown> => isOfType.object?.(value) === true;

/** Why a value is not of the allowed values or types; undefined if it is. */
function findMismatch(schema: Schema, value: unknown, { components }: ReadOptions): Facts | undefined {
  const { enum: values, const: only, type, items } = schema;
  if (only !== undefined && value !== only) return { code: 'invalid_value', values: [only] };
  if (values && !values.includes(value)) return { code: 'invalid_value', values };
  if (type === undefined) return undefined;
  const types = [type].flat();
  if (types.length === 0 || types.some((one) => isOfType[one]?.(value))) return undefined;
  const [first = ''] = types;
  // The parser expects an `int` instead of a fraction, and a `number` instead of anything else.
  const whole = typeof value === 'number' && Number.isFinite(value) ? 'int' : 'number';
  return {
    code: 'invalid_type',
    expected: first === 'integer' ? whole : first,
    itemValues: (components?.[items?.$ref ?? ''] ?? items)?.enum,
  };
}

/** Reads the value by its type: its limits, its items or its fields. */
function readParts(schema: Schema, value: unknown, options: ReadOptions): Reading {
  if (typeof value === 'string') return readText(schema, value, options);
  if (typeof value === 'number') return { value, issues: numberIssues(schema, value) };
  if (Array.isArray(value)) return readList(schema, value, options);
  // A schema without fields accepts any object unchanged.
  const { type, properties, required, additionalProperties } = schema;
  const isTyped = (type ?? properties ?? required ?? additionalProperties) !== undefined;
  if (isTyped && isObject(value)) return readObject(schema, value, options);
  return { value, issues: [] };
}

/** The facts of a size error. */
function sizeFacts(
  size: number,
  bounds: { origin: string; least: number | undefined; most: number | undefined },
): Facts[] {
  const { origin, least = -Infinity, most = Infinity } = bounds;
  if (size < least) return [{ code: 'too_small', minimum: least, origin, inclusive: true }];
  if (size > most) return [{ code: 'too_big', maximum: most, origin, inclusive: true }];
  return [];
}

/** The issues of a number beyond its limits. */
function numberIssues(schema: Schema, value: number): ValueIssue[] {
  const { minimum: least, maximum: most, type } = schema;
  const safe = { origin: 'int', least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER };
  const facts = type === 'integer' ? sizeFacts(value, safe) : [];
  facts.push(...sizeFacts(value, { origin: 'number', least, most }));
  return facts.map((one) => createIssue(schema, value, one));
}

/** The formats of texts, with what messages call them. */
const FORMATS: Record<string, { name: string; fits: (text: string) => boolean }> = {
  uuid: { name: 'guid', fits: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) },
  email: { name: 'email', fits: (text) => /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text) },
  uri: { name: 'url', fits: (text) => URL.canParse(text) },
};

/** Reads a text, which may be trimmed, and checks its length, pattern and format. */
function readText(schema: Schema, text: string, { lenient }: ReadOptions): Reading {
  const { minLength: least, maxLength: most, pattern, format = '', rule = '' } = schema;
  const value = VALUE_RULES[rule]?.trim ? text.trim() : text;
  const facts = sizeFacts(characterCount(value), { origin: 'string', least, most });
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    facts.push({ code: 'invalid_format', format: 'regex' });
  const knownFormat = FORMATS[format];
  if (knownFormat && !lenient && !knownFormat.fits(value))
    facts.push({ code: 'invalid_format', format: knownFormat.name });
  const issues = facts.map((one) => createIssue(schema, value, one));
  return { value: format === 'uuid' ? value.toLowerCase() : value, issues };
}

/** Reads a list and its items. */
function readList(schema: Schema, list: unknown[], options: ReadOptions): Reading {
  const { items, minItems: least, maxItems: most } = schema;
  const size = sizeFacts(list.length, { origin: 'array', least, most });
  const sizeIssues = size.map((facts) => createIssue(schema, list, facts));
  // A list that is too long is rejected before its items are read.
  if (!items || list.length > (most ?? Infinity)) return { value: list, issues: sizeIssues };
  const issues: ValueIssue[] = [];
  const value = Array.from(list, (item, index) => {
    const reading = readValue(items, item, options);
    issues.push(...prefixPaths(index, reading.issues));
    return reading.value;
  });
  return { value, issues: [...issues, ...sizeIssues] };
}

/** The issues of a part, with its key before their paths. */
const prefixPaths = (key: string | number, issues: readonly ValueIssue[]): ValueIssue[] =>
  issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }));

type Part = { input: Record<string, unknown>; value: Record<string, unknown>; issues: ValueIssue[] };

/** Reads the known fields of an object, and those that the schema allows besides. */
function readObject(schema: Schema, input: Record<string, unknown>, options: ReadOptions): Reading {
  // The functions below add to the value and the issues.
  const part: Part = { input, value: {}, issues: [] };
  const { properties = {}, required = [] } = schema;
  for (const [name, field] of Object.entries(properties))
    readField(name, { ...part, field, schema, options });
  for (const name of required)
    if (!Object.hasOwn(properties, name) && input[name] === undefined)
      part.issues.push(missing(name, schema));
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(properties, name));
  if (typeof schema.additionalProperties === 'object') {
    for (const name of unknown) readOther(name, { ...part, schema, options });
  } else if (schema.additionalProperties === false && unknown.length > 0 && !options.lenient) {
    const messages = unknownNames(unknown, { known: Object.keys(properties), called: 'field' });
    for (const [at, name] of unknown.entries())
      part.issues.push(
        createIssue(schema, input, { code: 'unrecognized_keys', path: [name], message: messages[at] }),
      );
  }
  return { value: part.value, issues: part.issues };
}

type Place = Part & { schema: Schema; options: ReadOptions };

/** The issue of a required field that is absent. */
const missing = (name: string, schema: Schema): ValueIssue =>
  createIssue(schema, undefined, { code: 'invalid_type', expected: 'nonoptional', path: [name] });

/**
 * Reads a known field. If it is absent, the schema decides: a default is filled in, it stays absent, or it is
 * an error.
 */
function readField(name: string, place: Place & { field: Schema }): void {
  const { field, input, value, issues, schema, options } = place;
  // Inherited properties such as `toString` are not fields.
  const fieldValue = name in Object.prototype && !Object.hasOwn(input, name) ? undefined : input[name];
  const present = fieldValue === undefined ? field.default : fieldValue;
  if (present === undefined) {
    if (schema.required?.includes(name)) issues.push(missing(name, field));
    return;
  }
  const reading = readValue(field, present, options);
  issues.push(...prefixPaths(name, reading.issues));
  value[name] = reading.value;
}

/**
 * Reads a field with a caller-defined name. Name and value each have a schema. The service skips `__proto__`.
 */
function readOther(name: string, { input, value, issues, schema, options }: Place): void {
  // A lenient reading ignores an undefined field.
  if (options.lenient ? input[name] === undefined : name === '__proto__') return;
  const key = readValue(schema.propertyNames ?? {}, name, options);
  if (key.issues.length > 0) {
    const facts = { code: 'invalid_key', origin: 'record', path: [name], issues: key.issues };
    issues.push(createIssue(schema, name, facts));
    return;
  }
  const reading = readValue(schema.additionalProperties as Schema, input[name], options);
  issues.push(...prefixPaths(name, reading.issues));
  if (key.value !== '__proto__') value[String(key.value)] = reading.value;
}

/** Reads a value by the first alternative that fits. */
function readUnion(schema: Schema, value: unknown, options: ReadOptions): Reading {
  const { anyOf = [] } = schema;
  const forms = anyOf.filter(({ type }) => type !== 'null');
  if (value === null && forms.length < anyOf.length) return { value, issues: [] };
  const [only] = forms;
  if (only && forms.length === 1) return readValue(only, value, options);
  const readings = forms.map((form) => readValue(form, value, options));
  const fitting = readings.find(({ issues }) => issues.length === 0);
  if (fitting) return fitting;
  // If the type matches only one alternative, report the problems of that one.
  const [near, ...others] = readings.filter(({ issues }) => !issues.some(isFatal));
  if (near && others.length === 0) return near;
  const errors = readings.map(({ issues }) => issues);
  return { value, issues: [createIssue(schema, value, { code: 'invalid_union', errors })] };
}

/** Alternatives with a discriminator: the value of one field selects the alternative. */
function readAlternative(schema: Schema, value: unknown, options: ReadOptions): Reading {
  const forms = (schema.oneOf ?? []).map((form) =>
    form.$ref === undefined ? form : (options.components?.[form.$ref] ?? {}),
  );
  const [first = {}] = forms;
  const name =
    Object.entries(first.properties ?? {}).find(([, field]) => field.const !== undefined)?.[0] ?? '';
  if (!isObject(value)) {
    return { value, issues: [createIssue(schema, value, { code: 'invalid_type', expected: 'object' })] };
  }
  const tagOf = (form: Schema) => form.properties?.[name]?.const;
  const meant = forms.find((form) => tagOf(form) === value[name]);
  if (meant) return readValue(meant, value, options);
  const facts = { code: 'invalid_union', discriminator: name, options: forms.map(tagOf), path: [name] };
  return { value, issues: [{ ...createIssue(schema, value, facts), input: value[name] }] };
}

/**
 * Applies a rule that JSON Schema cannot express, if the schema names one and the value has the right type.
 */
function withRule(schema: Schema, { value, issues }: Reading): Reading {
  const rule = VALUE_RULES[schema.rule ?? ''];
  if (rule === undefined || issues.some(isFatal)) return { value, issues };
  const problem: ValueProblem | undefined = rule.problem?.(value as never);
  if (problem) issues.push(createIssue(schema, value, { code: 'custom', ...problem }));
  return { value: rule.normalize ? rule.normalize(String(value)) : value, issues };
}
