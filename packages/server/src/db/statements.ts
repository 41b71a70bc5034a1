import {
  type BinaryOperationNode,
  InsertQueryNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  sql,
  type ValuesNode,
} from 'kysely';
import pg from 'pg';
import columnTypes from './generated/column-types.json' with { type: 'json' };

/** The PostgreSQL type of each column, by table. */
const COLUMN_TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = columnTypes;

/** Makes statements whose text does not depend on the number of their values, so that they can be prepared. */
export class ArrayDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new ArrayQueryCompiler();
  }
}

class ArrayQueryCompiler extends PostgresQueryCompiler {
  /** `column in (…)` becomes `column = any(array)`. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    const name = OperatorNode.is(operator) ? operator.operator : undefined;
    if (!PrimitiveValueListNode.is(rightOperand) || (name !== 'in' && name !== 'not in')) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(leftOperand);
    this.append(name === 'in' ? ' = any(' : ' <> all(');
    this.appendValue(rightOperand.values);
    this.append(')');
  }

  /** An insert of many rows passes one array per column. */
  protected override visitValues(node: ValuesNode): void {
    const types = this.parentNode && arrayTypes(this.parentNode as InsertQueryNode);
    const rows = node.values.filter(PrimitiveValueListNode.is);
    if (!types || rows.length < 2 || rows.length < node.values.length) {
      super.visitValues(node);
      return;
    }
    this.append('select * from unnest(');
    for (const [index, type] of types.entries()) {
      if (index > 0) this.append(', ');
      this.appendValue(rows.map(({ values }) => values[index]));
      this.append(`::${type}[]`);
    }
    this.append(')');
  }
}

/** The types of the columns that the insert names; undefined if a column holds arrays, which cannot be nested. */
function arrayTypes(insert: InsertQueryNode): string[] | undefined {
  if (!InsertQueryNode.is(insert) || !insert.into) return undefined;
  const tableTypes = COLUMN_TYPES[insert.into.table.identifier.name];
  const types = insert.columns?.map(({ column }) => tableTypes?.[column.name] ?? '');
  return types?.every((type) => type !== '' && !type.startsWith('_')) ? types : undefined;
}

/** Statements are prepared from this execution on. Preparing rare ones would waste memory of the database. */
const PREPARED_FROM = 5;
/** How many statements a pool prepares. Each takes memory in every connection that runs it. */
const MAX_PREPARED = 300;

const MARK = '/* planned for its values */';
/**
 * The first part of a statement that must not be prepared. PostgreSQL keeps the plan of a prepared statement while its
 * tables grow, and searches an array of unknown length one element at a time.
 */
export const plannedForItsValues = sql.raw(MARK);

/** Returns a function that names the frequent statements of a pool. For a rare one, it returns undefined. */
export function createStatementNames(): (text: string) => string | undefined {
  const runs = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    if (text.includes(MARK)) return undefined;
    const count = (runs.get(text) ?? 0) + 1;
    // Counts no further texts above a limit, so that rare statements do not fill the memory.
    if (count > 1 || runs.size < 10 * MAX_PREPARED) runs.set(text, count);
    if (count >= PREPARED_FROM && names.size < MAX_PREPARED && !names.has(text))
      names.set(text, `voiceloom_${names.size + 1}`);
    return names.get(text);
  };
}

/** Makes a connection prepare the statements that have a name. */
export function prepareStatements(client: pg.Client, getName: (text: string) => string | undefined): void {
  const clientPrototype = pg.Client.prototype as unknown as { query(...query: unknown[]): Promise<unknown> };
  const send = (...query: unknown[]): Promise<unknown> => clientPrototype.query.apply(client, query);
  /** Named statements without a result yet. A repeated one is sent unnamed, because the first may fail to prepare. */
  const pendingNames = new Set<string>();
  const query = (...query: unknown[]): Promise<unknown> => {
    const [text, values, callback] = query;
    let name: string | undefined;
    if (Array.isArray(values) && values.length > 0) name = getName(String(text));
    if (!name || pendingNames.has(name)) return send(...query);
    // `pool.query` passes a callback. After an error, the pool replaces the connection.
    if (callback) return send({ name, text, values }, callback);
    pendingNames.add(name);
    return send({ name, text, values })
      .catch((error: unknown) => {
        // The statement would fail on this connection again, so the connection is closed and the pool opens a new one.
        if (isStaleStatement(error)) void client.end().catch(() => undefined);
        throw error;
      })
      .finally(() => pendingNames.delete(name));
  };
  client.query = query as typeof client.query;
}

/** Whether a migration changed the columns of a prepared statement, or a pooler moved to a server without it. */
export function isStaleStatement(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown };
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}
