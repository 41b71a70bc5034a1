import { type OperationParameter, parts } from '../generated/schemas.ts';
import type { OperationSchemas } from './schema.ts';

export { components } from '../generated/schemas.ts';

function queryOf(parameters: readonly OperationParameter[]): Pick<OperationSchemas, 'query'> {
  const taken = parameters.filter((parameter) => parameter.in === 'query');
  if (taken.length === 0) return {};
  const properties = Object.fromEntries(taken.map(({ name, schema }) => [name, schema]));
  const required = taken.filter((parameter) => parameter.required).map(({ name }) => name);
  return { query: { type: 'object', properties, required } };
}

/** The input and output of every operation, by its id. */
export const operations: Record<string, OperationSchemas> = Object.fromEntries(
  Object.entries(parts).map(([id, { parameters, ...schemas }]) => [
    id,
    { ...queryOf(parameters), ...schemas },
  ]),
);
