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
  const filters = [...url.searchParams].filter(([name]) => !CUTS.has(name)).sort(compareEntries);
  const keys = order.map(({ key, direction }) => [key, direction]);
  const text = JSON.stringify([list, url.pathname, filters, keys]);
  return hash('sha256', text, 'base64url').slice(0, 12);
}

function compareEntries(one: [string, string], other: [string, string]): number {
  const left = one.join('=');
  const right = other.join('=');
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export interface CursorSource {
  fingerprint: string;
  direction: Cursor['direction'];
  row: unknown;
  order: readonly CursorKey[];
}

export function encodeCursor({ fingerprint, direction, row, order }: CursorSource): string {
  const values = order.map(({ key }) => keyValue(key, row));
  return encodeBase62(Buffer.from(JSON.stringify([fingerprint, direction, values])));
}

function keyValue(key: string, row: unknown): KeyValue {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, key) : undefined;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new Error(`The rows of this list do not carry their order key ${key}.`);
}

/** Returns the cursor from a text: the cursor itself, or a `next` or `prev` URL of the same list. */
export function cursorIn(text: string, url: URL): string {
  if (!/^(\/|https?:)/i.test(text) || !URL.canParse(text, url.origin)) return text;
  const link = new URL(text, url);
  const cursor = link.searchParams.get('cursor');
  if (link.origin !== url.origin || link.pathname !== url.pathname || !cursor) throw foreign();
  return cursor;
}

export function decodeCursor(text: string, fingerprint: string, order: readonly CursorKey[]): Cursor {
  const [owner, direction, values] = parse(text);
  if (owner !== fingerprint || (direction !== 'next' && direction !== 'prev')) throw foreign();
  if (!Array.isArray(values) || values.length !== order.length) throw foreign();
  if (!order.every((key, index) => fits(key, values[index]))) throw foreign();
  return { direction, values: values as KeyValue[] };
}

function parse(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(decodeBase62(text)?.toString('utf8') ?? '');
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

function foreign() {
  return invalid({ field: 'query.cursor', message: 'This cursor does not belong to this list.' });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function fits({ type, nullable }: CursorKey, value: unknown): boolean {
  if (value === null) return nullable === true;
  if (type === 'int') return Number.isSafeInteger(value);
  if (typeof value !== 'string') return false;
  if (type === 'uuid') return UUID.test(value);
  if (type === 'timestamp') return isTime(value);
  return !value.includes('\u0000');
}

/** Accepts only the format that cursors use, because PostgreSQL may reject other formats that JavaScript accepts. */
function isTime(text: string): boolean {
  return (
    /^[1-9]\d{3}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text
  );
}
