import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { type Subject, subjectOf } from './catalog.ts';
import { listKeys } from './objects.ts';
import { type FoundRow, scanRows } from './scan.ts';

/** What leads to a person or a workspace. */
export interface Traces {
  /** Matches all of it, for PostgreSQL, which also finds parts of longer words. */
  pattern: string;
  /** Matches IDs, addresses and the like, which nobody else has. */
  exact: RegExp;
  ids: readonly string[];
  names: readonly string[];
}

/** A shorter subject would be found in anything. */
export const SHORTEST_WORD = 6;

/** IDs, words that belong to one person alone, and names, which others can have too. */
export function tracesOf(
  ids: readonly string[],
  words: readonly string[],
  names: readonly string[] = [],
): Traces {
  const long = words.filter((word) => word.length >= SHORTEST_WORD);
  // Text in a binary column is shown in hexadecimal.
  const forms = [...ids, ...long].flatMap((text) => [escapeText(text), Buffer.from(text).toString('hex')]);
  const exact = [
    ...ids.map(escapeText),
    // Not a part of the address of someone else.
    ...long.map((word) => `(?<![\\w.+-])${escapeText(word)}(?![\\w-]|\\.\\w)`),
  ].join('|');
  const pattern = [...forms, ...names.map(escapeText)].join('|');
  return { pattern, exact: new RegExp(exact, 'gi'), ids, names };
}

const escapeText = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');

/** The traces of a person, and of the workspaces of the subject. */
export async function readTraces(db: Db, { user_id, workspace_ids }: Subject): Promise<Traces> {
  if (user_id === null) return tracesOf(workspace_ids, []);
  const { email, subject, first_name, last_name } = await db
    .selectFrom('app_user')
    .select(['email', 'subject', 'first_name', 'last_name'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const customer = db.selectFrom('billing_customer').select('processor_customer_id as id');
  const subscriptions = db.selectFrom('subscription').select('processor_subscription_id as id');
  const processed = await customer
    .where('user_id', '=', user_id)
    .unionAll(subscriptions.where('user_id', '=', user_id))
    .execute();
  const words = [email, subject, ...processed.map(({ id }) => id)].filter((word) => word !== null);
  const names = first_name && last_name ? [`${first_name} ${last_name}`] : [];
  return tracesOf([user_id, ...workspace_ids], words, names);
}

/** The traces of a person who is still there, or of an ID or an address alone. */
export async function findTraces(db: Db, { id, word }: { id?: string; word?: string }): Promise<Traces> {
  if (id === undefined) return tracesOf([], word === undefined ? [] : [word]);
  const user = await db.selectFrom('app_user').select('id').where('id', '=', id).executeTakeFirst();
  return user ? readTraces(db, await subjectOf(db, id)) : tracesOf([id], []);
}

/** Where a trace is, and how often. */
export interface Place {
  place: string;
  count: number;
  /** Whether it is only a name, which another person can have. */
  is_mention: boolean;
}

/** Searches all tables, those of the job queue too, and the keys of all objects. */
export async function findPlaces(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  traces: Traces,
): Promise<Place[]> {
  const places = createPlaces();
  for await (const rows of scanRows(db, traces)) for (const row of rows) notePlaces(places, row, traces);
  await noteObjects({ storage }, places, traces);
  return places.list();
}

export interface Places {
  add(place: string, isMention?: boolean): void;
  list(): Place[];
}

export function createPlaces(): Places {
  const found = new Map<string, Place>();
  return {
    add(place, is_mention = false) {
      const key = `${place} ${is_mention}`;
      const count = (found.get(key)?.count ?? 0) + 1;
      found.set(key, { place, count, is_mention });
    },
    list: () => [...found.values()],
  };
}

export function notePlaces(places: Places, row: FoundRow, traces: Traces): void {
  const name = placeOf(row);
  const columns = tracedColumns(JSON.parse(row.text), traces);
  for (const column of columns) places.add(`${name}.${column}`);
  if (columns.length === 0 && isMention(row, traces)) places.add(name, true);
}

export const placeOf = ({ schema, table }: FoundRow): string =>
  schema === 'public' ? table : `${schema}.${table}`;

/** Whether a name is there, and not only a part of a longer address or an ID in hexadecimal. */
export const isMention = ({ text }: FoundRow, { names }: Traces): boolean =>
  names.some((name) => text.toLowerCase().includes(name.toLowerCase()));

/** The columns of a row that have an exact trace. */
export function tracedColumns(row: Record<string, unknown>, { exact }: Traces): string[] {
  return Object.keys(row).filter((column) => textOf(row[column]).search(exact) >= 0);
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex').toString() : value;
}

export async function noteObjects(
  { storage }: Pick<App, 'storage'>,
  places: Places,
  { ids }: Traces,
): Promise<void> {
  for await (const keys of listKeys({ storage }, ''))
    for (const key of keys) {
      if (ids.some((id) => key.includes(id))) places.add(`object ${key.split('/').slice(0, -1).join('/')}`);
    }
}
