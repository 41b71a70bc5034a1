import { countText } from '@voiceloom/text';
import { cancelRun, type RecordRunChange, type Requeue, requeueChunks } from '../../engine/index.ts';
import { ApiError, runHasEnded } from '../../errors.ts';
import {
  type AnyRun,
  explainRun,
  findRun,
  linesText,
  listOpenRuns,
  NO_WORKERS,
  OPEN_STATES,
  readRunFacts,
} from '../../features/runs/index.ts';
import { areWorkersThere } from '../../jobs/index.ts';
import { addOperatorActivity } from '../../ledger/activity.ts';
import { type Command, type CommandInput, UsageError } from './command.ts';
import { listReport, personText, plain } from './output.ts';
import { parseDuration, parseId, parseLimit } from './values.ts';

export const runCommands: Command[] = [
  {
    name: 'runs list',
    params: [],
    options: ['state', 'older-than', 'limit'],
    summary: 'List runs of all workspaces that have not ended, the oldest first.',
    async run({ db }, { options, now }) {
      const limit = parseLimit(options.limit);
      const before = new Date(now.getTime() - parseDuration(options['older-than'], '--older-than'));
      const states = (options.state ?? OPEN_STATES).map((name) => {
        const state = OPEN_STATES.find((openState) => openState === name);
        if (state) return state;
        throw new UsageError(`--state must be one of ${OPEN_STATES.join(', ')}.`);
      });
      const rows = await listOpenRuns(db, { states, before, limit: limit + 1 });
      return listReport('runs', {
        rows,
        limit,
        columns: [
          ['ID', (run) => run.id],
          ['STATE', (run) => run.state],
          ['LINES', (run) => `${run.lines_finished}/${run.lines_total}`],
          ['STARTED', (run) => run.created_at],
          ['PROGRESS', (run) => run.progress_at],
          ['OWNER', describeOwner],
          ['WORKSPACE', (run) => run.workspace_name],
          ['WORKFLOW', (run) => run.workflow_name],
        ],
      });
    },
  },
  {
    name: 'runs explain',
    params: ['RUN_ID'],
    summary: 'Explain what a run is waiting for.',
    async run(app, { args: [id], now }) {
      // Without the folder of the service, this machine cannot check the storage.
      const storage = await app.openStorage().catch(() => undefined);
      const facts = await readRunFacts({ ...app, storage }, { id: parseId(id, 'RUN_ID'), now });
      const explanation = explainRun(facts, now).map(plain);
      return { data: { ...facts, explanation }, lines: explanation };
    },
  },
  {
    name: 'runs cancel',
    params: ['RUN_ID'],
    options: ['reason'],
    destroys: true,
    summary: 'Cancel a run. Takes that were made keep their audio and their charge.',
    async run(app, input) {
      const run = await findRun(app.db, parseId(input.args[0], 'RUN_ID'));
      const place = { workspace_id: run.workspace_id, run_id: run.id };
      if (run.completed_at) throw runHasEnded(run.status);
      if (!input.isApplied)
        return {
          data: { run },
          lines: [
            `This would cancel ${describe(run)}, which is ${run.state}.`,
            `${linesText(run)} The run has reserved ${countText(run.hold, 'credit')}.`,
          ],
        };
      const canceled = await cancelRun(app, place, recorder(run, input, 'run_cancelled'));
      if (!canceled) throw new ApiError('CONFLICT', 'The run has already ended.');
      return { data: { run_id: run.id, status: 'cancelled' }, lines: [`Canceled ${describe(run)}.`] };
    },
  },
  {
    name: 'runs requeue',
    params: ['RUN_ID'],
    options: ['reason'],
    summary: 'Let workers try the waiting chunks of a run again now, with all attempts.',
    async run(app, input) {
      const run = await findRun(app.db, parseId(input.args[0], 'RUN_ID'));
      const place = { workspace_id: run.workspace_id, run_id: run.id };
      const requeue = await requeueChunks(app, place, recorder(run, input, 'run_requeued'));
      const has_workers = await areWorkersThere(app.db);
      const lines = describeRequeue(requeue, run);
      if (!has_workers) lines.push(NO_WORKERS);
      return { data: { run_id: run.id, ...requeue, has_workers }, lines };
    },
  },
];

/** Adds the entry of the activity log to the transaction that changes the run. */
function recorder(run: AnyRun, { operator, now }: CommandInput, kind: string): RecordRunChange {
  const { workspace_id, workflow_id, workflow_name: name, run_number, id: run_id } = run;
  const resource = { type: 'workflow', id: workflow_id, name };
  const metadata = { run_id, run_number };
  return (tx) => addOperatorActivity(tx, operator, { workspace_id, kind, resource, metadata }, now);
}

function describeRequeue(requeue: Requeue, run: AnyRun): string[] {
  const { chunks, delayed, renewed } = requeue;
  if (!requeue.changed) {
    const reasons: string[] = [];
    if (requeue.held > 0) reasons.push(`workers hold ${countText(requeue.held, 'chunk')}`);
    if (chunks > 0) reasons.push(`${countText(chunks, 'chunk')} ${chunks === 1 ? 'is' : 'are'} due already`);
    return [`Nothing to requeue: ${reasons.join(', and ') || 'no chunk waits for a worker'}.`];
  }
  const lines = [`Requeued ${describe(run)}, which is ${run.state}.`];
  if (delayed > 0) lines.push(`Due now instead of later: ${countText(delayed, 'chunk')}.`);
  if (chunks > delayed) lines.push(`Already due: ${countText(chunks - delayed, 'chunk')}.`);
  if (renewed > 0) lines.push(`With all attempts again: ${countText(renewed, 'chunk')}.`);
  if (requeue.added > 0) lines.push(`Newly queued: ${countText(requeue.added, 'chunk')}.`);
  return lines;
}

const describeOwner = ({ owner_email: email, owner_id: id }: AnyRun): string => personText({ email, id });

const describe = (run: AnyRun): string =>
  plain(
    `run ${run.run_number} of "${run.workflow_name}" in "${run.workspace_name}" of ${describeOwner(run)}`,
  );
