import { InputError } from '../errors/errors.ts';
import type { FieldError, Operations } from '../generated/types.ts';
import { bodyText } from '../transport/bytes.ts';
import { checkDefinition } from './check-definition.ts';
import { components, operationSchemas } from './operation-schemas.ts';
import { fieldErrors } from './read-value.ts';

/**
 * Validates a body before it is sent. Field paths are the same as in the service's `details`. The service
 * checks more rules than schemas can express, so it may still reject a body that passes here.
 *
 * @throws InputError if the operation does not exist or the body cannot be serialized.
 * @example
 * ```ts
 * import { validate } from '@voiceloom/sdk/contract';
 * const errors = validate('workflows.create', { name: '' });
 * for (const { field, message } of errors) console.log(field, message);
 * ```
 */
export function validate(operation: keyof Operations, body: unknown): FieldError[] {
  if (!Object.hasOwn(operationSchemas, operation))
    throw new InputError(`There is no operation ${operation}.`);
  const { body: schema } = operationSchemas[operation] ?? {};
  if (!schema) return [];
  // Validate what will be sent: dates become text, functions and undefined disappear, and a missing body
  // becomes an empty one.
  const text = bodyText(body);
  const payload: unknown = text === undefined ? {} : JSON.parse(text);
  const errors = fieldErrors(schema, payload, { components, place: 'body' });
  const { definition } = (payload ?? {}) as { definition?: unknown };
  const { properties = {} } = schema.$ref === undefined ? schema : (components[schema.$ref] ?? {});
  const isDefinition = properties.definition?.$ref === 'WorkflowDefinitionInput';
  if (!isDefinition || typeof definition !== 'object' || definition === null) return errors;
  // A definition has additional rules.
  const problems = checkDefinition(definition).errors;
  const definitionErrors = problems.map(({ path, message }) => ({ field: `body.${path}`, message }));
  const others = errors.filter(({ field }) => !/^body\.definition(\.|$)/.test(field));
  return [...others, ...definitionErrors];
}
