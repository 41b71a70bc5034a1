import { components, type OperationModel } from './operation-model.ts';
import { SharedPrinter } from './print-shared.ts';
import type { JsonSchema } from './schema-printer.ts';

/** References as `#/$defs/Name`, which every reader of JSON Schema follows. */
function withDefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === '$ref'
        ? [key, String(item).replace('#/components/schemas/', '#/$defs/')]
        : [key, withDefs(item)],
    ),
  );
}

function entryOf(operation: OperationModel) {
  const { id, group, name, route, parameters, body, rows, stream } = operation;
  const { area, auth, scope, role, workspace, paged, success } = route.metadata;
  const { method, path, summary, description } = route;
  return {
    ...{ id, area, group, name, method, path, summary, description, auth, scope, role, workspace },
    paged: rows !== null,
    counted: paged?.counted ?? false,
    stream,
    redirect: success === 302,
    parameters: parameters.map((parameter) => ({ ...parameter, schema: withDefs(parameter.schema) })),
    body: body && { required: body.required, schema: withDefs(body.schema) },
  };
}

type Entry = ReturnType<typeof entryOf>;

/** An operation and its parameters are calls: the names of their fields would be a third of the file. */
const MAKERS = `const _parameter = (
  name: string,
  place: CatalogParameter['in'],
  required: 0 | 1,
  description: string,
  schema: JsonSchema,
): CatalogParameter => ({ name, in: place, required: required === 1, description, schema });

type Words = readonly [group: string, name: string, method: string, path: string];
type Texts = readonly [summary: string, description: string];
type Rights = readonly [auth: string, scope: string | null, role: string | null, workspace: string];
type Takes = readonly [parameters: readonly CatalogParameter[], body?: JsonSchema | null, bodyRequired?: 0 | 1];

const _operation = (
  [group, name, method, path]: Words,
  [summary, description]: Texts,
  [auth, scope, role, workspace]: Rights,
  flags: string,
  [parameters, schema = null, required = 0]: Takes,
) =>
  ({
    ...{ id: idOf(group, name), area: idOf(group, '').slice(0, -1), group, name },
    ...{ method, path, summary, description, auth, scope, role, workspace },
    paged: flags.includes('p'),
    counted: flags.includes('c'),
    stream: flags.includes('s'),
    redirect: flags.includes('r'),
    parameters,
    body: schema && { required: required === 1, schema },
  }) as CatalogOperation;
`;

const FLAGS = { paged: 'p', counted: 'c', stream: 's', redirect: 'r' } as const;

type Parameter = Entry['parameters'][number];
type Print = { printer: SharedPrinter; nameOf: (parameter: Parameter) => string };

/** Names parameters, as most belong to many operations; `named` holds what the names stand for. */
function parameterNames(printer: SharedPrinter) {
  const named = new Map<string, string>();
  const nameOf = ({ name, in: place, required, description, schema }: Parameter) => {
    const parts = [name, place, required ? 1 : 0, description].map((part) => JSON.stringify(part));
    const text = `_parameter(${parts.join(', ')}, ${printer.print(schema)})`;
    const known = named.get(text) ?? `_p${named.size}`;
    named.set(text, known);
    return known;
  };
  return { named, nameOf };
}

function printEntry(entry: Entry, { printer, nameOf }: Print): string {
  const { group, name, method, path, summary, description, auth, scope, role, workspace, body } = entry;
  const flags = (Object.keys(FLAGS) as (keyof typeof FLAGS)[]).flatMap((flag) =>
    entry[flag] ? [FLAGS[flag]] : [],
  );
  const parameters = entry.parameters.map((parameter) => nameOf(parameter));
  const words = (...list: unknown[]) => `[${list.map((part) => JSON.stringify(part)).join(', ')}]`;
  const taken = body ? `, ${printer.print(body.schema)}${body.required ? ', 1' : ''}` : '';
  return `  _operation(
    ${words(group, name, method, path)},
    ${words(summary, description)},
    ${words(auth, scope, role, workspace)}, '${flags.join('')}',
    [[${parameters.join(', ')}]${taken}],
  ),\n`;
}

/** The names of the schemas that `value` refers to, and those that they refer to. */
function referred(value: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/\$defs\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    referred(withDefs(components[name]), found);
  }
  return found;
}

/** The text of `src/generated/catalog.ts`: every operation with what people and programs read of it. */
export function printCatalog(operations: OperationModel[]): string {
  const entries = operations.map(entryOf);
  const named = [...referred(entries)].sort().map((name): [string, unknown] => {
    return [name, withDefs(components[name] as JsonSchema)];
  });
  const printer = new SharedPrinter(entries, named);
  const { named: parameters, nameOf } = parameterNames(printer);
  const entryText = entries.map((entry) => printEntry(entry, { printer, nameOf })).join('');
  const parameterText = [...parameters].map(([text, name]) => `const ${name} = ${text};\n`).join('');
  const namedText = named.map(([name, schema]) => `  ${name}: ${printer.print(schema)},\n`).join('');
  return `// Written by scripts/gen.ts. Do not edit.

import type { CatalogOperation, CatalogParameter, JsonSchema } from '../catalog.ts';
import { idOf } from '../route.ts';

${MAKERS}
${printer.constants()}${parameterText}
/** Every operation, in the order of the contract. */
export const operations: readonly CatalogOperation[] = [
${entryText}];

/** The schemas that parameters and bodies refer to as \`#/$defs/<name>\`. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
${namedText}};
`;
}
