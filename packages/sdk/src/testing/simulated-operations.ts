import { handlers } from './handlers.ts';
import type { OperationId } from './operation.ts';
import { operations } from './operations.ts';

/** The operations that a test server simulates; the others are answered with 501. */
export const simulatedOperations: readonly OperationId[] = operations
  .map(({ id }) => id)
  .filter((id) => handlers[id] !== undefined);
