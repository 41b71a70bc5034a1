import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { ValidateRequest } from '../../src/index.ts';

type Properties = Record<string, object>;
interface Schema {
  definitions: Record<string, { properties?: Properties }>;
}

const SCHEMAS = new URL('generated/request-schemas.json', import.meta.url);

let validator: ValidateRequest | undefined;

/** Validates requests with schemas of the types of the installed SDK: it rejects unknown names, like Stripe. */
export function requestValidator(): ValidateRequest {
  validator ??= createValidator();
  return validator;
}

function createValidator(): ValidateRequest {
  const schema = JSON.parse(readFileSync(SCHEMAS, 'utf8')) as Schema;
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
