import { InputError } from '../core/client-errors.ts';

/** `body` as JSON, or undefined. Throws InputError for values that cannot be serialized. */
export function bodyText(body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new InputError(`The body cannot be sent as JSON: ${(error as Error).message}`);
  }
}
