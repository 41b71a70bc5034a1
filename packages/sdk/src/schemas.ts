import { InputError } from './core/client-errors.ts';
import type { Operations } from './generated/operations.ts';
import type { FieldError } from './generated/types.ts';
import { components, operations } from './schemas/operation-schemas.ts';
import { fieldErrors } from './schemas/read-value.ts';
import type { Schema } from './schemas/schema.ts';
import { bodyText } from './transport/body-text.ts';
import { checkDefinition } from './workflow/check.ts';

export { components, operations } from './schemas/operation-schemas.ts';
export type { OperationSchemas, Schema } from './schemas/schema.ts';

/**
 * The problems of a body before it is sent, under the same field paths that the service names in `details`. The
 * service knows more rules than schemas can state: what passes here may still be rejected there.
 *
 * @throws InputError where there is no such operation, or the body cannot be sent.
 * @example
 * ```ts
 * import { validate } from '@voiceloom/sdk/schemas';
 * const errors = validate('workflows.create', { name: '' });
 * for (const { field, message } of errors) console.log(field, message);
 * ```
 */
export function validate(operation: keyof Operations, body: unknown): FieldError[] {
  if (!Object.hasOwn(operations, operation)) throw new InputError(`There is no operation ${operation}.`);
  const { body: schema } = operations[operation] ?? {};
  if (!schema) return [];
  // As it will be sent and read: dates become text, functions and undefined go away, and no body is an empty one.
  const text = bodyText(body);
  const sent: unknown = text === undefined ? {} : JSON.parse(text);
  const errors = fieldErrors(schema, sent, { components, place: 'body' });
  const definition = definitionIn(schema, sent);
  if (definition === undefined) return errors;
  const others = errors.filter(({ field }) => !/^body\.definition(\.|$)/.test(field));
  return [...others, ...definitionErrors(definition)];
}

/** The definition of a workflow in a body, which has rules of its own. */
function definitionIn(schema: Schema, body: unknown): object | undefined {
  const { definition } = (body ?? {}) as { definition?: unknown };
  const { properties = {} } = schema.$ref === undefined ? schema : (components[schema.$ref] ?? {});
  const isDefinition = properties.definition?.$ref === 'WorkflowDefinitionInput';
  return isDefinition && typeof definition === 'object' && definition !== null ? definition : undefined;
}

const definitionErrors = (definition: object): FieldError[] =>
  checkDefinition(definition).errors.map(({ path, message }) => ({ field: `body.${path}`, message }));
