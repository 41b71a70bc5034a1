import { ignoredFieldsWarning, listProblem, readInput, unknownNames } from '@voiceloom/contract';
import { z } from 'zod';
import { ApiError, type FieldError } from '../../errors.ts';
import { isStorable } from './body.ts';
import type { Operation } from './operation.ts';
import { findUnknownFields } from './unknown-fields.ts';

export interface RawRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

export interface ValidRequest {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The `Warning` header about fields of the body that were ignored. */
  warning?: string;
}

/** Without this limit, the errors of 100,000 invalid items would be much larger than the request. */
const MAX_ERRORS = 1_000;

/** Validates path, query, headers and body against the contract. Lists all errors in one response, up to a thousand. */
export function validateRequest(operation: Operation, raw: RawRequest): ValidRequest {
  const { body: rawBody = {} } = raw;
  const errors: FieldError[] = [];
  const check = (schema: z.ZodType | undefined, where: string, value: unknown, skipped?: Set<string>) => {
    if (schema === undefined) return undefined;
    const result = readInput(schema, value);
    if (result.success) return result.data;
    for (const { path, message } of result.issues) {
      if (skipped?.has(`${where}.${String(path[0])}`)) continue;
      errors.push({ field: [where, ...path.map(String)].join('.'), message });
    }
    return undefined;
  };
  const params = check(operation.pathParams, 'params', raw.params);
  const misuses = findMisusedParameters(operation.query, raw.query);
  errors.push(...misuses);
  const misusedFields = new Set(misuses.map(({ field }) => field));
  const query = check(operation.query, 'query', raw.query, misusedFields);
  for (const [name, schema] of operation.headers) check(schema, `headers.${name}`, raw.headers[name]);
  const body = check(operation.body, 'body', rawBody);
  // An operation without a body ignores the fields of an object, but rejects a list or a number.
  const isObject = typeof rawBody === 'object' && !Array.isArray(rawBody);
  if (operation.body === undefined && !isObject)
    errors.push({ field: 'body', message: 'This operation needs no body. Send none, or an empty object.' });
  errors.push(...findUnstorableTexts('params', raw.params), ...findUnstorableTexts('query', raw.query));
  const [first] = errors;
  if (first !== undefined) {
    // A message of a schema, such as "Must be a UUID.", is only clear together with its field. The field of a parameter
    // is its name in the request, without the position of a repeated one.
    const [where = '', name, ...rest] = first.field.split('.');
    let subject = `The ${where}`;
    if (name !== undefined) subject = where === 'body' ? [name, ...rest].join('.') : name;
    throw new ApiError('VALIDATION_ERROR', `${subject}: ${first.message}`, {
      details: errors.slice(0, MAX_ERRORS),
    });
  }
  const ignored = findUnknownFields(operation.body ?? NO_FIELDS, raw.body);
  if (ignored.length === 0) return { params, query, body };
  return { params, query, body, warning: ignoredFieldsWarning(ignored) };
}

const NO_FIELDS = z.object({});

/** The parameters whose text the database cannot store. */
function findUnstorableTexts(where: string, values: Record<string, unknown>): FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(values)) {
    const texts = [value].flat();
    if (texts.every((text) => typeof text !== 'string' || isStorable(text))) continue;
    errors.push({ field: `${where}.${name}`, message: 'Text must not contain U+0000.' });
  }
  return errors;
}

/** Parameters that the operation does not know, or that have the form of another parameter. */
function findMisusedParameters(schema: z.ZodType | undefined, query: Record<string, unknown>): FieldError[] {
  const shape = new Map<string, z.ZodType>(schema instanceof z.ZodObject ? Object.entries(schema.shape) : []);
  const names = Object.keys(query);
  const unknown = names.filter((name) => !shape.has(name));
  const messages = unknownNames(unknown, { known: [...shape.keys()], called: 'query parameter' });
  const errors = unknown.map((name, at) => ({ field: `query.${name}`, message: messages[at] ?? '' }));
  for (const name of names) {
    const parameter = shape.get(name);
    const message = parameter && listProblem(name, parameter, query[name]);
    if (message !== undefined) errors.push({ field: `query.${name}`, message });
  }
  return errors;
}
