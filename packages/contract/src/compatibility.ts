/** OpenAPI documents and their parts, as plain data. */
type Json = { [key: string]: unknown };
type Direction = 'request' | 'response';

type Comparison = {
  before: Json;
  after: Json;
  found: Set<string>;
  /** Pairs of schemas that are being compared or have been: schemas may refer to themselves. */
  seen: Set<string>;
};
type Pair = { before: Json; after: Json };
type Place = { at: string; direction: Direction };

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Limits whose growth is a fault in requests, and those whose shrinking is. */
const LOWER_LIMITS = ['minimum', 'minLength', 'minItems', 'minProperties'];
const PARTS = [
  ['items', '[]'],
  ['additionalProperties', '{}'],
  ['contentSchema', ''],
] as const;
const UPPER_LIMITS = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];

/**
 * What in `after` breaks clients that were made for `before`: both are OpenAPI documents of this contract. New
 * operations, optional inputs, new answer fields and further values of answer enumerations break nothing.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  const comparison: Comparison = { before, after, found: new Set(), seen: new Set() };
  for (const [path, item] of Object.entries(objectOf(before.paths))) {
    for (const method of METHODS.filter((name) => name in objectOf(item))) {
      const old = objectOf(objectOf(item)[method]);
      const current = objectOf(objectOf(after.paths)[path])[method];
      const at = String(old.operationId);
      if (current === undefined) comparison.found.add(`${at}: ${method.toUpperCase()} ${path} is gone`);
      else compareOperations(comparison, { before: old, after: objectOf(current) }, at);
    }
  }
  compareWebhooks(comparison);
  const fault = { $ref: '#/components/schemas/ErrorEnvelope' };
  compareSchemas(comparison, { before: fault, after: fault }, { at: 'error', direction: 'response' });
  return [...comparison.found].sort();
}

function compareOperations(comparison: Comparison, { before, after }: Pair, at: string): void {
  for (const key of ['x-scope', 'x-role', 'x-workspace', 'operationId']) {
    if (before[key] !== after[key])
      comparison.found.add(`${at}: ${key} was ${String(before[key])} and is ${String(after[key])}`);
  }
  const kept = JSON.stringify(listOf(after.security));
  for (const scheme of listOf(before.security).filter((one) => !kept.includes(JSON.stringify(one))))
    comparison.found.add(`${at}: ${Object.keys(objectOf(scheme)).join()} is not accepted any more`);
  compareParameters(comparison, { before, after }, at);
  compareBodies(comparison, { before, after }, at);
  compareAnswers(comparison, { before, after }, at);
}

function compareParameters(comparison: Comparison, { before, after }: Pair, at: string): void {
  const byName = (operation: Json) =>
    new Map(
      listOf(operation.parameters).map((one) => [`${objectOf(one).in} ${objectOf(one).name}`, objectOf(one)]),
    );
  const [old, current] = [byName(before), byName(after)];
  for (const [name, parameter] of old) {
    const now = current.get(name);
    const place: Place = { at: `${at} ${name}`, direction: 'request' };
    if (now === undefined) comparison.found.add(`${place.at} is gone`);
    else
      compareSchemas(comparison, { before: objectOf(parameter.schema), after: objectOf(now.schema) }, place);
  }
  for (const [name, parameter] of current) {
    if (parameter.required === true && old.get(name)?.required !== true)
      comparison.found.add(`${at} ${name} is required`);
  }
}

const contentOf = (holder: unknown): [string, Json] | undefined =>
  Object.entries(objectOf(objectOf(holder).content)).map(([type, media]): [string, Json] => [
    type,
    objectOf(objectOf(media).schema),
  ])[0];

function compareBodies(comparison: Comparison, { before, after }: Pair, at: string): void {
  const [old, current] = [contentOf(before.requestBody)?.[1], contentOf(after.requestBody)?.[1]];
  const place: Place = { at: `${at} request`, direction: 'request' };
  const isRequired = ({ requestBody }: Json) => objectOf(requestBody).required === true;
  if (isRequired(after) && !isRequired(before)) comparison.found.add(`${place.at} is required`);
  if (old && !current) comparison.found.add(`${place.at} is gone`);
  if (old && current) compareSchemas(comparison, { before: old, after: current }, place);
}

/** Success alone: faults may come and go, and all have the same body. */
function compareAnswers(comparison: Comparison, { before, after }: Pair, at: string): void {
  for (const [status, answer] of Object.entries(objectOf(before.responses))) {
    if (Number(status) >= 400) continue;
    const [old, current] = [contentOf(answer), contentOf(objectOf(after.responses)[status])];
    const place: Place = { at: `${at} ${status}`, direction: 'response' };
    if (!(status in objectOf(after.responses))) comparison.found.add(`${place.at} is gone`);
    else if (old?.[0] !== current?.[0]) comparison.found.add(`${place.at} is not ${old?.[0]} any more`);
    else if (old && current) compareSchemas(comparison, { before: old[1], after: current[1] }, place);
  }
}

