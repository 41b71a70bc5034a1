import { characterCount, isOfType, type Schema } from './schema.ts';

/** Whether a value matches one schema. */
type Fit = (value: unknown) => boolean;

const fitsNothing: Fit = () => false;

/** Whether at least one of the checks passes. */
const anyOf = (fits: readonly Fit[]): Fit => {
  const [one = fitsNothing, other = fitsNothing] = fits;
  // Most schemas have one type, or one type or null.
  if (fits.length === 1) return one;
  if (fits.length < 3) return (value) => one(value) || other(value);
  return (value) => fits.some((fit) => fit(value));
};

/** Limits apply to numbers, texts and lists only; other values pass. */
function compileLimits({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  pattern,
}: Schema): Fit[] {
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

const isObject = isOfType.object as Fit;
/** Inherited properties such as `toString` are not fields. */
const fieldOf = (value: object, name: string): unknown =>
  name in Object.prototype && !Object.hasOwn(value, name)
    ? undefined
    : (value as Record<string, unknown>)[name];

/** Checks the known fields of an object, and that no required one is absent. */
function compileFields({ properties = {}, required = [] }: Schema, compile: (schema: Schema) => Fit): Fit {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    fit: compile(schema),
    isInherited: name in Object.prototype,
    isRequired: required.includes(name),
  }));
  const unknown = required.filter((name) => !Object.hasOwn(properties, name));
  return (value) => {
    if (!isObject(value)) return true;
    for (const { name, fit, isRequired, isInherited } of fields) {
      const field = isInherited ? fieldOf(value as object, name) : (value as Record<string, unknown>)[name];
      if (field === undefined) {
        if (isRequired) return false;
      } else if (!fit(field)) return false;
    }
    return unknown.every((name) => fieldOf(value as object, name) !== undefined);
  };
}

/** Fields with names of the caller's choice. */
function compileOthers(properties: Record<string, Schema>, fit: Fit): Fit {
  return (value) => {
    if (!isObject(value)) return true;
    return Object.entries(value as object).every(
      ([name, field]) => field === undefined || Object.hasOwn(properties, name) || fit(field),
    );
  };
}

/** The checks of `schema`, in order. */
function compileChecks(schema: Schema, compile: (schema: Schema) => Fit): Fit[] {
  const { properties = {}, required, additionalProperties } = schema;
  const forms = schema.anyOf ?? schema.oneOf;
  const types = [schema.type ?? []].flat().map((name) => isOfType[name] ?? fitsNothing);
  const checks: Fit[] = [];
  if (schema.const !== undefined) checks.push((value) => value === schema.const);
  if (types.length > 0) checks.push(anyOf(types));
  if (schema.enum) checks.push((value) => (schema.enum as unknown[]).includes(value));
  checks.push(...compileLimits(schema));
  if (forms?.length) checks.push(anyOf(forms.map(compile)));
  if (schema.items) {
    const fitsItem = compile(schema.items);
    checks.push((value) => !Array.isArray(value) || value.every(fitsItem));
  }
  if (schema.properties || required) checks.push(compileFields(schema, compile));
  if (typeof additionalProperties === 'object')
    checks.push(compileOthers(properties, compile(additionalProperties)));
  return checks;
}

/**
 * Checks whether values match schemas, without reasons; `readValue` reports those. Unknown fields are
 * allowed. Each schema is compiled to functions once, without `eval`, which pages may forbid. That takes a
 * tenth of the time of `readValue`, so a program can check every response.
 */
export function fitter(components: Record<string, Schema>): (schema: Schema, value: unknown) => boolean {
  const fits = new WeakMap<Schema, Fit>();
  const compile = (schema: Schema): Fit => {
    const existingFit = fits.get(schema);
    if (existingFit) return existingFit;
    const { $ref } = schema;
    // A component is compiled on first use, because it can be recursive.
    let whole: Fit = (value) => {
      whole = $ref === undefined ? allOf(compileChecks(schema, compile)) : compile(components[$ref] ?? {});
      fits.set(schema, whole);
      return whole(value);
    };
    const fit: Fit = (value) => whole(value);
    fits.set(schema, fit);
    return fit;
  };
  return (schema, value) => compile(schema)(value);
}

/** Whether all checks pass. */
function allOf(checks: readonly Fit[]): Fit {
  const [one, other] = checks;
  if (!one) return () => true;
  if (!other) return one;
  if (checks.length === 2) return (value) => one(value) && other(value);
  return (value) => checks.every((check) => check(value));
}
