import { z } from 'zod';

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = { [key: string]: unknown };

/** Formats that need no pattern beside them. */
const PLAIN_FORMATS = ['uuid', 'date-time', 'email', 'uri'];

/** Removes all keywords of a schema. */
function clear(schema: JsonSchema) {
  for (const key of Object.keys(schema)) delete schema[key];
}

/** Query parameters are strings on the wire. `wire` in the metadata of a schema is their real type. */
function showWireType(schema: JsonSchema) {
  const { wire, anyOf, description, examples, default: fallback } = schema;
  if (typeof wire !== 'object' || wire === null) return;
  const list = Array.isArray(anyOf) ? anyOf.find((option) => option.type === 'array') : undefined;
  clear(schema);
  Object.assign(schema, wire, list, description && { description }, examples && { examples });
  if (fallback !== undefined) schema.default = fallback;
}

/** The converter omits defaults and examples of parsed strings (query parameters). */
function showUnparsed(schema: JsonSchema, zodSchema: z.core.$ZodType) {
  schema.examples ??= z.globalRegistry.get(zodSchema)?.examples;
  if (schema.examples === undefined) delete schema.examples;
  if (schema.default === undefined && zodSchema instanceof z.ZodDefault) {
    schema.default = zodSchema.def.defaultValue;
  }
}

/** The description of a text that is trimmed before it is validated. */
export const TRIMMED = 'White space around it is removed.';

/** A text that shows whether a schema trims its input. */
const PROBE = ' en ';

/** Whether a text is trimmed, by `trim` or by another overwrite. */
function isTrimmed(zodSchema: z.core.$ZodType): boolean {
  const { innerType, checks = [] } = zodSchema._zod.def as {
    innerType?: z.core.$ZodType;
    checks?: { _zod: { def: { check: string; tx?: (text: string) => unknown } } }[];
  };
  if (innerType !== undefined) return isTrimmed(innerType);
  return checks.some(({ _zod: { def } }) => def.check === 'overwrite' && def.tx?.(PROBE) === PROBE.trim());
}

/** Adds to the description of a text that it is trimmed. */
function showTrim(schema: JsonSchema, zodSchema: z.core.$ZodType) {
  const { type, description = '' } = schema;
  if (type !== 'string' || !isTrimmed(zodSchema) || String(description).includes(TRIMMED)) return;
  schema.description = `${description} ${TRIMMED}`.trim();
}

/** Metadata for checkers: the name of a rule that JSON Schema cannot state, and the message of a problem. */
const RULE_KEYS = ['rule', 'problem'];

/** Corrects what the converter writes for one schema, and removes metadata that is not for readers. */
function tidy(schema: JsonSchema, zodSchema: z.core.$ZodType, { io, rules }: JsonSchemaOptions) {
  delete schema.id;
  delete schema.list;
  if (!rules) for (const key of RULE_KEYS) delete schema[key];
  if (io === 'input') showUnparsed(schema, zodSchema);
  if (io === 'input') showTrim(schema, zodSchema);
  showWireType(schema);
  // Later versions may add fields to a response.
  const isClosedObject = zodSchema._zod.def.type === 'object' && schema.additionalProperties === false;
  if (io === 'output' && isClosedObject) delete schema.additionalProperties;
  if (schema.type === 'integer') {
    // The converter writes these bounds for every integer.
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  }
  if (PLAIN_FORMATS.includes(String(schema.format))) delete schema.pattern;
}

/** Which form of a schema to describe. `rules` keeps metadata that checkers need and documents do not. */
type JsonSchemaOptions = { io: 'input' | 'output'; rules: boolean };

/** The JSON Schema of the input or output of `schema`, with named parts under `$defs`. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', rules = false): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    reused: 'inline',
    override: ({ jsonSchema, zodSchema }) => tidy(jsonSchema as JsonSchema, zodSchema, { io, rules }),
  });
  return json as JsonSchema;
}

/** The JSON Schema of each field of an object schema, without references. Clients build forms from it. */
export function fieldSchemasOf(schema: z.ZodObject): Record<string, JsonSchema> {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const { $defs, ...json } = jsonSchemaOf(field as z.ZodType, 'input');
    return [name, inlineRefs(json, ($defs ?? {}) as Record<string, JsonSchema>) as JsonSchema];
  });
  return Object.fromEntries(fields);
}

/** A schema with the named parts that it references in place of the references. */
function inlineRefs(value: unknown, defs: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineRefs(item, defs));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...siblings } = value as JsonSchema;
  const target = typeof $ref === 'string' ? defs[$ref.replace('#/$defs/', '')] : undefined;
  const schema = { ...target, ...siblings };
  return Object.fromEntries(Object.entries(schema).map(([key, item]) => [key, inlineRefs(item, defs)]));
}
