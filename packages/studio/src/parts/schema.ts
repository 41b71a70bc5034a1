/** A JSON Schema, as far as forms need it. */
export interface JsonSchema {
  type?: string;
  description?: string;
  enum?: (string | number)[];
  const?: unknown;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  additionalProperties?: JsonSchema | boolean;
  default?: unknown;
}

/** How a field is edited. */
export type Control =
  | { kind: 'flag' }
  | { kind: 'choice'; values: (string | number | boolean)[]; nullable: boolean }
  | { kind: 'several'; values: (string | number)[] }
  | { kind: 'number'; schema: JsonSchema; nullable: boolean; words: (string | number)[] }
  | { kind: 'text'; long: boolean; nullable: boolean }
  /** Names with a text each; `groups`: for a language, too. */
  | { kind: 'texts'; groups: boolean }
  | { kind: 'json' };

const LONG = 300;

/** Parts of a union that can be chosen, without null, in one list: unions may be nested. */
const partsOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf?.flatMap(partsOf) ?? [schema];

const valuesOf = (part: JsonSchema): (string | number)[] =>
  part.enum ?? (part.const === undefined ? [] : [part.const as string]);

/** The control for a schema; what has no simple one is edited as JSON. */
export function controlOf(schema: JsonSchema): Control {
  const all = partsOf(schema);
  const parts = all.filter(({ type }) => type !== 'null');
  const nullable = parts.length < all.length;
  const values = parts.flatMap(valuesOf);
  const open = parts.filter((part) => valuesOf(part).length === 0);
  const [only] = open;
  if (only === undefined) return { kind: 'choice', values, nullable };
  if (open.length > 1) return { kind: 'json' };
  if (only.type === 'boolean')
    return values.length === 0 && !nullable
      ? { kind: 'flag' }
      : { kind: 'choice', values: [...values, true, false], nullable };
  if (only.type === 'number' || only.type === 'integer')
    return { kind: 'number', schema: only, nullable, words: values };
  if (values.length > 0) return { kind: 'json' };
  if (only.type === 'object' && !nullable) return textsOf(only) ?? { kind: 'json' };
  if (only.type === 'string') return { kind: 'text', long: (only.maxLength ?? 0) > LONG, nullable };
  const several = only.type === 'array' && only.items ? valuesOf(only.items) : [];
  return several.length > 0 ? { kind: 'several', values: several } : { kind: 'json' };
}

/** What has a text for each name, or for each name of a group. */
function textsOf({ additionalProperties: value }: JsonSchema): Control | undefined {
  if (typeof value !== 'object') return;
  const parts = partsOf(value);
  const groups = parts.filter((part) => textsOf(part)?.kind === 'texts');
  const texts = parts.filter(({ type, enum: values }) => type === 'string' && values === undefined);
  if (texts.length === 0 || texts.length + groups.length < parts.length) return;
  return { kind: 'texts', groups: groups.length > 0 };
}

/** A row of texts by name. */
export interface Entry {
  /** Empty: for all. */
  group: string;
  name: string;
  text: string;
}

export const entriesOf = (values: Record<string, unknown>): Entry[] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [{ group: '', name, text: value }]
      : Object.entries(value as Record<string, string>).map(([own, text]) => ({
          group: name,
          name: own,
          text,
        })),
  );

/** The texts by name. A row without a name says nothing yet. */
export function textsByName(entries: readonly Entry[]): Record<string, unknown> {
  const named = entries.filter(({ name }) => name !== '');
  const groups = Map.groupBy(named, ({ group }) => group);
  const pairsOf = (own: Entry[]) => Object.fromEntries(own.map(({ name, text }) => [name, text]));
  const grouped = [...groups].filter(([group]) => group !== '');
  return {
    ...pairsOf(groups.get('') ?? []),
    ...Object.fromEntries(grouped.map(([group, own]) => [group, pairsOf(own)])),
  };
}

/** Whether a row would take the place of an earlier one. */
export function isDouble(entries: readonly Entry[], index: number): boolean {
  const { group, name } = entries[index] ?? { group: '', name: '' };
  // Names and groups share their places.
  if (group === '' && name !== '' && entries.some((one) => one.group === name)) return true;
  return entries.slice(0, index).some((one) => one.name !== '' && one.name === name && one.group === group);
}

const UNITS: Record<string, string> = {
  ...{ ms: 'ms', s: 's', hz: 'Hz', kbps: 'kbit/s', percent: '%' },
  ...{ lufs: 'LUFS', lu: 'LU', dbfs: 'dBFS', dbtp: 'dBTP' },
};

/** `max_inner_silence_ms` as “Max inner silence (ms)”. */
export function labelOf(field: string): string {
  const words = field.split('_');
  const unit = words.length > 1 ? UNITS[words.at(-1) ?? ''] : undefined;
  const name = words.slice(0, unit === undefined ? undefined : -1).join(' ');
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return unit === undefined ? label : `${label} (${unit})`;
}

/** A sentence of the API for people: a field has its label, other code is quoted. */
export const readable = (sentence: string): string =>
  sentence.replaceAll(
    /`([^`]+)`/g,
    (_, code: string) => `“${/^[a-z]+(_[a-z]+)+$/.test(code) ? labelOf(code) : code}”`,
  );
