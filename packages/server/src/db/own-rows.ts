import { notFound } from '../errors.ts';
import { assertMatch } from '../handler/entity-tag.ts';
import type { WriteRequest } from '../handler/handler.ts';
import type { Db, Row, Schema } from './index.ts';

/** Tables whose rows belong to a workspace and have an id. */
type Owned = {
  [Table in keyof Schema]: 'id' | 'workspace_id' extends keyof Schema[Table] ? Table : never;
}[keyof Schema];

/** A row in its workspace. */
interface OwnRow<Table extends Owned> {
  table: Table;
  /** The name of the resource in error messages. */
  what: string;
  workspace_id: string;
  id: string;
}

/** A row by its ID, if it belongs to the workspace. */
function selectInWorkspace<Table extends Owned>(db: Db, { table, workspace_id, id }: OwnRow<Table>) {
  // TypeScript cannot type a query for a table that is a type parameter. The cast names one table in place of all.
  const rows = db.selectFrom(table as 'api_key').selectAll();
  return rows.where('workspace_id', '=', workspace_id).where('id', '=', id).$castTo<Row<Table>>();
}

/** Throws if the workspace has no such row. */
export async function getInWorkspace<Table extends Owned>(
  db: Db,
  rowRef: OwnRow<Table>,
): Promise<Row<Table>> {
  return selectInWorkspace(db, rowRef).executeTakeFirstOrThrow(() => notFound(rowRef.what));
}

/** As `getInWorkspace`, and locks the row until the transaction ends, so that its changes run one after the other. */
export async function lockInWorkspace<Table extends Owned>(
  tx: Db,
  rowRef: OwnRow<Table>,
  createError = () => notFound(rowRef.what),
): Promise<Row<Table>> {
  return selectInWorkspace(tx, rowRef).forNoKeyUpdate().executeTakeFirstOrThrow(createError);
}

/**
 * Runs `work` in a transaction that holds the lock of one row of the caller's workspace. Throws if the row does not
 * exist. If two callers change the same version, only the first one succeeds.
 */
export async function changeInWorkspace<Table extends Owned, Result>(
  { db }: { db: Db },
  { caller, id, ifMatch }: Omit<WriteRequest, 'now'>,
  resource: {
    table: Table;
    /** The name of the resource in error messages. */
    what: string;
    /** Throws if the caller may not change the row. */
    authorize?(row: Row<Table>): void;
    /** The response for the row. If-Match is compared with its version. */
    reply?(row: Row<Table>): { version: string };
  },
  work: (tx: Db, row: Row<Table>) => Promise<Result>,
): Promise<Result> {
  const { table, what, reply } = resource;
  return db.transaction().execute(async (tx) => {
    const row = await lockInWorkspace(tx, { table, what, workspace_id: caller.workspace.id, id });
    resource.authorize?.(row);
    if (reply) assertMatch(ifMatch, reply(row).version, what);
    return work(tx, row);
  });
}
