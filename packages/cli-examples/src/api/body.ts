import { text } from 'node:stream/consumers';
import type { CatalogOperation, JsonSchema } from '@voiceloom/sdk/contract';
import type { World } from '../context.ts';
import { UsageError } from '../errors/failures.ts';
import { parseJson, readText } from '../files/read-text.ts';
import { resolveRef } from './parameters.ts';

/** Sets `a.b=value` in an object and creates missing parents. */
function setField(body: Record<string, unknown>, entry: string): void {
  const at = entry.indexOf('=');
  const path = entry.slice(0, Math.max(at, 0)).split('.');
  if (at < 1 || path.some((part) => part === '' || part === '__proto__'))
    throw new UsageError(`--set ${entry} must have the form name=value.`);
  const last = path.pop() ?? '';
  let parent = body;
  for (const part of path) {
    const child = Object.hasOwn(parent, part) ? parent[part] : undefined;
    if (typeof child !== 'object' || child === null) parent[part] = {};
    parent = parent[part] as Record<string, unknown>;
  }
  const value = entry.slice(at + 1);
  try {
    parent[last] = JSON.parse(value);
  } catch {
    // Anything but JSON is text.
    parent[last] = value;
  }
}

/** The body of a call: JSON, `@file` or `-` for stdin, with single fields overridden. */
export async function bodyFrom(
  { body, id }: CatalogOperation,
  options: { body?: string; set?: string[] },
  world: World,
): Promise<unknown> {
  const { body: bodyOption, set = [] } = options;
  if (body === null) {
    if (bodyOption !== undefined || set.length > 0) throw new UsageError(`${id} does not accept a body.`);
    return undefined;
  }
  let parsedBody: unknown;
  if (bodyOption !== undefined) {
    let json = bodyOption;
    if (bodyOption === '-') json = await text(world.stdin);
    else if (bodyOption.startsWith('@')) json = await readText(bodyOption.slice(1));
    parsedBody = parseJson(json, '--body');
  }
  if (set.length === 0) {
    if (parsedBody === undefined && body.required)
      throw new UsageError(`${id} requires a body: --body <json>, --body @file, or --set name=value.`);
    return parsedBody;
  }
  const fields = (parsedBody ?? {}) as Record<string, unknown>;
  if (typeof fields !== 'object' || Array.isArray(fields))
    throw new UsageError('--set requires a body with fields.');
  for (const entry of set) setField(fields, entry);
  return fields;
}

/** The type of a field in words: `list of string`, `"draft" | "final"`. */
function describeType(schema: JsonSchema): string {
  const plain = resolveRef(schema);
  const options = (plain.anyOf ?? plain.oneOf) as JsonSchema[] | undefined;
  if (options) return [...new Set(options.map(describeType))].join(' | ');
  if (Array.isArray(plain.enum)) return plain.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (plain.type === 'array') return `list of ${describeType((plain.items ?? {}) as JsonSchema)}`;
  return [plain.type ?? 'anything'].flat().join(' | ');
}

/** Help for the fields of a body: name, type, whether it is required, and its meaning. */
export function bodyHelp({ body }: CatalogOperation): string {
  if (body === null) return '';
  const schema = resolveRef(body.schema);
  const required = new Set((schema.required ?? []) as string[]);
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const lines = fields.map(([name, field]) => {
    const description = String(field.description ?? resolveRef(field).description ?? '');
    const line = `  ${name}${required.has(name) ? ' (required)' : ''}: ${describeType(field)}`;
    return description === '' ? line : `${line}\n      ${description}`;
  });
  return `\nBody${body.required ? '' : ' (optional)'}:\n${lines.join('\n') || '  an object'}\n`;
}
