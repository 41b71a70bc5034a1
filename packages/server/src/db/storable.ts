/**
 * JSON that a jsonb column takes. PostgreSQL refuses NUL and halves of characters, and one such answer of a partner
 * must not cost the line that it was about.
 */
export function storable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\u0000', '').toWellFormed() : part,
  );
}
