import { components, type OperationModel } from './operation-model.ts';
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

function entryOf(operation: OperationModel): object {
  const { id, group, name, route, parameters, body, rows, stream } = operation;
  const { area, auth, scope, role, workspace, paged, success } = route.metadata;
  return {
    id,
    area,
    group,
    name,
    method: route.method,
    path: route.path,
    summary: route.summary,
    description: route.description,
    auth,
    scope,
    role,
    workspace,
    paged: rows !== null,
    counted: paged?.counted ?? false,
    stream,
    redirect: success === 302,
    parameters: withDefs(parameters),
    body: body && { required: body.required, schema: withDefs(body.schema) },
  };
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
  const schemas = [...referred(entries)].sort().map((name) => {
    return `  ${name}: ${JSON.stringify(withDefs(components[name] as JsonSchema))},\n`;
  });
  return `// Written by scripts/gen.ts. Do not edit.

import type { CatalogOperation, JsonSchema } from '../catalog.ts';

/** Every operation, in the order of the contract. */
export const operations: readonly CatalogOperation[] = [
${entries.map((entry) => `  ${JSON.stringify(entry)},\n`).join('')}];

/** The schemas that parameters and bodies refer to as \`#/$defs/<name>\`. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
${schemas.join('')}};
`;
}
