import type { LineFailure } from '../../../db/rows.ts';
import { storedTakes, type WantedTake } from '../../casting/takes.ts';
import type { GeneratorConfig } from '../../casting/voice-pool.ts';
import {
  type ChunkContext,
  failedLine,
  type LineFunction,
  type LineNode,
  type LineWork,
  SKIPPED,
} from '../../model.ts';
import { configOf } from '../../plan.ts';
import { useAudio } from '../../runs/audio-use.ts';
import { allocateHold } from '../../runs/hold.ts';
import { checksKey } from '../../start/checks-key.ts';
import { speakOrFallBack } from './fallback.ts';
import { earlierTakes } from './retry-run.ts';
import { checkMain } from './speaker.ts';
import { mostOf, reuse, type SynthesisTask } from './synthesis-task.ts';
import { buildChunkTasks } from './synthesis-tasks.ts';

export const operatorGenerator: LineNode = {
  concurrency: (node) => configOf(node, 'operator_generator').concurrency,
  async open(context) {
    const config = configOf(context.node, 'operator_generator');
    checkMain(context, config);
    const { tasks, silent } = await buildChunkTasks(context, config);
    const { kept, left, standIns } = await reusable(context, [...tasks.values()], config);
    const budget = await reserveBudget(
      context,
      [...tasks.values()].filter(({ work }) => !kept.has(work) && !left.has(work)),
    );
    const speak: LineFunction = async (work, signal) => {
      if (silent.has(work)) return { port: SKIPPED };
      const task = tasks.get(work);
      const take = kept.get(work);
      // A take of the retried run is kept, even if the line would get another voice today.
      if (take) return reuse({ work, uses: task?.uses ?? [], stand_in: standIns.get(work) }, take);
      const error = left.get(work);
      if (error) return { port: 'error', error };
      if (!task) return failedLine('no_voice', noVoice(config, work.line.locale_code));
      const most = mostOf(task);
      if (!budget.pay(most)) return failedLine('insufficient_credits', 'The account has no credits left.');
      const outcome = await speakOrFallBack(context, task, { signal, reuse: config.reuse_takes });
      // Credits that a line did not need are available to other lines.
      budget.refund(outcome.audio ? most - (outcome.credits ?? 0) : most);
      return outcome;
    };
    return speak;
  },
};

function noVoice({ provider, routing }: GeneratorConfig, locale: string): string {
  if (routing.mode === 'off') return `No voice of ${provider} speaks ${locale}.`;
  return `No provider that can be selected has a voice that speaks ${locale}.`;
}

interface Reusable {
  /** Takes that are already stored. */
  kept: ReadonlyMap<LineWork, string>;
  /** Lines outside the scope of a retry, which stay without a take. */
  left: ReadonlyMap<LineWork, LineFailure>;
  /** Requests for which a fallback's take was found that is not yet recorded as their replacement. */
  standIns: ReadonlyMap<LineWork, Buffer>;
}

/** A line that a check sent back gets a new take, and so does a line in the scope of a retry. */
async function reusable(
  context: ChunkContext,
  tasks: SynthesisTask[],
  config: GeneratorConfig,
): Promise<Reusable> {
  const { retry } = context.run;
  if (context.iteration > 0 && !retry?.named)
    return { kept: new Map(), left: new Map(), standIns: new Map() };
  const earlier = retry && (await earlierTakes(context, retry));
  const kept = earlier?.kept ?? new Map<LineWork, string>();
  let standIns = new Map<LineWork, Buffer>();
  if (config.reuse_takes && context.iteration === 0) {
    const open = tasks.filter((task) => !kept.has(task.work) && !earlier?.spokenAgain.has(task.work));
    standIns = await addStored(context, open, { kept, config });
  }
  const there = await stillThere(context, kept);
  const left = new Map([...(earlier?.left ?? [])].filter(([work]) => !there.has(work)));
  return { kept: there, left, standIns };
}

interface ReuseOptions {
  kept: Map<LineWork, string>;
  config: GeneratorConfig;
}

/** If the provider is unavailable from the start, its fallback may also reuse its own takes. */
async function addStored(
  context: ChunkContext,
  tasks: SynthesisTask[],
  adding: ReuseOptions,
): Promise<Map<LineWork, Buffer>> {
  const { kept, config } = adding;
  await addFound(context, tasks, {
    ...adding,
    keysOf: ({ request }) => (config.respeak ? { ...request, stand_in: undefined } : request),
  });
  const others = tasks.filter((task) => task.stand_in && !kept.has(task.work));
  if (others.length > 0) await addFound(context, others, { ...adding, keysOf: ({ key }) => ({ key }) });
  return new Map(
    others.flatMap(({ work, stand_in }) => (stand_in && kept.has(work) ? [[work, stand_in] as const] : [])),
  );
}

async function addFound(
  { app, run, node }: ChunkContext,
  tasks: SynthesisTask[],
  {
    kept,
    keysOf,
  }: ReuseOptions & {
    keysOf(task: SynthesisTask): Pick<WantedTake, 'key' | 'switched' | 'stand_in' | 'earlier'>;
  },
): Promise<void> {
  const checks_key = checksKey(node, [...run.plan.nodes.values()]);
  const stored = await storedTakes(
    app.db,
    run.workspace_id,
    tasks.map((task) => {
      return { ...keysOf(task), checks_key, max_duration_ms: task.work.line.max_duration_ms };
    }),
  );
  for (const [index, task] of tasks.entries()) {
    const take = stored[index];
    if (take) kept.set(task.work, take.id);
  }
}

/** Takes past their plan's retention are made again; the others are kept from now on. */
async function stillThere(
  { app, run }: ChunkContext,
  kept: Map<LineWork, string>,
): Promise<Map<LineWork, string>> {
  const there = await useAudio(app.db, run.workspace_id, { ids: [...kept.values()], now: app.clock() });
  return new Map([...kept].filter(([, id]) => there.has(id)));
}

interface CreditBudget {
  pay(cost: number): boolean;
  refund(cost: number): void;
}

/** Reserves the cost of the chunk's takes. Lines beyond the reservation fail before a provider is called. */
async function reserveBudget(context: ChunkContext, tasks: SynthesisTask[]): Promise<CreditBudget> {
  const wanted = tasks.reduce((sum, task) => sum + mostOf(task), 0);
  let left = await allocateHold(context.app, context.run, { chunk_id: context.chunk_id, wanted });
  return {
    pay(cost) {
      if (cost > left) return false;
      left -= cost;
      return true;
    },
    refund(cost) {
      left += cost;
    },
  };
}
