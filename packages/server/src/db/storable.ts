/**
 * JSON that a jsonb column accepts. PostgreSQL rejects NUL and unpaired surrogates, and such a response of a provider
 * must not cost a line.
 */
export function storable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\u0000', '').toWellFormed() : part,
  );
}
