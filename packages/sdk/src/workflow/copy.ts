import { WorkflowError } from './errors.ts';

/** A copy that nobody changes later; `name` is told where there is something in it that no definition can hold. */
export function copyOf<T>(value: T, name: string): T {
  try {
    return structuredClone(value);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new WorkflowError(`The config of ${name} contains a value that JSON does not support: ${why}`);
  }
}
