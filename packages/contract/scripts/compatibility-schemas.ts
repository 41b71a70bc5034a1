/** OpenAPI documents and their parts, as plain data. */
export type Json = { [key: string]: unknown };

/** Two documents, and the breaking changes found so far. */
export type Comparison = {
  before: Json;
  after: Json;
  found: Set<string>;
  /** Pairs of schemas whose comparison has begun. Without it, recursive schemas would never end. */
  seen: Set<string>;
};
/** The same part of both documents. */
export type Pair = { before: Json; after: Json };
/** Where a part is in the document, and whether clients send or receive it. */
export type Place = { at: string; direction: 'request' | 'response' };

/** `value` if it is an object, otherwise an empty object. */
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
/** `value` if it is a list, otherwise an empty list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** In requests, raising a lower limit or lowering an upper limit breaks clients. */
const LOWER_LIMITS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_LIMITS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
/** Constraints that have no order: they are only compared for equality. */
const SHAPES = ['format', 'pattern', 'multipleOf', 'uniqueItems', 'contentMediaType'];
const PARTS = [
  ['items', '[]'],
  ['additionalProperties', '{}'],
  ['propertyNames', '{name}'],
  ['contentSchema', ''],
] as const;

/** Every schema keyword that is compared. Apart from annotations, the document must not use others. */
export const COMPARED_KEYWORDS: readonly string[] = [
  ...['$ref', 'type', 'const', 'enum', 'anyOf', 'oneOf', 'allOf', 'properties', 'required', 'default'],
  ...[...LOWER_LIMITS, ...UPPER_LIMITS, ...SHAPES, ...PARTS.map(([part]) => part)],
];

/** The part of a document that `value` refers to, or `value` itself. */
export function resolved(document: Json, value: Json): Json {
  if (typeof value.$ref !== 'string') return value;
  const steps = value.$ref.replace('#/', '').split('/');
  return objectOf(steps.reduce<unknown>((part, step) => objectOf(part)[step], document));
}

/** Adds to `found` the changes in `after` that break clients built for `before`. */
export function compareSchemas(comparison: Comparison, pair: Pair, place: Place): void {
  const isNamed = pair.before.$ref !== undefined && pair.after.$ref !== undefined;
  if (isNamed) {
    const key = `${pair.before.$ref} ${pair.after.$ref} ${place.direction}`;
    if (comparison.seen.has(key)) return;
    comparison.seen.add(key);
  }
  const at = { ...place, at: isNamed ? placeOf(pair.before, place) : place.at };
  compareDefaults(comparison, pair, at);
  const old = variantsOf(comparison.before, pair.before);
  const current = variantsOf(comparison.after, pair.after);
  compareKinds(comparison, { old, current }, at);
  const { pairs, gone, added } = matched(old, current);
  for (const [one, other] of pairs) {
    const isItself = pair.before.$ref === one.ref && pair.after.$ref === other.ref;
    if (one.ref !== undefined && other.ref !== undefined && !isItself)
      compareSchemas(comparison, { before: { $ref: one.ref }, after: { $ref: other.ref } }, at);
    else compareVariants(comparison, { before: one.schema, after: other.schema }, at);
  }
  for (const { label } of gone) comparison.found.add(`${at.at} ${isTaken(at)} ${label} any more`);
  if (place.direction === 'request') return;
  for (const { label } of added) comparison.found.add(`${at.at} can be ${label}`);
}

const isTaken = ({ direction }: Place) => (direction === 'request' ? 'does not take' : 'is never');

const lastOf = ({ $ref }: Json): string => String($ref).slice(String($ref).lastIndexOf('/') + 1);

const placeOf = (schema: Json, { at, direction }: Place): string =>
  `${direction === 'request' ? at.replace(/ .*/, ' ') : ''}${lastOf(schema)}`;

/** One alternative of a schema, with references and unions resolved. */
type Variant = { schema: Json; ref?: string; name?: string };

