import { WorkflowError } from './errors.ts';

/** A deep copy; throws an error with `name` if the value cannot be part of a definition. */
export function copyOf<T>(value: T, name: string): T {
  try {
    return structuredClone(value);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new WorkflowError(`The config of ${name} contains a value that JSON does not support: ${why}`);
  }
}