function compareWebhooks(comparison: Comparison): void {
  const current = objectOf(comparison.after.webhooks);
  for (const [type, item] of Object.entries(objectOf(comparison.before.webhooks))) {
    const [old, now] = [item, current[type]].map(
      (one) => contentOf(objectOf(objectOf(one).post).requestBody)?.[1],
    );
    const place: Place = { at: `webhook ${type}`, direction: 'response' };
    if (!now) comparison.found.add(`${place.at} is gone`);
    else if (old) compareSchemas(comparison, { before: old, after: now }, place);
  }
}

function resolved(document: Json, schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  return objectOf(objectOf(objectOf(document.components).schemas)[name]);
}

function compareSchemas(comparison: Comparison, pair: Pair, place: Place): void {
  const key = `${String(pair.before.$ref)} ${String(pair.after.$ref)} ${place.direction}`;
  const isNamed = pair.before.$ref !== undefined && pair.after.$ref !== undefined;
  if (isNamed && comparison.seen.has(key)) return;
  if (isNamed) comparison.seen.add(key);
  const before = resolved(comparison.before, pair.before);
  const after = resolved(comparison.after, pair.after);
  const at = { ...place, at: isNamed ? nameOf(pair.before, place) : place.at };
  compareTypes(comparison, { before, after }, at);
  compareLimits(comparison, { before, after }, at);
  compareFields(comparison, { before, after }, at);
  compareOptions(comparison, { before, after }, at);
  for (const [part, sign] of PARTS) {
    if (Object.keys(objectOf(before[part])).length === 0) continue;
    const next = { before: objectOf(before[part]), after: objectOf(after[part]) };
    compareSchemas(comparison, next, { ...at, at: `${at.at}${sign}` });
  }
}

/** Alternatives are told apart by their names; those without, by their place among such. */
function compareOptions(comparison: Comparison, { before, after }: Pair, place: Place): void {
  const objectsIn = (document: Json, { anyOf, oneOf }: Json) => {
    const options = listOf(anyOf ?? oneOf).map(objectOf);
    const objects = options.filter((one) => 'properties' in resolved(document, one) || 'items' in one);
    return objects.map((one, index): [string, Json] => [String(one.$ref ?? index), one]);
  };
  const current = new Map(objectsIn(comparison.after, after));
  for (const [name, option] of objectsIn(comparison.before, before)) {
    const now = current.get(name);
    if (now) compareSchemas(comparison, { before: option, after: now }, place);
    else if (place.direction === 'request')
      comparison.found.add(`${place.at} does not take ${name} any more`);
  }
}

const nameOf = ({ $ref }: Json, { at, direction }: Place): string =>
  `${direction === 'request' ? at.replace(/ .*/, ' ') : ''}${String($ref).slice(String($ref).lastIndexOf('/') + 1)}`;

/** The types and values of a schema, as far as they are told apart: `string`, `null`, `#Name`, `"value"`. */
function kindsOf(document: Json, schema: Json): Set<string> {
  const plain = resolved(document, schema);
  const options = listOf(plain.anyOf ?? plain.oneOf);
  if (options.length > 0) return new Set(options.flatMap((one) => [...kindsOf(document, objectOf(one))]));
  if ('const' in plain) return new Set([JSON.stringify(plain.const)]);
  if (Array.isArray(plain.enum)) return new Set(plain.enum.map((value) => JSON.stringify(value)));
  return new Set([plain.type ?? 'anything'].flat().map(String));
}

function compareTypes(comparison: Comparison, { before, after }: Pair, { at, direction }: Place): void {
  const [old, current] = [kindsOf(comparison.before, before), kindsOf(comparison.after, after)];
  const takes = (kinds: Set<string>, kind: string) =>
    kinds.has(kind) ||
    kinds.has('anything') ||
    (kind === 'integer' && kinds.has('number')) ||
    (kind.startsWith('"') && kinds.has('string'));
  if (direction === 'request') {
    for (const kind of old)
      if (!takes(current, kind)) comparison.found.add(`${at} does not take ${kind} any more`);
    return;
  }
  for (const kind of current) {
    const isFurtherValue = kind.startsWith('"') && [...old].some((known) => known.startsWith('"'));
    if (!takes(old, kind) && !isFurtherValue) comparison.found.add(`${at} can be ${kind}`);
  }
}

function compareLimits(comparison: Comparison, { before, after }: Pair, { at, direction }: Place): void {
  if (direction === 'response') return;
  const tighter = (key: string, isTighter: (old: number, current: number) => boolean): boolean =>
    typeof after[key] === 'number' && (typeof before[key] !== 'number' || isTighter(before[key], after[key]));
  for (const key of LOWER_LIMITS)
    if (tighter(key, (old, current) => current > old)) comparison.found.add(`${at} has a tighter ${key}`);
  for (const key of UPPER_LIMITS)
    if (tighter(key, (old, current) => current < old)) comparison.found.add(`${at} has a tighter ${key}`);
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
