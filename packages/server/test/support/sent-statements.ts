import pg from 'pg';
import { vi } from 'vitest';

/** The statements that this process sends to PostgreSQL while `work` runs. */
export async function sentStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: { text: string; values: unknown[] }[] }> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    const calls = query.mock.calls as unknown[][];
    const statements = calls.map(([sent, values]) => {
      // A prepared statement is sent as an object.
      if (typeof sent === 'string') return { text: sent, values: values as unknown[] };
      return sent as { text: string; values: unknown[] };
    });
    if (statements.length === 0) throw new Error('Nothing was sent to PostgreSQL.');
    return { result, statements };
  } finally {
    query.mockRestore();
  }
}
