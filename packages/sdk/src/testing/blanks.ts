import type { Schema } from '../schema.ts';

const TEXTS: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '1970-01-01T00:00:00.000Z',
  uri: 'https://voiceloom.test/',
};

type Components = Readonly<Record<string, Schema>>;

/** The emptiest value that a schema allows. */
function blank(schema: Schema, components: Components): unknown {
  const of = (part: Schema = {}) => blank(part, components);
  if (schema.$ref !== undefined) return of(components[schema.$ref]);
  if (schema.const !== undefined) return schema.const;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.some(({ type }) => type === 'null') ? null : of(options[0]);
  if (schema.enum) return schema.enum[0];
  const types = [schema.type ?? 'null'].flat();
  if (types.includes('null')) return null;
  const [type] = types;
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'string') return TEXTS[schema.format ?? ''] ?? '';
  if (type !== 'object') return Math.max(0, schema.minimum ?? 0);
  const fields = Object.entries(schema.properties ?? {});
  const needed = fields.filter(([name]) => schema.required?.includes(name));
  return Object.fromEntries(needed.map(([name, field]) => [name, of(field)]));
}

/** The emptiest value of each named schema, made when it is asked for. */
export function blanksOf<Blanks extends object>(components: Components): Readonly<Blanks> {
  const known: Record<string, unknown> = {};
  return new Proxy(known, {
    get: (_, name: string) => {
      known[name] ??= blank({ $ref: name }, components);
      return known[name];
    },
  }) as unknown as Blanks;
}
