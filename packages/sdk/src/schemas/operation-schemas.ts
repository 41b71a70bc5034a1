import { parts } from '../generated/schemas.ts';
import type { OperationSchemas, Schema } from './schema.ts';

export { components } from '../generated/schemas.ts';

/** A parameter of a path, a query or a header. */
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

/** The query parameters as one schema; empty if there are none. */
export function queryOf(parameters: readonly Parameter[]): Pick<OperationSchemas, 'query'> {
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