function variantsOf(document: Json, schema: Json, path: readonly unknown[] = []): Variant[] {
  if (path.includes(schema.$ref ?? schema)) return [];
  const plain = resolved(document, schema);
  const options = listOf(plain.anyOf ?? plain.oneOf);
  const below = [...path, schema.$ref ?? schema];
  if (options.length > 0) return options.flatMap((one) => variantsOf(document, objectOf(one), below));
  // The input form of a schema counts as the same schema, so the suffix `Input` is removed.
  const { $ref: ref } = schema;
  const named = typeof ref === 'string' ? { ref, name: lastOf(schema).replace(/Input$/, '') } : {};
  const parts = listOf(plain.allOf).flatMap((one) => variantsOf(document, objectOf(one), below));
  if (parts.length === 1) return parts.map((part) => ({ ...part, schema: { ...plain, ...part.schema } }));
  return [{ schema: parts.reduce((whole, part) => joined(whole, part.schema), plain), ...named }];
}

const joined = (one: Json, other: Json): Json => ({
  ...one,
  ...other,
  properties: { ...objectOf(one.properties), ...objectOf(other.properties) },
  required: [...listOf(one.required), ...listOf(other.required)],
});

/** The types and constant values that a schema allows: `string`, `null`, `"value"`. */
function kindsOf({ schema }: Variant): string[] {
  if ('const' in schema) return [JSON.stringify(schema.const)];
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value));
  return [schema.type ?? 'anything'].flat().map(String);
}

const typeOfValue = (kind: string): string | undefined => {
  if (kind.startsWith('"')) return 'string';
  if (/^-?\d+$/.test(kind)) return 'integer';
  return /^-?[\d.]+$/.test(kind) ? 'number' : undefined;
};

function covers(kinds: Set<string>, kind: string): boolean {
  const type = typeOfValue(kind) ?? kind;
  if (kinds.has(kind) || kinds.has('anything') || kinds.has(type)) return true;
  if (kind === 'true' || kind === 'false') return kinds.has('boolean');
  return type === 'integer' && kinds.has('number');
}

type Variants = { old: Variant[]; current: Variant[] };

function compareKinds({ found }: Comparison, { old, current }: Variants, place: Place): void {
  const [was, is] = [new Set(old.flatMap(kindsOf)), new Set(current.flatMap(kindsOf))];
  const isValue = (kind: string) => typeOfValue(kind) !== undefined;
  // Requests must keep their types and values. Responses must keep their constant values.
  const gone = [...was].filter(
    (kind) => (place.direction === 'request' || isValue(kind)) && !covers(is, kind),
  );
  for (const kind of gone) found.add(`${place.at} ${isTaken(place)} ${kind} any more`);
  if (place.direction === 'request') return;
  for (const kind of is)
    if (!covers(was, kind) && !(isValue(kind) && [...was].some(isValue)))
      found.add(`${place.at} can be ${kind}`);
}

/** The constant fields that identify an alternative, such as `type`. */
const marksOf = ({ schema }: Variant): string =>
  Object.entries(objectOf(schema.properties))
    .filter(([, field]) => 'const' in objectOf(field))
    .map(([name, field]) => `${name} ${JSON.stringify(objectOf(field).const)}`)
    .join();

const isOf =
  (type: string) =>
  ({ schema }: Variant): boolean => {
    if ('const' in schema || 'enum' in schema) return false;
    const { type: own = 'anything' } = schema;
    return Array.isArray(own) ? own.includes(type) : own === type;
  };

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'anything'];

type Matched = { pairs: [Variant, Variant][]; gone: { label: string }[]; added: { label: string }[] };

