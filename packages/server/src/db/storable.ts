/**
 * JSON that a jsonb column accepts. PostgreSQL rejects NUL and unpaired surrogates, but a line must not fail because a
 * provider's response contains them.
 */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\u0000', '').toWellFormed() : part,
  );
}
