import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { LineTranslation } from '../../db/rows.ts';
import { normalizedSource, type Task } from './task.ts';

interface EarlierTranslation {
  script: string;
  translation: LineTranslation | null;
}

/** The translations of the run to retry, so that its lines keep their wording. */
export interface Earlier {
  find(line: { line_id: string } & Task['line'], target_locale: string): EarlierTranslation | undefined;
}

const keyOf = (line: { line_id: string; locale_code: string; script: string }, target: string): string =>
  JSON.stringify([line.line_id, line.locale_code, normalizedSource(line.script), target]);

/** This node's translations in the earlier run. Failed ones are missing. */
export async function earlierTranslations(
  db: Db,
  { run_id, node_id, line_ids }: { run_id: string | null; node_id: string; line_ids: string[] },
): Promise<Earlier> {
  if (run_id === null || line_ids.length === 0) return { find: () => undefined };
  const rows = await db
    .selectFrom('run_line as made')
    .innerJoin('run_line as source', (join) =>
      join.onRef('source.run_id', '=', 'made.run_id').onRef('source.no', '=', 'made.source_no'),
    )
    .select(['made.script as target', 'made.locale_code as target_locale', 'made.translation'])
    .select(['source.line_id', 'source.locale_code', 'source.script'])
    .where('source.run_id', '=', run_id)
    .where(sql<boolean>`source.line_id = any(${line_ids}::text[])`)
    .where('made.node_id', '=', node_id)
    .where('made.script', '<>', '')
    .execute();
  const known = new Map(rows.map((row) => [keyOf(row, row.target_locale), row]));
  return {
    find(line, target) {
      const row = known.get(keyOf(line, target));
      return row && { script: row.target, translation: row.translation };
    },
  };
}