/** Pairs alternatives of the same type: by name, else by their constant fields, else by order. */
function matched(old: Variant[], current: Variant[]): Matched {
  const all: Matched = { pairs: [], gone: [], added: [] };
  for (const type of TYPES) {
    // Most schemas have only one type.
    if (!old.some(isOf(type)) && !current.some(isOf(type))) continue;
    const [were, are] = [old.filter(isOf(type)), current.filter(isOf(type))];
    const take = (isSame: (one: Variant, other: Variant) => boolean) => {
      for (const one of [...were]) {
        const other = are.find((candidate) => isSame(one, candidate));
        if (other === undefined) continue;
        were.splice(were.indexOf(one), 1);
        are.splice(are.indexOf(other), 1);
        all.pairs.push([one, other]);
      }
    };
    take((one, other) => one.name !== undefined && one.name === other.name);
    take((one, other) => marksOf(one) !== '' && marksOf(one) === marksOf(other));
    take((one, other) => one.name === undefined || other.name === undefined || were.length === are.length);
    const label = (one: Variant) => ({ label: one.name ?? (marksOf(one) || `such ${type}`) });
    if (old.some(isOf(type)) && current.some(isOf(type)) && type === 'object') {
      all.gone.push(...were.map(label));
      // A new alternative with constant fields is like a new value of an enumeration, so it is not reported.
      all.added.push(...are.filter((one) => marksOf(one) === '').map(label));
    }
  }
  return all;
}

function compareVariants(comparison: Comparison, pair: Pair, place: Place): void {
  compareLimits(comparison, pair, place);
  compareFields(comparison, pair, place);
  for (const [part, sign] of PARTS) {
    const [before, after] = [pair.before[part], pair.after[part]];
    const next = { ...place, at: `${place.at}${sign}` };
    if (after === false && before !== false && place.direction === 'request')
      comparison.found.add(`${next.at} is not taken any more`);
    const isOpen = (value: unknown) => Object.keys(objectOf(value)).length === 0;
    if (before === false || after === false || (isOpen(before) && isOpen(after))) continue;
    compareSchemas(comparison, { before: objectOf(before), after: objectOf(after) }, next);
  }
}

function compareDefaults({ before, after, found }: Comparison, pair: Pair, { at, direction }: Place): void {
  if (direction === 'response') return;
  const [was, is] = [
    pair.before.default ?? resolved(before, pair.before).default,
    pair.after.default ?? resolved(after, pair.after).default,
  ].map((value) => JSON.stringify(value));
  if (was !== undefined && was !== is) found.add(`${at} has another default`);
}

/** In responses, only lower limits are guaranteed, such as never empty or negative. Upper limits may be raised. */
function compareLimits({ found }: Comparison, { before, after }: Pair, { at, direction }: Place): void {
  const isRequest = direction === 'request';
  // For requests, new limits must not be stricter. For responses, they must not be looser.
  const [loose, strict] = isRequest ? [before, after] : [after, before];
  const limits = isRequest ? [...LOWER_LIMITS, ...UPPER_LIMITS] : LOWER_LIMITS;
  for (const key of limits) {
    const [was, is] = [loose[key], strict[key]];
    if (typeof is !== 'number') continue;
    const isTighter = LOWER_LIMITS.includes(key) ? is > Number(was) : is < Number(was);
    if (typeof was !== 'number' || isTighter)
      found.add(`${at} has a ${isRequest ? 'tighter' : 'wider'} ${key}`);
  }
  for (const key of SHAPES)
    if (strict[key] !== undefined && strict[key] !== false && strict[key] !== loose[key])
      found.add(`${at} has another ${key}`);
}

function compareFields(comparison: Comparison, { before, after }: Pair, place: Place): void {
  const [old, current] = [objectOf(before.properties), objectOf(after.properties)];
  const [wasRequired, isRequired] = [before, after].map(({ required }) => new Set(listOf(required)));
  for (const [name, field] of Object.entries(old)) {
    const at = `${place.at}.${name}`;
    const now = current[name];
    if (now === undefined) {
      comparison.found.add(`${at} is gone`);
      continue;
    }
    if (place.direction === 'response' && wasRequired?.has(name) && !isRequired?.has(name))
      comparison.found.add(`${at} may be missing`);
    compareSchemas(comparison, { before: objectOf(field), after: objectOf(now) }, { ...place, at });
  }
  if (place.direction === 'response') return;
  for (const name of isRequired ?? [])
    if (!wasRequired?.has(name)) comparison.found.add(`${place.at}.${String(name)} is required`);
}
