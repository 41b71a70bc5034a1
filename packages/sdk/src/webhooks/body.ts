import { WebhookError } from './errors.ts';

/** The error for a body that exceeds the limit. */
export const tooLarge = (most: number) =>
  new WebhookError('BODY_TOO_LARGE', `The body is larger than ${most} bytes.`);

/** Concatenates bytes. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
