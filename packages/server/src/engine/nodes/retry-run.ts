import type { ChunkContext, LineWork } from './node.ts';

/**
 * The takes that a retry of a run keeps: those of every line that was delivered, except the lines it was asked to
 * do again.
 */
export async function earlierTakes(
  context: ChunkContext,
  retry: { retry_of: string; retry_line_ids: string[] | null },
): Promise<Map<LineWork, string>> {
  const { run, app, works } = context;
  const again = new Set(retry.retry_line_ids ?? []);
  const rows = await app.db
    .selectFrom('run_line')
    .innerJoin('audio', (join) =>
      join.onRef('audio.id', '=', 'run_line.audio_id').on('audio.workspace_id', '=', run.workspace_id),
    )
    .select(['run_line.line_id', 'run_line.locale_code', 'run_line.script', 'audio.take_id'])
    .where('run_line.run_id', '=', retry.retry_of)
    .where('run_line.status', '=', 'delivered')
    .where(
      'run_line.line_id',
      'in',
      works.map((work) => work.line.line_id),
    )
    .execute();
  const kept = new Map(rows.map((row) => [`${row.line_id}/${row.locale_code}/${row.script}`, row.take_id]));
  return new Map(
    works.flatMap((work): [LineWork, string][] => {
      const { line_id, locale_code, script } = work.line;
      const take = again.has(line_id) ? undefined : kept.get(`${line_id}/${locale_code}/${script}`);
      return take ? [[work, take]] : [];
    }),
  );
}
