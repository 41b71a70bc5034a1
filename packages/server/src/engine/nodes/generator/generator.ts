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
    const { cues, silent } = await buildChunkTasks(context, config);
    const { kept, left, standIns } = await reusable(context, [...cues.values()], config);
    const budget = await reserveBudget(
      context,
      [...cues.values()].filter(({ work }) => !kept.has(work) && !left.has(work)),
    );
    const speak: LineFunction = async (work, signal) => {
      if (silent.has(work)) return { port: SKIPPED };
      const cue = cues.get(work);
      const take = kept.get(work);
      // A take of the retried run stays, whatever voice its line would have today.
      if (take) return reuse({ work, uses: cue?.uses ?? [], stand_in: standIns.get(work) }, take);
      const error = left.get(work);
      if (error) return { port: 'error', error };
      if (!cue) return failedLine('no_voice', noVoice(config, work.line.locale_code));
      const most = mostOf(cue);
      if (!budget.pay(most))
        return failedLine('insufficient_credits', 'The credits of the account are used up.');
      const outcome = await speakOrFallBack(context, cue, { signal, reuse: config.reuse_takes });
      // What was not made, or made for less, pays for another line.
      budget.refund(outcome.audio ? most - (outcome.credits ?? 0) : most);
      return outcome;
    };
    return speak;
  },
};

function noVoice({ provider, routing }: GeneratorConfig, locale: string): string {
  if (routing.mode === 'off') return `No voice of ${provider} speaks ${locale}.`;
  return `No provider that routing can choose has a voice that speaks ${locale}.`;
}

interface Reusable {
  /** Takes that are there already. */
  kept: ReadonlyMap<LineWork, string>;
  /** Lines that a retry of other lines leaves as they are: without a take. */
  left: ReadonlyMap<LineWork, LineFailure>;
  /** Requests for which a take of the fallback was found that was not known to speak for them. */
  standIns: ReadonlyMap<LineWork, Buffer>;
}

/** A line that comes back from a check gets a new take; so do the lines that a retry of a run is about. */
async function reusable(
  context: ChunkContext,
  cues: SynthesisTask[],
  config: GeneratorConfig,
): Promise<Reusable> {
  const { retry } = context.run;
  if (context.iteration > 0 && !retry?.named)
    return { kept: new Map(), left: new Map(), standIns: new Map() };
  const earlier = retry && (await earlierTakes(context, retry));
  const kept = earlier?.kept ?? new Map<LineWork, string>();
  let standIns = new Map<LineWork, Buffer>();
  if (config.reuse_takes && context.iteration === 0) {
    const open = cues.filter((cue) => !kept.has(cue.work) && !earlier?.spokenAgain.has(cue.work));
    standIns = await addStored(context, open, { kept, config });
  }
  const there = await stillThere(context, kept);
  const left = new Map([...(earlier?.left ?? [])].filter(([work]) => !there.has(work)));
  return { kept: there, left, standIns };
}

interface Adding {
  kept: Map<LineWork, string>;
  config: GeneratorConfig;
}

/** A fallback that speaks for a provider that cannot even begin also uses what it spoke for itself. */
async function addStored(
  context: ChunkContext,
  cues: SynthesisTask[],
  adding: Adding,
): Promise<Map<LineWork, Buffer>> {
  const { kept, config } = adding;
  await addFound(context, cues, {
    ...adding,
    keysOf: ({ request }) => (config.respeak ? { ...request, stand_in: undefined } : request),
  });
  const others = cues.filter((cue) => cue.stand_in && !kept.has(cue.work));
  if (others.length > 0) await addFound(context, others, { ...adding, keysOf: ({ key }) => ({ key }) });
  return new Map(
    others.flatMap(({ work, stand_in }) => (stand_in && kept.has(work) ? [[work, stand_in] as const] : [])),
  );
}

async function addFound(
  { app, run, node }: ChunkContext,
  cues: SynthesisTask[],
  {
    kept,
    keysOf,
  }: Adding & { keysOf(cue: SynthesisTask): Pick<WantedTake, 'key' | 'switched' | 'stand_in' | 'earlier'> },
): Promise<void> {
  const checks_key = checksKey(node, [...run.plan.nodes.values()]);
  const stored = await storedTakes(
    app.db,
    run.workspace_id,
    cues.map((cue) => {
      return { ...keysOf(cue), checks_key, max_duration_ms: cue.work.line.max_duration_ms };
    }),
  );
  for (const [index, cue] of cues.entries()) {
    const take = stored[index];
    if (take) kept.set(cue.work, take.id);
  }
}

/** Takes past the retention of their plan are made again; the others are kept from now on. */
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

/** Reserves what the chunk's takes will cost; lines beyond it fail before anything is made. */
async function reserveBudget(context: ChunkContext, cues: SynthesisTask[]): Promise<CreditBudget> {
  const wanted = cues.reduce((sum, cue) => sum + mostOf(cue), 0);
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
