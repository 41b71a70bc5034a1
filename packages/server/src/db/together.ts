type Results<Work extends readonly unknown[]> = { -readonly [Index in keyof Work]: Awaited<Work[Index]> };

/** The error code of a statement that PostgreSQL skipped, because an earlier one of its transaction had failed. */
const SKIPPED = '25P02';

/**
 * Waits for statements that do not depend on each other. In a transaction, they are sent at once and run in this order.
 * Waits for all of them even after an error, so that no statement is sent after the end of the transaction.
 */
export async function together<const Work extends readonly unknown[]>(work: Work): Promise<Results<Work>> {
  const results = await Promise.allSettled(work);
  const errors: unknown[] = [];
  for (const result of results) if (result.status === 'rejected') errors.push(result.reason);
  if (errors.length > 0)
    throw errors.find((error) => (error as { code?: unknown } | null)?.code !== SKIPPED) ?? errors[0];
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as Results<Work>;
}
