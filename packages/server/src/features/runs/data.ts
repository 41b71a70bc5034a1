import type { CountedPagination, RunCard, RunData, RunDataQuery, RunDataRow } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { markupPolicyResolver } from '../../engine/index.ts';
import { listPage } from '../../lists/page.ts';
import { searchFilter } from '../../lists/search.ts';
import { audioIdOfCard, cardView, type LineRow } from './cards.ts';
import { nodesOf } from './nodes.ts';
import { getRunWithGraph, type RunRef, type RunRow, type RunWithDefinition } from './queries.ts';
import { findAudio, findTakes } from './takes.ts';
import { hasEnded, statusOfRun } from './view.ts';

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
  const lines = await findLinesOfRows(app.db, run.id, { rows: items.map((item) => item.id), query });
  // A line that translations replaced is the head of its row, but has no card.
  const isWanted = (line: LineRow) => language === undefined || line.locale_code === language;
  const visibleLines = lines.filter((line) => line.status !== 'translated' && isWanted(line));
  const cards = await buildCards(app, { run, lines: visibleLines, now });
  const rows: RunDataRow[] = [];
  for (const group of Map.groupBy(lines, (line) => line.line_index).values()) {
    const first = group.find((line) => line.source_line_id === null) ?? group[0];
    if (first === undefined) continue;
    rows.push({
      id: `${first.run_id}:${first.line_index}`,
      line_index: first.line_index,
      line_id: first.line_id,
      source_line_id: first.source_line_id,
      script: first.script,
      script_status: 'available',
      cards: group.flatMap((line) => cards.get(line.no) ?? []),
    });
  }
  const data = {
    workflow_id: run.workflow_id,
    run_id: run.id,
    run_status: statusOfRun(run),
    rows,
    partial: completeness(run),
  };
  return { data, pagination };
}

/** All locales of the rows, even if the search matches only one of them. */
async function findLinesOfRows(
  db: Db,
  runId: string,
  { rows: rowIndexes, query }: { rows: readonly number[]; query: RunDataQuery },
): Promise<LineRow[]> {
  if (rowIndexes.length === 0) return [];
  return db
    .selectFrom('run_line')
    .selectAll()
    .where('run_id', '=', runId)
    .where('line_index', 'in', [...rowIndexes])
    .$if(!query.include_dropped, (lines) => lines.where('status', '!=', 'dropped'))
    .orderBy('line_index')
    .orderBy('no')
    .execute();
}

async function buildCards(
  app: DataApp,
  { run, lines, now }: { run: RunWithDefinition; lines: readonly LineRow[]; now: Date },
): Promise<Map<number, RunCard>> {
  const { workspace_id } = run;
  const numbers = lines.map((line) => line.no);
  const nodes = nodesOf(run.definition);
  const takes = await findTakes(app.db, { workspace_id, run_id: run.id, nodes, line_numbers: numbers });
  const plays = lines.flatMap((line) => {
    const lineTakes = takes.get(line.no);
    return lineTakes ? [{ line, takes: lineTakes, audio_id: audioIdOfCard(line, lineTakes) }] : [];
  });
  const audio = await findAudio(
    app.db,
    workspace_id,
    plays.flatMap(({ audio_id, takes }) => [
      ...(audio_id === null ? [] : [audio_id]),
      ...takes.takes.map((take) => take.audio_id),
    ]),
  );
  const policy = markupPolicyResolver(run.definition);
  const shared = { run: { workspace_id, status: statusOfRun(run) }, now, policy };
  const cards = plays.map(async ({ audio_id, ...parts }): Promise<[number, RunCard]> => {
    const played = audio_id === null ? undefined : audio.get(audio_id);
    const source = { ...shared, ...parts, audio: played, stored: audio };
    return [parts.line.no, await cardView(app, source)];
  });
  return new Map(await Promise.all(cards));
}

function completeness(run: RunRow): RunData['partial'] {
  if (!hasEnded(run)) return { status: 'not_ready', reason: 'The run has not ended.' };
  const ended = run.lines_delivered + run.lines_dropped + run.lines_failed + run.lines_skipped;
  if (run.status === 'completed' || (run.lines_total > 0 && ended >= run.lines_total)) {
    return { status: 'available', reason: null };
  }
  return { status: 'unavailable', reason: 'The run ended before all of its lines were finished.' };
}
