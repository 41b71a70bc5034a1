import { type Kysely, sql } from 'kysely';

/** The settings of a take name the retry strategy in `strategy`. A retry without a strategy is `plain`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update audio set settings = (settings - 'rung') || jsonb_build_object(
      'strategy', case when settings ->> 'rung' = 'again' then 'plain' else settings ->> 'rung' end
    )
    where settings ? 'rung'`.execute(db);
  await sql`
    update audio set settings = jsonb_set(settings #- '{skipped,rung}', '{skipped,strategy}', settings #> '{skipped,rung}')
    where settings #> '{skipped,rung}' is not null`.execute(db);
}
