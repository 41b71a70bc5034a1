import type { CatalogOperation, CatalogParameter, JsonSchema } from './catalog.ts';
import { table } from './generated/catalog.ts';
import { routes } from './generated/routes.ts';
import { idOf, routeOf } from './route.ts';

type Rights = readonly [
  auth: CatalogOperation['auth'],
  scope: string | null,
  role: string | null,
  workspace: CatalogOperation['workspace'],
  counted?: 1,
];

/** What of an operation is not in its route. */
type Entry = readonly [
  summary: string,
  description: string,
  rights: Rights,
  parameters: readonly CatalogParameter[],
  body?: JsonSchema,
  bodyRequired?: 1,
];

/** The generated table: entries by group and name. */
export type CatalogTable = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

function operationOf(group: string, name: string, text: string): CatalogOperation {
  const { id, method, path, rows, stream = false, redirect = false } = routeOf(idOf(group, name), text);
  const entry = table[group]?.[name];
  if (entry === undefined) throw new Error(`The catalog lacks ${id}.`);
  const [summary, description, rights, parameters, schema, required] = entry;
  const [auth, scope, role, workspace, counted] = rights;
  const [area = ''] = id.split('.');
  return {
    ...{ id, area, group, name, method, path, summary, description, auth, scope, role, workspace },
    ...{ paged: rows !== undefined, counted: counted === 1, stream, redirect, parameters },
    body: schema ? { required: required === 1, schema } : null,
  };
}

/** Every operation, in the order of the contract. */
export const operations: readonly CatalogOperation[] = Object.entries(routes).flatMap(([group, members]) =>
  Object.entries(members).map(([name, text]) => operationOf(group, name, text)),
);
