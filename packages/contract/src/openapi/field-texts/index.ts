import { type JsonSchema, TRIMMED } from '../json-schema.ts';
import { OWN_FIELD_TEXTS } from './own.ts';
import { SHARED_FIELD_TEXTS } from './shared.ts';

export { PARAMETER_TEXTS } from './parameters.ts';

const INTO = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/**
 * Gives every property its description: its own, else that of the field in the schema it stands in, else what its
 * name means everywhere. `place` names the schema, such as `Activity` or `Activity.resource`.
 */
export function describeFields(schema: JsonSchema, place: string): JsonSchema {
  const said: JsonSchema = { ...schema };
  if (isSchema(schema.properties)) {
    const fields = Object.entries(schema.properties as Record<string, JsonSchema>).map(
      ([name, field]) => [name, describeField(field, place, name)] as const,
    );
    said.properties = Object.fromEntries(fields);
  }
  for (const key of INTO) {
    const parts = schema[key];
    if (Array.isArray(parts)) said[key] = parts.map((part: JsonSchema) => describeFields(part, place));
  }
  if (isSchema(schema.items)) said.items = describeFields(schema.items, `${place}[]`);
  if (isSchema(schema.additionalProperties))
    said.additionalProperties = describeFields(schema.additionalProperties, `${place}{}`);
  return said;
}

function describeField(field: JsonSchema, place: string, name: string): JsonSchema {
  const inner = describeFields(field, `${place}.${name}`);
  const text = OWN_FIELD_TEXTS[`${place}.${name}`] ?? SHARED_FIELD_TEXTS[name];
  const description = ownOrKnown(inner.description, text);
  return description === undefined ? inner : { ...inner, description };
}

/** The description of a schema itself, else the known text; that a field is trimmed is added to either. */
export function ownOrKnown(own: unknown, text: string | undefined): string | undefined {
  if (typeof own !== 'string') return text;
  return own === TRIMMED && text !== undefined ? `${text} ${TRIMMED}` : own;
}
