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

/** The parameters in one place of the request as one schema; undefined if there are none. */
export function parametersIn(place: string, parameters: readonly Parameter[]): Schema | undefined {
  const selection = parameters.filter((parameter) => parameter.in === place);
  if (selection.length === 0) return undefined;
  const properties = Object.fromEntries(selection.map(({ name, schema }) => [name, schema]));
  const required = selection.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: 'object', properties, required };
}

/** The input and output of every operation, by its ID. */
export const operationSchemas: Record<string, OperationSchemas> = Object.fromEntries(
  Object.entries(parts).map(([id, { parameters, ...schemas }]) => {
    const query = parametersIn('query', parameters);
    return [id, query ? { query, ...schemas } : schemas];
  }),
);
