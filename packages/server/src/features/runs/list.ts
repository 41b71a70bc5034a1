import type { CountedPagination, RunListItem, RunListQuery, RunSummary } from '@voiceloom/contract';
import type { Db } from '../../db/index.ts';
import { listPage } from '../../handler/page.ts';
import {
  assertWorkflow,
  countByStatus,
  countListedRuns,
  selectListedRuns,
  type WorkflowRef,
} from './queries.ts';
import { runListView, summaryView } from './view.ts';

const KEYS = {
  created_at: { column: 'run.created_at', key: 'created_at', type: 'timestamp' },
  started_at: { column: 'run.started_at', key: 'started_at', type: 'timestamp', nullable: true },
  completed_at: { column: 'run.completed_at', key: 'completed_at', type: 'timestamp', nullable: true },
  status: { column: 'run.status', key: 'status', type: 'text' },
} as const;

export async function listRuns(
  db: Db,
  { place, query, url }: { place: WorkflowRef; query: RunListQuery; url: URL },
): Promise<{ data: RunListItem[]; pagination: CountedPagination }> {
  await assertWorkflow(db, place);
  const { items, pagination } = await listPage({
    list: 'runs',
    url,
    page: query,
    order: [{ ...KEYS[query.sort], direction: query.order }],
    query: selectListedRuns(db, { place, query }),
    total: countListedRuns(db, { place, query }),
  });
  return { data: items.map(runListView), pagination };
}

export async function summarizeRuns(
  db: Db,
  place: WorkflowRef,
  range: { from?: string | undefined; to?: string | undefined },
): Promise<RunSummary> {
  await assertWorkflow(db, place);
  return summaryView(await countByStatus(db, place, range));
}
