/** The part of JSON Schema that this contract uses; `$ref` holds the name of a component. */
export interface Schema {
  /** The name of a component, whose form it has. */
  $ref?: string;
  /** One type, or several that are all allowed. */
  type?: string | string[];
  /** The only value. */
  const?: unknown;
  /** All values. */
  enum?: unknown[];
  /** Forms of which one at least must fit. */
  anyOf?: Schema[];
  /** Forms of which one must fit. */
  oneOf?: Schema[];
  /** Forms that must all fit. */
  allOf?: Schema[];
  /** Fields that are known. */
  properties?: Record<string, Schema>;
  /** Fields that must be there. */
  required?: string[];
  /** The form of other fields; `false` where there must be none. */
  additionalProperties?: Schema | boolean;
  /** The form of the names of other fields. */
  propertyNames?: Schema;
  /** The form of every item. */
  items?: Schema;
  /** The least number. */
  minimum?: number;
  /** The greatest number. */
  maximum?: number;
  /** The least length of a text. */
  minLength?: number;
  /** The greatest length of a text. */
  maxLength?: number;
  /** The least number of items. */
  minItems?: number;
  /** The greatest number of items. */
  maxItems?: number;
  /** What a text says, such as `uuid`. */
  format?: string;
  /** A regular expression that a text must match somewhere. */
  pattern?: string;
  /** What the value means. */
  description?: string;
  /** The value where none is sent. */
  default?: unknown;
  /** Some values that fit. */
  examples?: unknown[];
}

/** What one operation takes and returns. */
export interface OperationSchemas {
  /** Its query, where it takes one. */
  query?: Schema;
  /** Its JSON body, where it takes one. */
  body?: Schema;
  /** Whether the body must not be left out. */
  bodyRequired?: boolean;
  /** What `data` of the answer holds; absent for streams. */
  data?: Schema;
}

/** A value that is not as its schema says. */
export interface Fault {
  /** Where it is, from the outside in. */
  path: readonly (string | number)[];
  /** What the schema asks for, such as `string` or `one of "a", "b"`. */
  expected: string;
  /** What is there, without its content: `null`, `missing`, a type, or a value of an enumeration. */
  got: string;
  /** The schema that the value breaks. */
  schema: Schema;
  /** The value; undefined where it is missing. */
  value: unknown;
}

type Components = Record<string, Schema>;
/** `closed`: fields that the schema does not know are faults where it says so. */
type Check = { components: Components; closed: boolean; faults: Fault[] };
type Path = readonly (string | number)[];

const MOST_FAULTS = 50;

/** What is expected in the place of a field that the schema does not know. */
export const NO_FIELD = 'no such field';

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
};

const isType = (value: unknown, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;

const told = (value: unknown) =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `${value}`;

/** All faults of `value`, at most 50. */
export function faultsOf(
  schema: Schema,
  value: unknown,
  { components, closed, path = [] }: { components: Components; closed: boolean; path?: Path },
): Fault[] {
  const check = { components, closed, faults: [] };
  visit(schema, value, { ...check, path });
  return check.faults;
}

type Place = Check & { path: Path };

function visit(schema: Schema, value: unknown, place: Place): void {
  const { components, faults } = place;
  if (faults.length >= MOST_FAULTS) return;
  if (schema.$ref !== undefined) {
    visit(components[schema.$ref] ?? {}, value, place);
    return;
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options) faults.push(...closestFaults(options, value, place));
  const expected = mismatch(schema, value) ?? (place.closed ? otherFormat(schema, value) : undefined);
  if (expected !== undefined) {
    const scalar = typeof value !== 'object' && (schema.enum ?? schema.const) !== undefined;
    faults.push({ path: place.path, expected, got: scalar ? told(value) : typeOf(value), schema, value });
    return;
  }
  if (Array.isArray(value)) visitItems(schema, value, place);
  else if (typeof value === 'object' && value !== null) visitFields(schema, value, place);
}

/** The faults under the alternative that fits best. */
function closestFaults(options: Schema[], value: unknown, place: Place): Fault[] {
  let closest: Fault[] | undefined;
  for (const option of options) {
    const found = faultsOf(option, value, place);
    if (found.length === 0) return [];
    // A fault at the value itself, or in what tells alternatives apart, means that another one is meant.
    const rank = (faults: Fault[]) =>
      faults.length + (faults.some(({ path }) => path.length <= place.path.length + 1) ? MOST_FAULTS : 0);
    if (closest === undefined || rank(found) < rank(closest)) closest = found;
  }
  return closest ?? [];
}

const FORMATS: Record<string, (text: string) => boolean> = {
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  email: (text) => /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
};

/** Of what is sent alone: what a service answers may have ids of its own kind. */
function otherFormat({ format = '' }: Schema, value: unknown): string | undefined {
  return typeof value !== 'string' || (FORMATS[format]?.(value) ?? true) ? undefined : format;
}

function mismatch(schema: Schema, value: unknown): string | undefined {
  if (schema.const !== undefined && value !== schema.const) return told(schema.const);
  if (schema.enum && !schema.enum.includes(value)) return `one of ${schema.enum.map(told).join(', ')}`;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isType(value, type))) return types.join(' or ');
  if (typeof value === 'number') return outside(value, schema.minimum, schema.maximum);
  if (typeof value === 'string') {
    // As the service counts: UTF-16 units.
    const size = outside(value.length, schema.minLength, schema.maxLength);
    if (size !== undefined) return `a length ${size}`;
    const matches = schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value);
    return matches ? undefined : `text that matches ${schema.pattern}`;
  }
  if (!Array.isArray(value)) return undefined;
  const size = outside(value.length, schema.minItems, schema.maxItems);
  return size && `a length ${size}`;
}

function outside(value: number, least = -Infinity, most = Infinity): string | undefined {
  if (value >= least && value <= most) return undefined;
  if (most === Infinity) return `from ${least}`;
  return least === -Infinity ? `up to ${most}` : `from ${least} to ${most}`;
}

function visitItems({ items }: Schema, value: unknown[], place: Place): void {
  if (!items) return;
  for (const [index, item] of value.entries()) visit(items, item, { ...place, path: [...place.path, index] });
}

function visitFields(schema: Schema, value: object, place: Place): void {
  const { properties = {}, required = [], additionalProperties: rest } = schema;
  for (const name of required) {
    if (Object.hasOwn(value, name) && (value as Record<string, unknown>)[name] !== undefined) continue;
    const expected = 'a value';
    const missing = { schema: properties[name] ?? {}, value: undefined };
    place.faults.push({ path: [...place.path, name], expected, got: 'missing', ...missing });
  }
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    const path = [...place.path, name];
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) visit(known, field, { ...place, path });
    else if (typeof rest === 'object') visit(rest, field, { ...place, path });
    else if (rest === false && place.closed)
      place.faults.push({ path, expected: NO_FIELD, got: typeOf(field), schema, value: field });
  }
}
