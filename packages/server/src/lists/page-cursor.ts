import { hash } from 'node:crypto';
import { invalid } from '../errors.ts';
import { decodeBase62, encodeBase62 } from '../secrets/base62.ts';

export type KeyType = 'timestamp' | 'text' | 'int' | 'uuid';
export type KeyValue = string | number | null;

type CursorKey = { key: string; direction: 'asc' | 'desc'; type: KeyType; nullable?: boolean };

export interface Cursor {
  direction: 'next' | 'prev';
  values: KeyValue[];
}

const CUTS = new Set(['limit', 'offset', 'cursor']);

/** Identifies a list by its name, path, filters and order, so that a cursor is valid only for this list. */
export function listFingerprint(list: string, url: URL, order: readonly CursorKey[]): string {
  const filters = [...url.searchParams].filter(([name]) => !CUTS.has(name)).sort();
  const keys = order.map(({ key, direction }) => [key, direction]);
  const text = JSON.stringify([list, url.pathname, filters, keys]);
  return hash('sha256', text, 'base64url').slice(0, 12);
}

export interface CursorSource {
  fingerprint: string;
  direction: Cursor['direction'];
  row: unknown;
  order: readonly CursorKey[];
}

/**
 * The cursor that continues after this row, or before it. `fingerprint`: the list and filters to which it belongs.
 */
export function encodeCursor({ fingerprint, direction, row, order }: CursorSource): string {
  const values = order.map(({ key }): KeyValue => {
    const value: unknown = Reflect.get(Object(row), key);
    if (value instanceof Date) return value.toISOString();
    if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
    throw new Error(`The rows of this list do not carry their order key ${key}.`);
  });
  return encodeBase62(Buffer.from(JSON.stringify([fingerprint, direction, values])));
}

/** Returns the cursor from a text: the cursor itself, or a `next` or `prev` URL of the same list. */
export function extractCursor(text: string, url: URL): string {
  if (!/^(\/|https?:)/i.test(text) || !URL.canParse(text, url.origin)) return text;
  const link = new URL(text, url);
  const cursor = link.searchParams.get('cursor');
  if (link.origin !== url.origin || link.pathname !== url.pathname || !cursor)
    throw createForeignCursorError();
  return cursor;
}

/** Throws for a cursor of another list, and for one that this service did not create. */
export function decodeCursor(text: string, fingerprint: string, order: readonly CursorKey[]): Cursor {
  let payload: unknown;
  try {
    payload = JSON.parse(decodeBase62(text)?.toString('utf8') ?? '');
  } catch {
    throw createForeignCursorError();
  }
  if (!Array.isArray(payload)) throw createForeignCursorError();
  const [owner, direction, values]: unknown[] = payload;
  if (owner !== fingerprint || (direction !== 'next' && direction !== 'prev'))
    throw createForeignCursorError();
  if (!Array.isArray(values) || values.length !== order.length) throw createForeignCursorError();
  if (!order.every((key, index) => fits(key, values[index]))) throw createForeignCursorError();
  return { direction, values: values as KeyValue[] };
}

function createForeignCursorError() {
  return invalid({ field: 'query.cursor', message: 'This cursor does not belong to this list.' });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a value can be that of the column. */
function fits({ type, nullable }: CursorKey, value: unknown): boolean {
  if (value === null) return nullable === true;
  if (type === 'int') return Number.isSafeInteger(value);
  if (typeof value !== 'string') return false;
  if (type === 'uuid') return UUID.test(value);
  if (type === 'text') return !value.includes('\u0000');
  // Only the format that cursors use, because PostgreSQL may reject other formats that JavaScript accepts.
  if (!/^[1-9]\d{3}-/.test(value) || Number.isNaN(Date.parse(value))) return false;
  return new Date(value).toISOString() === value;
}
