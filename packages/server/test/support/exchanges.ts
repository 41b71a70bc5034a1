import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapi from '@voiceloom/contract/openapi.json' with { type: 'json' };
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { ROUTES } from './routes.ts';

export interface Exchange {
  method: string;
  path: string;
  requestBody: unknown;
  status: number;
  contentType: string;
  body: unknown;
  headers?: Headers;
}

type JsonObject = Record<string, unknown>;
type Described = { responses: Record<string, JsonObject>; requestBody?: JsonObject };

interface Operation {
  id: string;
  method: string;
  pattern: RegExp;
  described: Described;
}

/**
 * The published document with all objects closed (an undocumented field is an error) and absolute references.
 */
const document = prepared(openapi) as {
  paths: Record<string, Record<string, Described>>;
  components: { responses: Record<string, JsonObject> };
};
const operations: Operation[] = ROUTES.map(({ method, path, metadata }) => {
  const described = document.paths[path.replace(/:([a-z_]+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!described) throw new Error(`${method} ${path} is not in the document.`);
  return {
    id: metadata.operationId,
    method,
    pattern: new RegExp(`^${path.replace(/:[a-z_]+/g, '[^/]+')}$`),
    described,
  };
});

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, inlineRefs: false });
ajvFormats.default(ajv);
ajv.addSchema({ components: document.components }, 'document');
const validators = new WeakMap<object, ValidateFunction>();

/**
 * Compares an exchange with the published document and returns the differences. Ignores paths outside the
 * contract.
 */
export function faultsOf(exchange: Exchange): string[] {
  const operation = find(exchange);
  if (!operation) return [];
  const place = `${operation.id} ${exchange.status}`;
  const response = responseOf(operation, exchange.status);
  if (!response) return [`${place}: the document does not know this status`];
  const faults = exchange.contentType.startsWith('application/json')
    ? check(schemaIn(response), exchange.body)
    : [];
  faults.push(...undeclaredHeaders(response, exchange));
  if (exchange.status < 300 && exchange.requestBody !== undefined) {
    // The service ignores unknown fields of a request, as documented.
    const own = check(schemaIn(operation.described.requestBody), exchange.requestBody);
    faults.push(...own.filter((fault) => !fault.includes('additional')));
  }
  return faults.map((fault) => `${place}: ${fault}`);
}

/** Headers of every HTTP server about the connection and the body, and headers for browsers. */
const HEADERS_OF_ANY = new Set(
  `connection content-length content-type date keep-alive transfer-encoding vary x-content-type-options x-frame-options
  referrer-policy content-security-policy strict-transport-security access-control-allow-origin
  access-control-expose-headers x-accel-buffering`.split(/\s+/),
);

/** Headers of a response that the document does not declare. */
function undeclaredHeaders(response: JsonObject, { headers }: Exchange): string[] {
  const declared = Object.keys((response.headers ?? {}) as JsonObject).map((name) => name.toLowerCase());
  return [...(headers?.keys() ?? [])]
    .filter((name) => !HEADERS_OF_ANY.has(name) && !declared.includes(name))
    .map((name) => `the header ${name} is not in the document`);
}

/** The exchanges that this process recorded. */
const notes = new Set<string>();

/** Records the exchange for the list of operations that no test exercises. */
export function note(directory: string, exchange: Exchange): void {
  const operation = find(exchange);
  if (!operation) return;
  const folder = join(directory, 'exchanges');
  const pair = `${operation.id} ${exchange.status}\n`;
  if (notes.has(`${folder} ${pair}`)) return;
  notes.add(`${folder} ${pair}`);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, String(process.pid)), pair);
}

/** All recorded exchanges, as `<operation id> <status>`. */
export function noted(directory: string): Set<string> {
  const folder = join(directory, 'exchanges');
  if (!existsSync(folder)) return new Set();
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return new Set(texts.flatMap((text) => text.split('\n')));
}

/** Operations with a status that is not in `seen`. */
export function neverExercised(seen: ReadonlySet<string>): string[] {
  const all = operations.flatMap(({ id, described }) =>
    Object.keys(described.responses).map((status) => `${id} ${status}`),
  );
  return all.filter((pair) => !seen.has(pair));
}

/** The first match wins, as in the server: fixed names precede parameters. */
function find({ method, path }: Pick<Exchange, 'method' | 'path'>): Operation | undefined {
  // An undecodable path matches no operation.
  if (!decodes(path)) return undefined;
  return operations.find((operation) => operation.method === method && operation.pattern.test(path));
}

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function responseOf({ described }: Operation, status: number): JsonObject | undefined {
  const response = described.responses[String(status)];
  const shared = /^document#\/components\/responses\/(.+)$/.exec(String(response?.$ref))?.[1];
  return shared === undefined ? response : document.components.responses[shared];
}

function schemaIn(holder: JsonObject | undefined): object | undefined {
  const content = holder?.content as Record<string, { schema?: object }> | undefined;
  return content?.['application/json']?.schema;
}

function check(schema: object | undefined, value: unknown): string[] {
  if (!schema) return [];
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message, params }) => {
    return `${instancePath || 'body'} ${message ?? ''} ${JSON.stringify(params)}`;
  });
}

function prepared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prepared);
  if (typeof value === 'string') return value.startsWith('#/components/') ? `document${value}` : value;
  if (typeof value !== 'object' || value === null) return value;
  const copy: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, prepared(entry)]),
  );
  const isOpen =
    copy.type === 'object' && copy.properties !== undefined && copy.additionalProperties === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
