/** The first line of every generated file. */
export const HEADER = '// Written by scripts/gen.ts. Do not edit.\n';

/** A JSON Schema as plain data. */
export type JsonSchema = { [key: string]: unknown };

const indented = (depth: number) => '  '.repeat(depth);

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** A name as the key of an object. */
export const asKey = (name: string) =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name).replaceAll('"', "'");

/** A string, number or boolean as a literal in code. */
export const asLiteral = (value: unknown) =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value);

/** Data as a literal in code, on one line. */
export function printData(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printData).join(', ')}]`;
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  if (fields.length === 0) return '{}';
  return `{ ${fields.map(([name, item]) => `${asKey(name)}: ${printData(item)}`).join(', ')} }`;
}

/** A doc comment, or an empty string without any text. */
export function comment(lines: readonly string[], depth = 0): string {
  const said = lines.filter((line, at) => line !== '' || at > 0);
  if (said.length === 0) return '';
  const pad = indented(depth);
  if (said.length === 1) return `${pad}/** ${said[0]} */\n`;
  return `${pad}/**\n${said.map((line) => `${pad} *${line === '' ? '' : ` ${line}`}\n`).join('')}${pad} */\n`;
}

function boundsOf({ minimum, maximum, type }: JsonSchema): string {
  if (type !== 'integer' && type !== 'number') return '';
  if (typeof minimum === 'number' && typeof maximum === 'number') return `From ${minimum} to ${maximum}.`;
  return '';
}

/** The comment of a field: its description, default, bounds and format. */
export function aboutField(schema: JsonSchema): string {
  const parts = [typeof schema.description === 'string' ? schema.description : ''];
  if (schema.format === 'date-time') parts.push('ISO 8601 in UTC.');
  parts.push(boundsOf(schema));
  const fallback = schema.default;
  if (fallback !== undefined && typeof fallback !== 'object') parts.push(`Default ${asLiteral(fallback)}.`);
  return parts.filter(Boolean).join(' ');
}

function printObject(schema: JsonSchema, depth: number): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const rest = schema.additionalProperties as JsonSchema | false | undefined;
  if (properties.length === 0) {
    return rest ? `Record<string, ${printType(rest, depth)}>` : 'Record<string, never>';
  }
  const fields = properties.map(([name, field]) => printField(name, field, { schema, depth: depth + 1 }));
  if (rest) fields.push(`${indented(depth + 1)}[key: string]: unknown;\n`);
  return `{\n${fields.join('')}${indented(depth)}}`;
}

/** A field of an interface. */
export function printField(
  name: string,
  field: JsonSchema,
  { schema, depth }: { schema: JsonSchema; depth: number },
) {
  const required = ((schema.required ?? []) as string[]).includes(name);
  const lines = [aboutField(field)].filter(Boolean);
  if (field.deprecated === true) lines.push('', '@deprecated See above.');
  const about = comment(lines, depth);
  return `${about}${indented(depth)}${asKey(name)}${required ? '' : '?'}: ${printType(field, depth)};\n`;
}

function union(parts: string[]): string {
  return [...new Set(parts)].join(' | ');
}

function printArray(schema: JsonSchema, depth: number): string {
  const item = printType((schema.items ?? {}) as JsonSchema, depth);
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

/** The TypeScript type of a JSON Schema. */
export function printType(schema: JsonSchema, depth = 0): string {
  if (typeof schema.$ref === 'string') return nameOf(schema.$ref);
  if ('const' in schema) return asLiteral(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map(asLiteral));
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (options) return union(options.map((option) => printType(option, depth)));
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type: string) => printType({ ...schema, type }, depth)));
  }
  if (schema.type === 'object') return printObject(schema, depth);
  if (schema.type === 'array') return printArray(schema, depth);
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  return typeof schema.type === 'string' ? schema.type : 'unknown';
}

/** How to declare a schema: `alias` forces an alias, and `base` is an interface to extend. */
type Form = { alias?: true; base?: string };

/** The declaration of a named schema: an interface for objects, an alias for the rest. */
export function printDeclaration(name: string, schema: JsonSchema, { alias, base }: Form = {}): string {
  const about = comment([typeof schema.description === 'string' ? schema.description : `${name}.`]);
  const { description: _, ...bare } = schema;
  const type = printType(bare);
  const isEmpty = type === 'Record<string, never>';
  if (base !== undefined)
    return isEmpty
      ? `${about}export type ${name} = ${base};\n`
      : `${about}export interface ${name} extends ${base} ${type}\n`;
  if (!alias && bare.type === 'object' && type.startsWith('{'))
    return `${about}export interface ${name} ${type}\n`;
  return `${about}export type ${name} = ${type};\n`;
}
