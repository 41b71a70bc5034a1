import type { CountedPagination, RunCard, RunData, RunDataQuery, RunDataRow } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { markupPolicyResolver } from '../../engine/index.ts';
import { listPage } from '../../lists/page.ts';
import { searchFilter } from '../../lists/search.ts';
import { cardView, findCardAudioId, type LineRow } from './cards.ts';
import { listNodes } from './nodes.ts';
import { getRunWithGraph, type RunRef, type RunRow, type RunWithDefinition } from './queries.ts';
import { findAudio, findTakes } from './takes.ts';
import { hasEnded, toRunStatus } from './view.ts';

type DataApp = Pick<App, 'db' | 'storage' | 'signingSecret' | 'baseUrl'>;

/** A page of a run's lines: one row per script line, with a card for each locale. */
export async function listRunData(
  app: DataApp,
  { runRef, query, url, now }: { runRef: RunRef; query: RunDataQuery; url: URL; now: Date },
): Promise<{ data: RunData; pagination: CountedPagination }> {
  const run = await getRunWithGraph(app.db, runRef);
  const { search, include_dropped, language } = query;
  const { items, pagination } = await listPage({
    list: 'run_data',
    url,
    page: query,
    order: [{ column: 'run_line.line_index', direction: 'asc', key: 'id', type: 'int' }],
    // One row per script line. Not a subquery, so that a page reads only its part of the index.
    query: app.db
      .selectFrom('run_line')
      .select('run_line.line_index as id')
      .where('run_line.run_id', '=', run.id)
      .$if(!include_dropped, (rows) => rows.where('run_line.status', '!=', 'dropped'))
      .where((eb) =>
        eb.and(searchFilter(search, ['run_line.script', 'run_line.line_id', 'run_line.character_name'])),
      )
      .groupBy('run_line.line_index'),
    counted: true,
    owner: runRef.workspace_id,
  });
  let lines: LineRow[] = [];
  if (items.length > 0)
    // All locales of the rows, even if the search matches only one of them.
    lines = await app.db
      .selectFrom('run_line')
      .selectAll()
      .where('run_id', '=', run.id)
      .where(
        'line_index',
        'in',
        items.map((item) => item.id),
      )
      .$if(!include_dropped, (rows) => rows.where('status', '!=', 'dropped'))
      .orderBy('line_index')
      .orderBy('no')
      .execute();
  // A line that translations replaced is the head of its row, but has no card.
  const cardLines = lines.filter(
    (line) => line.status !== 'translated' && line.locale_code === (language ?? line.locale_code),
  );
  const cards = await buildCards(app, { run, lines: cardLines, now });
  const rows: RunDataRow[] = [];
  for (const group of Map.groupBy(lines, (line) => line.line_index).values()) {
    const sourceLine = group.find((line) => line.source_line_id === null) ?? group[0];
    if (sourceLine === undefined) continue;
    rows.push({
      id: `${sourceLine.run_id}:${sourceLine.line_index}`,
      line_index: sourceLine.line_index,
      line_id: sourceLine.line_id,
      source_line_id: sourceLine.source_line_id,
      script: sourceLine.script,
      script_status: 'available',
      cards: group.flatMap((line) => cards.get(line.no) ?? []),
    });
  }
  const data = {
    workflow_id: run.workflow_id,
    run_id: run.id,
    run_status: toRunStatus(run),
    rows,
    partial: explainCompleteness(run),
  };
  return { data, pagination };
}

/** The cards of lines by line number, from one query for all takes and one for their audio. */
async function buildCards(
  app: DataApp,
  { run, lines, now }: { run: RunWithDefinition; lines: readonly LineRow[]; now: Date },
): Promise<Map<number, RunCard>> {
  const { workspace_id } = run;
  const line_numbers = lines.map((line) => line.no);
  const nodes = listNodes(run.definition);
  const takes = await findTakes(app.db, { workspace_id, run_id: run.id, nodes, line_numbers });
  const audioIds: string[] = [];
  for (const line of lines) {
    const lineTakes = takes.get(line.no);
    if (!lineTakes) continue;
    const audioId = findCardAudioId(line, lineTakes);
    if (audioId !== null) audioIds.push(audioId);
    audioIds.push(...lineTakes.takes.map((take) => take.audio_id));
  }
  const audioById = await findAudio(app.db, workspace_id, audioIds);
  const policy = markupPolicyResolver(run.definition);
  const cardRun = { workspace_id, status: toRunStatus(run) };
  const cards = new Map<number, RunCard>();
  await Promise.all(
    lines.map(async (line) => {
      const lineTakes = takes.get(line.no);
      if (!lineTakes) return;
      const audio = audioById.get(findCardAudioId(line, lineTakes) ?? '');
      const source = { line, takes: lineTakes, audio, audioById, run: cardRun, policy, now };
      cards.set(line.no, await cardView(app, source));
    }),
  );
  return cards;
}

/** Whether the run has all of its lines, and why not. */
function explainCompleteness(run: RunRow): RunData['partial'] {
  if (!hasEnded(run)) return { status: 'not_ready', reason: 'The run has not ended.' };
  const endedCount = run.lines_delivered + run.lines_dropped + run.lines_failed + run.lines_skipped;
  if (run.status === 'completed' || (run.lines_total > 0 && endedCount >= run.lines_total)) {
    return { status: 'available', reason: null };
  }
  return { status: 'unavailable', reason: 'The run ended before all of its lines were finished.' };
}
