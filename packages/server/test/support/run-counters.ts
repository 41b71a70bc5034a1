import {
  CREDITS_PER_TAKE,
  charactersOf,
  type LinePlan,
  later,
  type Scene,
  type StoredRun,
  TAKE_MS,
} from './run-plan.ts';

/** Updates the sums of the lines. */
export async function settleCounters({ server }: Scene, run: StoredRun, lines: LinePlan[]): Promise<void> {
  const { db } = server.app;
  const countOf = (status: string) => lines.filter((line) => line.status === status).length;
  const sums = sumOf(lines);
  const { retries, characters, audio_ms, credits } = sums;
  await db
    .updateTable('run')
    .set({
      lines_total: lines.length,
      lines_delivered: countOf('delivered'),
      lines_dropped: countOf('dropped'),
      lines_failed: countOf('failed'),
      lines_skipped: countOf('skipped'),
      ...{ retries, characters, audio_ms, credits, total_steps: 50, finished_steps: 50 },
    })
    .where('id', '=', run.id)
    .execute();
  for (const [locale_code, own] of Map.groupBy(lines, (line) => line.locale_code)) {
    const { delivered_lines, ...rest } = sumOf(own);
    const delivered = { delivered_lines, delivered_ms: delivered_lines * TAKE_MS };
    const row = { run_id: run.id, locale_code, lines: own.length, finished_lines: own.length };
    await db
      .insertInto('run_locale')
      .values({ ...row, ...rest, ...delivered })
      .execute();
  }
}

function sumOf(lines: LinePlan[]) {
  const takes = lines.flatMap((line) => (line.takes ?? []).map((take) => ({ line, take })));
  const madeTakes = takes.filter(({ take }) => !take.reused);
  const made = madeTakes.length;
  return {
    retries: lines.reduce((sum, line) => sum + Math.max(0, (line.takes?.length ?? 1) - 1), 0),
    characters: madeTakes.reduce((sum, { line }) => sum + charactersOf(line), 0),
    audio_ms: made * TAKE_MS,
    credits: made * CREDITS_PER_TAKE,
    delivered_lines: lines.filter((line) => line.status === 'delivered').length,
  };
}

/** Updates the steps from the attempts. */
export async function insertSteps({ server }: Scene, run: StoredRun): Promise<void> {
  const { db } = server.app;
  const rows = await db
    .selectFrom('attempt')
    .select((eb) => ['node_id', 'iteration', 'port', eb.fn.countAll<number>().as('visits')])
    .where('run_id', '=', run.id)
    .groupBy(['node_id', 'iteration', 'port'])
    .execute();
  const started_at = new Date('2026-03-01T10:00:01.000Z');
  for (const group of Map.groupBy(rows, (row) => `${row.node_id}/${row.iteration}`).values()) {
    const visits = (wanted: (port: string) => boolean) =>
      group.reduce((sum, row) => sum + (wanted(row.port) ? row.visits : 0), 0);
    const [{ node_id, iteration }] = group as [(typeof rows)[number]];
    const total = visits(() => true);
    const rejected = visits((port) => port === 'fail');
    const node_type = run.workflow.definition.graph.nodes.find((node) => node.id === node_id)?.type ?? '';
    const counts = { total, done: total, failed: 0, passed: total - rejected, rejected };
    const times = { started_at, finished_at: later(started_at, 1_000 + iteration) };
    await db
      .insertInto('run_step')
      .values({ run_id: run.id, node_id, iteration, node_type, ...counts, ...times })
      .execute();
  }
}
