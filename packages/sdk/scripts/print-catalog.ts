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

type Parameter = OperationModel['parameters'][number];

/** What the table of routes does not say of an operation. */
function entryOf({ group, name, route, parameters, body }: OperationModel) {
  const { auth, scope, role, workspace, paged } = route.metadata;
  const counted = paged?.counted === true;
  return {
    ...{ group, name, summary: route.summary, description: route.description },
    rights: [auth, scope, role, workspace, ...(counted ? [1] : [])],
    parameters: parameters.map((parameter) => ({
      ...parameter,
      schema: withDefs(parameter.schema) as JsonSchema,
    })),
    body: body && { required: body.required, schema: withDefs(body.schema) },
  };
}

type Entry = ReturnType<typeof entryOf>;
type Print = { printer: SharedPrinter; nameOf: (parameter: Parameter) => string };

/** A parameter is a call: the names of its fields would be long. */
const MAKER = `const _parameter = (
  name: string,
  place: CatalogParameter['in'],
  required: 0 | 1,
  description: string,
  schema: JsonSchema,
): CatalogParameter => ({ name, in: place, required: required === 1, description, schema });
`;

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
  const { name, summary, description, rights, body } = entry;
  const parameters = entry.parameters.map((parameter) => nameOf(parameter));
  const taken = body ? `, ${printer.print(body.schema)}${body.required ? ', 1' : ''}` : '';
  return `    ${name}: [
      ${JSON.stringify(summary)},
      ${JSON.stringify(description)},
      ${printer.print(rights)}, [${parameters.join(', ')}]${taken},
    ],\n`;
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
  const groups = Map.groupBy(entries, ({ group }) => group);
  const entryText = [...groups].map(([group, members]) => {
    const texts = members.map((entry) => printEntry(entry, { printer, nameOf }));
    return `  ${group}: {\n${texts.join('')}  },\n`;
  });
  const parameterText = [...parameters].map(([text, name]) => `const ${name} = ${text};\n`).join('');
  const namedText = named.map(([name, schema]) => `  ${name}: ${printer.print(schema)},\n`).join('');
  return `// Written by scripts/gen.ts. Do not edit.

import type { CatalogParameter, JsonSchema } from '../catalog.ts';
import type { CatalogTable } from '../catalog-operations.ts';

${MAKER}
${printer.constants()}${parameterText}
/** What is known of every operation beside its route, by group and name. */
export const table: CatalogTable = {
${entryText.join('')}};

/** The schemas that parameters and bodies refer to as \`#/$defs/<name>\`. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
${namedText}};
`;
}
