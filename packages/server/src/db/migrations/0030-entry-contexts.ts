import { type Kysely, sql } from 'kysely';

/**
 * Words with several pronunciations. The key is a hash, because an index cannot store a context of any
 * length.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table dictionary_entry
      add column context jsonb,
      add column context_key text not null default '',
      drop constraint dictionary_entry_word,
      add constraint dictionary_entry_word unique (workspace_id, language, word_key, context_key)`.execute(
    db,
  );
}
