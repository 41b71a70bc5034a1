import type { Kysely, SelectQueryBuilder } from 'kysely';
import { compileOnce } from './compile-once.ts';

/**
 * A frequently read list. Its first pages are compiled to SQL once for each order and size, to save the time of building the
 * query for every request.
 */
export interface HotList<DB, TB extends keyof DB, Row> {
  /** The list without an order and a limit. */
  build: () => SelectQueryBuilder<DB, TB, Row>;
  /** Reads a page. Only the first call with this `key` calls `page`, so its result must not depend on anything else. */
  read: (
    key: string,
    page: (list: SelectQueryBuilder<DB, TB, Row>) => SelectQueryBuilder<DB, TB, Row>,
  ) => Promise<Row[]>;
}

/** `build` gets a placeholder for each parameter, as for `compileOnce`. */
export function hotList<DB, TB extends keyof DB, Row, Params extends object>(
  build: (db: Kysely<DB>, params: Params) => SelectQueryBuilder<DB, TB, Row>,
): (db: Kysely<DB>, params: Params) => HotList<DB, TB, Row> {
  const pages = new Map<string, (db: Kysely<DB>, params: Params) => Promise<Row[]>>();
  return (db, params) => ({
    build: () => build(db, params),
    read: (key, page) => {
      let readRows = pages.get(key);
      if (!readRows) {
        readRows = compileOnce<DB, Params, Row>((anyDb, values) => page(build(anyDb, values)));
        pages.set(key, readRows);
      }
      return readRows(db, params);
    },
  });
}

export function isHotList<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row> | HotList<DB, TB, Row>,
): query is HotList<DB, TB, Row> {
  return 'build' in query;
}
