import { characterCount, isOfType, type Schema } from './schema.ts';

/** Whether a value matches one schema. */
type Fit = (value: unknown) => boolean;
type Components = Record<string, Schema>;

const fitsNothing: Fit = () => false;
const typesOf = ({ type }: Schema): Fit[] =>
  (type === undefined ? [] : [type].flat()).map((name) => isOfType[name] ?? fitsNothing);

const anyOf = (fits: readonly Fit[]): Fit => {
  const [one = fitsNothing, other = fitsNothing] = fits;
  // Most schemas have one type, or one type or null.
  if (fits.length < 3) return (value) => one(value) || other(value);
  return (value) => fits.some((fit) => fit(value));
};

/** Limits apply to numbers, texts and lists only; other values pass. */
function sizesOf({ minimum, maximum, minLength, maxLength, minItems, maxItems, pattern }: Schema): Fit[] {
  const within = (size: number, least = -Infinity, most = Infinity) => size >= least && size <= most;
  const fits: Fit[] = [];
  if (minimum !== undefined || maximum !== undefined)
    fits.push((value) => typeof value !== 'number' || within(value, minimum, maximum));
  if (minLength !== undefined || maxLength !== undefined)
    fits.push((value) => typeof value !== 'string' || within(characterCount(value), minLength, maxLength));
  if (minItems !== undefined || maxItems !== undefined)
    fits.push((value) => !Array.isArray(value) || within(value.length, minItems, maxItems));
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    fits.push((value) => typeof value !== 'string' || expression.test(value));
  }
  return fits;
}

function itemsOf(item: Fit): Fit {
  return (value) => {
    if (!Array.isArray(value)) return true;
    for (const one of value) if (!item(one)) return false;
    return true;
  };
}

const isObject = isOfType.object as Fit;
/** Inherited properties such as `toString` are not fields. */
const fieldOf = (value: object, name: string): unknown =>
  name in Object.prototype && !Object.hasOwn(value, name)
    ? undefined
    : (value as Record<string, unknown>)[name];

function fieldsOf({ properties = {}, required = [] }: Schema, compile: (schema: Schema) => Fit): Fit {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    ...{ name, fit: compile(schema), isInherited: name in Object.prototype },
    isRequired: required.includes(name),
  }));
  const unknown = required.filter((name) => !Object.hasOwn(properties, name));
  return (value) => {
    if (!isObject(value)) return true;
    for (const { name, fit, isRequired, isInherited } of fields) {
      const field = isInherited ? fieldOf(value as object, name) : (value as Record<string, unknown>)[name];
      if (field === undefined ? isRequired : !fit(field)) return false;
    }
    return unknown.every((name) => fieldOf(value as object, name) !== undefined);
  };
}

function othersOf(properties: Record<string, Schema>, fit: Fit): Fit {
  return (value) =>
    !isObject(value) ||
    Object.entries(value as object).every(
      ([name, field]) => field === undefined || Object.hasOwn(properties, name) || fit(field),
    );
}

/** The checks of `schema`, in order. */
function checksOf(schema: Schema, compile: (schema: Schema) => Fit): Fit[] {
  const { properties, required, additionalProperties, items } = schema;
  const forms = schema.anyOf ?? schema.oneOf;
  const types = typesOf(schema);
  const checks: Fit[] = [];
  if (schema.const !== undefined) checks.push((value) => value === schema.const);
  else if (types.length > 0) checks.push(types.length === 1 ? (types[0] as Fit) : anyOf(types));
  if (schema.const !== undefined && types.length > 0) checks.push(anyOf(types));
  if (schema.enum) checks.push((value) => (schema.enum as unknown[]).includes(value));
  checks.push(...sizesOf(schema));
  if (forms?.length) checks.push(anyOf(forms.map(compile)));
  if (items) checks.push(itemsOf(compile(items)));
  if (properties || required) checks.push(fieldsOf(schema, compile));
  if (typeof additionalProperties === 'object')
    checks.push(othersOf(properties ?? {}, compile(additionalProperties)));
  return checks;
}

/**
 * Checks whether values match schemas, without reasons; `readValue` reports those. Unknown fields are
 * allowed. Each schema is compiled to functions once, without `eval`, which pages may forbid. That takes a
 * tenth of the time of `readValue`, so a program can check every response.
 */
export function fitter(components: Components): (schema: Schema, value: unknown) => boolean {
  const known = new WeakMap<Schema, Fit>();
  const compile = (schema: Schema): Fit => {
    const made = known.get(schema);
    if (made) return made;
    const { $ref } = schema;
    // A component is compiled on first use, because it can be recursive.
    let whole: Fit = (value) => {
      whole = $ref === undefined ? all(checksOf(schema, compile)) : compile(components[$ref] ?? {});
      known.set(schema, whole);
      return whole(value);
    };
    const fit: Fit = (value) => whole(value);
    known.set(schema, fit);
    return fit;
  };
  return (schema, value) => compile(schema)(value);
}

function all(checks: readonly Fit[]): Fit {
  const [one, other] = checks;
  if (!one) return () => true;
  if (!other) return one;
  if (checks.length === 2) return (value) => one(value) && other(value);
  return (value) => checks.every((check) => check(value));
}
