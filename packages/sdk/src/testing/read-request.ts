import { schemas } from '../generated/catalog.ts';
import { ApiError, malformed } from './api-error.ts';
import type { TestOperation, TestSchema } from './operation.ts';
import { type Faults, readValue } from './read-value.ts';

/** The parts of a request that schemas read. */
export interface RawInput {
  params: Record<string, string>;
  search: URLSearchParams;
  text: string;
  contentType: string | null;
}

/** Query parameters are texts; the schema says what they stand for. */
function wireValue(schema: TestSchema, texts: readonly string[]): unknown {
  const [text = '', ...more] = texts;
  // What is sent twice and is no list stands for nothing.
  if (schema.type === 'array' || more.length > 0) return [...texts];
  if (schema.type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : text;
  return text;
}

/** The values of a parameter that may be repeated. That one is none of a choice is told of the parameter as a whole. */
function readRepeated(schema: TestSchema, values: readonly unknown[], field: string, faults: Faults) {
  const { items = {}, maxItems = Infinity } = schema as { items?: TestSchema; maxItems?: number };
  const [own, whole]: [Faults, Faults] = [[], []];
  const placeOf = (at: number) => (values.length === 1 ? field : `${field}.${at}`);
  const read = values.map((value, at) => readValue(items, value, placeOf(at), own));
  readValue(items, values, field, whole);
  const isChoice = own[0]?.message === whole[0]?.message || values.length > maxItems;
  faults.push(...(isChoice ? whole : own));
  return read;
}

/** Numbers have one rule for both ends. */
function readParameter(schema: TestSchema, value: unknown, field: string, faults: Faults): unknown {
  if (Array.isArray(value) && schema.type === 'array') return readRepeated(schema, value, field, faults);
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  if (typeof value !== 'number' || minimum === undefined || maximum === undefined) {
    return readValue(schema, value, field, faults);
  }
  if (value < minimum || value > maximum) {
    faults.push({ field, message: `Must be from ${minimum} to ${maximum}.` });
  }
  return value;
}

function readQuery({ query }: TestOperation, search: URLSearchParams, faults: Faults): object {
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(query)) {
    const texts = search.getAll(name);
    const value = texts.length === 0 ? undefined : wireValue(schema, texts);
    if (value === undefined && !schema.required && !('default' in schema)) continue;
    read[name] = readParameter(schema, value, `query.${name}`, faults);
  }
  if (search.has('cursor') && search.has('offset')) {
    faults.push({ field: 'query.cursor', message: 'A cursor replaces offset: send one of the two.' });
  }
  return read;
}

/** Bodies that carry a definition may be larger than others. */
function mostMebibytes({ body }: TestOperation): number {
  const name =
    String(body?.schema.$ref ?? '')
      .split('/')
      .at(-1) ?? '';
  const { properties = {} } = schemas[name] ?? body?.schema ?? {};
  return 'definition' in (properties as object) ? 16 : 4;
}

function readJson(operation: TestOperation, { text, contentType }: RawInput): unknown {
  const most = mostMebibytes(operation);
  if (new TextEncoder().encode(text).length > most * 1024 * 1024)
    throw new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${most} MiB.`);
  if (text.trim() === '') return undefined;
  if (!/^application\/json\b/i.test(contentType ?? '')) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be application/json in UTF-8, not compressed.',
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('BAD_REQUEST', 'The body is not JSON.');
  }
}

/** A change that changes nothing is refused where no field of the body is required and none has a default. */
function readBody(operation: TestOperation, value: unknown, faults: Faults): unknown {
  const { body } = operation;
  if (body === null) return undefined;
  if (value === undefined && !body.required) return readValue(body.schema, {}, 'body', faults);
  return readValue(body.schema, value === undefined ? {} : value, 'body', faults);
}

/** Path, query and body as the contract reads them; throws every fault in one answer. */
export function readRequest(operation: TestOperation, raw: RawInput) {
  const faults: Faults = [];
  const params: Record<string, string> = {};
  for (const [name, text] of Object.entries(raw.params)) {
    params[name] = String(readValue(operation.params[name] ?? {}, text, `params.${name}`, faults));
  }
  const query = readQuery(operation, raw.search, faults);
  const body = readBody(operation, operation.method === 'GET' ? undefined : readJson(operation, raw), faults);
  const [first, ...others] = faults;
  if (first !== undefined) throw malformed(first, ...others);
  return { params, query, body };
}
