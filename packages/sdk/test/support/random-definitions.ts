import { fieldSchemasOf, NODE_TYPES } from '@voiceloom/contract';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = ReturnType<typeof seededRandom>;
type Json = { [key: string]: unknown };

const TYPES = Object.values(NODE_TYPES);
const FIELDS = Object.fromEntries(TYPES.map(({ node_type, config }) => [node_type, fieldSchemasOf(config)]));
const PORTS = ['lines', 'audio', 'pass', 'fail', '', 'x'.repeat(101)];
const TEXTS = [
  '',
  ' ',
  'a',
  'de',
  'EN_us',
  'en-us',
  'x-y-z!',
  '{locale}/{nope}',
  '../a',
  '{line_id}',
  'a\\b',
  '_',
];

/** Random values, the same for the same seed. */
export function randomValues(random: Random) {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const chance = (part: number) => random() < part;
  const uuid = () => {
    const hex = Array.from({ length: 32 }, () => pick([...'0123456789abcdefABCDEF'])).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
  const junk = (): unknown =>
    pick<() => unknown>([
      () => undefined,
      () => null,
      () => true,
      () => below(100) - 50,
      () => random() * 1e10,
      () => Number.NaN,
      () => 2 ** 60,
      () => pick(TEXTS),
      () => 'é𝄞'.repeat(below(150)),
      () => [pick(TEXTS), 1],
      () => ({ [pick(TEXTS)]: below(9) }),
      uuid,
    ])();
  return { below, pick, chance, uuid, junk };
}

type Values = ReturnType<typeof randomValues>;

/** A value that a JSON Schema allows, or one just past its bounds. */
function valueFor(schema: Json, values: Values): unknown {
  const { pick, chance, below, uuid, junk } = values;
  if (chance(0.15)) return junk();
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (options) return valueFor(pick(options), values);
  if (Array.isArray(schema.enum)) return pick(schema.enum);
  if ('const' in schema) return schema.const;
  const type = Array.isArray(schema.type) ? pick(schema.type as string[]) : schema.type;
  const { minimum = 0, maximum = 100 } = schema as { minimum?: number; maximum?: number };
  if (type === 'number' || type === 'integer') {
    return pick([minimum, maximum, minimum - 1, maximum + 1, (minimum + maximum) / 2, below(50)]);
  }
  if (type === 'boolean') return chance(0.5);
  if (type === 'null') return null;
  if (type === 'array') return Array.from({ length: below(4) }, () => valueFor(schema.items as Json, values));
  if (type === 'string') return chance(0.6) ? uuid() : pick(TEXTS);
  const { properties, additionalProperties: rest } = schema as {
    properties?: Json;
    additionalProperties?: Json;
  };
  const known = Object.entries(properties ?? {}).filter(() => chance(0.5));
  const own = known.map(([key, field]) => [key, valueFor(field as Json, values)]);
  const others = rest ? Array.from({ length: below(3) }, () => [pick(TEXTS), valueFor(rest, values)]) : [];
  return Object.fromEntries([...own, ...others]);
}

/** `tame` nodes have no problems of their own. */
function randomNode(values: Values, tame: boolean): Json {
  const { pick, chance, uuid, below, junk } = values;
  if (tame) return { id: uuid(), type: pick(TYPES).node_type };
  const type = chance(0.05) ? pick(['nothing', 'toString', '']) : pick(TYPES).node_type;
  const fields = Object.entries(FIELDS[type] ?? {}).filter(() => chance(0.3));
  const config = Object.fromEntries(fields.map(([key, schema]) => [key, valueFor(schema as Json, values)]));
  if (chance(0.05)) config[pick(['stranger', '__proto__x'])] = 1;
  return {
    id: uuid(),
    type,
    ...(chance(0.8) && { config }),
    ...(chance(0.1) && { config_version: pick([0, 1, 2, 3, 1.5]) }),
    ...(chance(0.3) && { name: pick(['Ada', ' ', 'n'.repeat(201)]) }),
    ...(chance(0.3) && { position: { x: below(500), y: junk() } }),
  };
}

function randomEdge(nodes: Json[], values: Values): Json {
  const { pick, chance, uuid } = values;
  const [source, target] = [pick(nodes), pick(nodes)];
  const portsOf = (node: Json | undefined, side: 'inputs' | 'outputs') => {
    const type = TYPES.find(({ node_type }) => node_type === node?.type);
    const names = type?.[side].map(({ name }) => name as string) ?? [];
    return names.length > 0 && chance(0.9) ? names : PORTS;
  };
  return {
    id: uuid(),
    source: chance(0.03) ? uuid() : source?.id,
    sourcePort: pick(portsOf(source, 'outputs')),
    target: target?.id,
    targetPort: pick(portsOf(target, 'inputs')),
  };
}

/** Adds unknown fields: sometimes more than the service keeps, and some with names that objects inherit. */
function addStrangers({ graph, execution }: Json, { pick, chance, junk }: Values): void {
  const parts = graph as { nodes: Json[]; edges: Json[] };
  for (const part of [parts, execution, ...parts.nodes, ...parts.edges] as Json[]) {
    if (!chance(0.5)) continue;
    const name = pick(['label', 'viewport', 'constructor', 'toString', '__proto__', '']);
    const value = chance(0.1) ? 'é'.repeat(40_000) : junk();
    Object.defineProperty(part, name, { value, enumerable: true, configurable: true, writable: true });
  }
}

/** A definition that is mostly valid, with all kinds of problems in its parts. */
export function randomDefinition(seed: number): Json {
  const values = randomValues(seededRandom(seed));
  const { below, pick, chance, junk } = values;
  const tame = chance(0.5);
  const nodes = Array.from({ length: below(9) }, () => randomNode(values, tame));
  const edges = Array.from({ length: nodes.length === 0 ? 0 : below(tame ? 3 : 14) }, () =>
    randomEdge(nodes, values),
  );
  if (chance(0.1) && nodes[0]) nodes.push({ ...nodes[0] });
  if (chance(0.1) && edges[0]) edges.push({ ...edges[0] });
  const steps = chance(0.3) ? nodes.map(({ id }) => id).sort(() => below(3) - 1) : [];
  const definition: Json = {
    graph: { nodes, edges },
    execution: { steps, params: { max_failed_lines: below(3) } },
  };
  if (chance(0.2)) addStrangers(definition, values);
  if (chance(0.2)) spoil(definition, values);
  if (chance(0.05)) delete definition[pick(['graph', 'execution'])];
  return chance(0.01) ? (junk() as Json) : definition;
}

/** Replaces a part at any depth with another value. */
function spoil(root: Json, { pick, chance, junk }: Values): void {
  let parent = root;
  while (true) {
    const keys = Object.keys(parent);
    if (keys.length === 0) return;
    const key = pick(keys);
    const inner = parent[key];
    if (typeof inner !== 'object' || inner === null || chance(0.2)) {
      parent[key] = junk();
      return;
    }
    parent = inner as Json;
  }
}
