import { FILE_SCHEMA_FIELD } from '../generated/rules/ignored-fields.ts';
import { nearestName } from '../generated/rules/nearest-name.ts';
import { components, operationSchemas } from './operation-schemas.ts';
import { readValue } from './read-value.ts';
import type { Schema } from './schema.ts';

/**
 * A field of a body or query that the operation does not know, and the known field that was probably meant.
 */
export interface UnknownField {
  /** Its path, such as `body.definition.grahp` or `query.lang`. */
  field: string;
  /** The known field with the most similar name; undefined if none is similar. */
  meant: string | undefined;
}

/** How many fields have no similar known name. */
const countUnguessed = (fields: readonly UnknownField[]) => fields.filter(({ meant }) => !meant).length;

/** The schema itself, or the component that it references. */
const resolveRef = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolveRef(components[schema.$ref] ?? {});

/** The alternatives of a union that may be meant: those that match, else those of the same type. */
function findMeantForms(forms: Schema[], value: unknown): Schema[] {
  const matches = forms.filter((form) => {
    const { issues } = readValue(form, value, { components, lenient: true });
    return issues.length === 0;
  });
  if (matches.length > 0) return matches;
  const kind = Array.isArray(value) ? 'items' : 'properties';
  return forms.filter((form) => resolveRef(form)[kind] !== undefined);
}

/** The fields of `value` that neither `declaration` nor a matching alternative of its union knows. */
export function unknownIn(declaration: Schema, value: unknown, path: string): UnknownField[] {
  if (typeof value !== 'object' || value === null) return [];
  const schema = resolveRef(declaration);
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) {
    const candidates = findMeantForms(forms, value).map((form) => unknownIn(form, value, path));
    // The alternative that knows most fields, and that has similar names for most of the others.
    candidates.sort((one, other) => one.length - other.length || countUnguessed(one) - countUnguessed(other));
    return candidates[0] ?? [];
  }
  const { items, properties, additionalProperties: rest } = schema;
  if (Array.isArray(value)) {
    if (!items) return [];
    return value.flatMap((item, at) => unknownIn(items, item, `${path}.${at}`));
  }
  return Object.entries(value).flatMap(([name, field]) => {
    const place = `${path}.${name}`;
    const fieldSchema = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (fieldSchema) return unknownIn(fieldSchema, field, place);
    if (typeof rest === 'object') return unknownIn(rest, field, place);
    // If the schema forbids unknown fields, the service itself reports them.
    if (properties && rest === undefined)
      return [{ field: place, meant: nearestName(name, Object.keys(properties)) }];
    return [];
  });
}

/**
 * The fields of a body that the service would ignore, because the operation does not know them.
 *
 * @example
 * ```ts
 * import { unknownFields } from '@voiceloom/sdk/contract';
 * const [unknown] = unknownFields('workflows.create', { nmae: 'Harbor lights' });
 * console.log(unknown?.field, unknown?.meant); // body.nmae name
 * ```
 */
export function unknownFields(operation: string, body: unknown): UnknownField[] {
  const schema = operationSchemas[operation]?.body;
  const unknown = schema ? unknownIn(schema, body, 'body') : [];
  return unknown.filter(({ field }) => field !== `body.${FILE_SCHEMA_FIELD}`);
}

/** The query parameters of `url` that the service would ignore. */
export function unknownParameters(operation: string, url: string): UnknownField[] {
  const schema = operationSchemas[operation]?.query;
  const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams);
  if (schema) return unknownIn(schema, query, 'query');
  return [];
}
