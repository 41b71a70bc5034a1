import type { LineFailure } from '../../../db/rows.ts';
import { storedTakes, type WantedTake } from '../../casting/takes.ts';
import type { GeneratorConfig } from '../../casting/voice-pool.ts';
import { type ChunkContext, failedLine, type LineNode, type LineWork, SKIPPED } from '../../model.ts';
import { configOf } from '../../plan.ts';
import { useAudio } from '../../runs/audio-use.ts';
import { allocateHold } from '../../runs/hold.ts';
import { checksKey } from '../../start/checks-key.ts';
import { earlierTakes } from './retry-run.ts';
import { speakOrFallBack } from './speak.ts';
import { checkMain } from './speaker.ts';
import { buildChunkTasks, mostOf, reuse, type SynthesisTask } from './synthesis-task.ts';

export const operatorGenerator: LineNode = {
  concurrency: (node) => configOf(node, 'operator_generator').concurrency,
  async open(context) {
    const config = configOf(context.node, 'operator_generator');
    checkMain(context, config);
    const { tasks, silent } = await buildChunkTasks(context, config);
    const { kept, left, standIns } = await reusable(context, [...tasks.values()], config);
    const open = [...tasks.values()].filter(({ work }) => !kept.has(work) && !left.has(work));
    const budget = await reserveBudget(context, open);
    return async (work, signal) => {
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
    await addStored(context, kept, open, ({ request }) =>
      config.respeak ? { ...request, stand_in: undefined } : request,
    );
    // If the provider is unavailable from the start, its fallback may also reuse its own takes.
    const others = open.filter((task) => task.stand_in && !kept.has(task.work));
    await addStored(context, kept, others, ({ key }) => ({ key }));
    const found = others.filter(({ work }) => kept.has(work));
    standIns = new Map(found.flatMap(({ work, stand_in }) => (stand_in ? [[work, stand_in]] : [])));
  }
  const { app, run } = context;
  // Takes past their plan's retention are made again; the others are kept from now on.
  const stored = await useAudio(app.db, run.workspace_id, { ids: [...kept.values()], now: app.clock() });
  const there = new Map([...kept].filter(([, id]) => stored.has(id)));
  const left = new Map([...(earlier?.left ?? [])].filter(([work]) => !there.has(work)));
  return { kept: there, left, standIns };
}

/** Adds the stored takes of the tasks to `kept`. */
async function addStored(
  { app, run, node }: ChunkContext,
  kept: Map<LineWork, string>,
  tasks: SynthesisTask[],
  keysOf: (task: SynthesisTask) => Pick<WantedTake, 'key' | 'switched' | 'stand_in' | 'earlier'>,
): Promise<void> {
  const checks_key = checksKey(node, [...run.plan.nodes.values()]);
  const wanted = tasks.map((task) => {
    return { ...keysOf(task), checks_key, max_duration_ms: task.work.line.max_duration_ms };
  });
  const stored = await storedTakes(app.db, run.workspace_id, wanted);
  for (const [index, task] of tasks.entries()) {
    const take = stored[index];
    if (take) kept.set(task.work, take.id);
  }
}

/** Reserves the cost of the chunk's takes. Lines beyond the reservation fail before a provider is called. */
async function reserveBudget(context: ChunkContext, tasks: SynthesisTask[]) {
  const wanted = tasks.reduce((sum, task) => sum + mostOf(task), 0);
  let left = await allocateHold(context.app, context.run, { chunk_id: context.chunk_id, wanted });
  return {
    pay(cost: number): boolean {
      if (cost > left) return false;
      left -= cost;
      return true;
    },
    refund(cost: number): void {
      left += cost;
    },
  };
}
