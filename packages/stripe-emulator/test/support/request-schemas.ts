import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import Stripe from 'stripe';
import { createGenerator } from 'ts-json-schema-generator';
import type { ValidateRequest } from '../../src/index.ts';

type Properties = Record<string, object>;
interface Schema {
  definitions: Record<string, { properties?: Properties }>;
}

let made: ValidateRequest | undefined;

/**
 * Validates requests with the types of the installed SDK: it rejects unknown names, like Stripe. Generating
 * the schemas takes seconds, so they are cached below node_modules for this version of the SDK.
 */
export function requestValidator(): ValidateRequest {
  made ??= makeValidator();
  return made;
}

const OPERATIONS = fileURLToPath(new URL('operations.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

function readSchema(): Schema {
  const source = createHash('sha256').update(readFileSync(OPERATIONS)).digest('hex').slice(0, 12);
  const folder = join(ROOT, 'node_modules/.cache/voiceloom');
  const file = join(folder, `stripe-${Stripe.PACKAGE_VERSION}-${source}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Schema;
  } catch {
    const schema = makeSchema();
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(schema));
    renameSync(`${file}.${process.pid}`, file);
    return schema;
  }
}

function makeSchema(): Schema {
  const generator = createGenerator({
    path: OPERATIONS,
    tsconfig: join(ROOT, 'tsconfig.base.json'),
    type: 'Operations',
    skipTypeCheck: true,
    additionalProperties: false,
    topRef: true,
    jsDoc: 'none',
  });
  return generator.createSchema('Operations') as unknown as Schema;
}

function makeValidator(): ValidateRequest {
  const schema = readSchema();
  // A class of the SDK, which is sent as the text of a number.
  const definitions = { ...schema.definitions, Decimal: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' } };
  // Forms contain only text, so `5` and `true` arrive as text.
  const ajv = new Ajv({ coerceTypes: true, strict: false, allErrors: true });
  ajv.addSchema({ $id: 'sdk', definitions });
  const checks = new Map<string, ValidateFunction>();
  const operations = schema.definitions.Operations?.properties ?? {};
  return (operation, params) => {
    if (!(operation in operations)) return undefined;
    const pointer = operation.replaceAll('~', '~0').replaceAll('/', '~1');
    const check =
      checks.get(operation) ??
      ajv.compile({ $ref: `sdk#/definitions/Operations/properties/${encodeURIComponent(pointer)}` });
    checks.set(operation, check);
    return check(structuredClone(params)) ? undefined : problemOf(check.errors ?? []);
  };
}

function problemOf(errors: ErrorObject[]): ReturnType<ValidateRequest> {
  const unknown = errors.find(({ keyword }) => keyword === 'additionalProperties');
  if (unknown) {
    const param = nameOf(unknown, String(unknown.params.additionalProperty));
    return { code: 'parameter_unknown', message: `Received unknown parameter: ${param}`, param };
  }
  const missing = errors.find(({ keyword }) => keyword === 'required');
  if (missing) {
    const param = nameOf(missing, String(missing.params.missingProperty));
    return { code: 'parameter_missing', message: `Missing required param: ${param}.`, param };
  }
  const [first] = errors;
  const param = first ? nameOf(first) : '';
  return { code: 'parameter_invalid', message: `Invalid ${param}: ${first?.message ?? 'wrong'}`, param };
}

/** `/items/0/price` as Stripe writes it: `items[0][price]`. */
function nameOf({ instancePath }: ErrorObject, last?: string): string {
  const [head = '', ...rest] = [...instancePath.split('/').slice(1), ...(last === undefined ? [] : [last])];
  return `${head}${rest.map((step) => `[${step}]`).join('')}`;
}
