import { InputError } from './client-errors.ts';
import type { Operations } from './generated/operations.ts';
import { components, operations } from './generated/schemas.ts';
import type { FieldFault } from './generated/types.ts';
import { faultsOf } from './schema.ts';

export { components, operations } from './generated/schemas.ts';
export type { OperationSchemas, Schema } from './schema.ts';

/**
 * The faults of a body before it is sent, under the same field paths that the service names in `details`. The service
 * knows more rules than schemas can say: what passes here may still be refused there.
 *
 * @throws InputError where there is no such operation.
 * @example
 * ```ts
 * import { validate } from '@voiceloom/sdk/schemas';
 * const faults = validate('workflows.create', { name: '' });
 * for (const { field, message } of faults) show(field, message);
 * ```
 */
export function validate(operation: keyof Operations, body: unknown): FieldFault[] {
  if (!Object.hasOwn(operations, operation)) throw new InputError(`There is no operation ${operation}.`);
  const { body: schema, bodyRequired } = operations[operation] ?? {};
  if (!schema || (body === undefined && !bodyRequired)) return [];
  // As it will be sent: dates become text, functions and undefined go away.
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  return faultsOf(schema, sent, { components, closed: true, path: ['body'] }).map(
    ({ path, expected, got }) => ({ field: path.join('.'), message: `Expected ${expected}, got ${got}.` }),
  );
}
