import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import { castFor, type Part } from '../casting.ts';
import { configOf } from '../chunks/load.ts';
import { creditsFor } from '../credits.ts';
import { type Dictionary, loadDictionary } from '../dictionary.ts';
import { allocateHold } from '../hold.ts';
import type { PlanNode } from '../plan.ts';
import { normalizersBefore, textToSpeak } from '../spoken.ts';
import { modelOf, storedTakes, takeKey } from '../takes.ts';
import type { RunUse } from '../uses.ts';
import {
  type ChunkContext,
  failedLine,
  type LineFunction,
  type LineNode,
  type LineWork,
  NodeFailure,
  type Outcome,
} from './node.ts';
import { earlierTakes } from './retry-run.ts';
import { speakLine } from './speak.ts';
import { variations } from './variation.ts';

/** What a line will be spoken with. */
export interface Cue {
  work: LineWork;
  part: Part;
  text: string;
  key: Buffer;
  cost: number;
  uses: RunUse[];
  /** What the dictionary says and the provider cannot honor. */
  unhonored: string[];
}

export interface Speaker {
  provider: SpeechProvider;
  model: SpeechModel;
}

export const operatorGenerator: LineNode = {
  concurrency: (node) => configOf(node, 'operator_generator').concurrency,
  async open(context) {
    const config = configOf(context.node, 'operator_generator');
    const speaker = speakerOf(context, config);
    const cast = await castFor(context.app.db, context.run.workspace_id, config);
    const locales = context.works.map(({ line }) => line.locale_code);
    const dictionary = await loadDictionary(context.app.db, context.run.workspace_id, locales);
    const normalizers = normalizersBefore(context.node, context.run.plan.nodes.values());
    const cues = new Map<LineWork, Cue>();
    for (const work of context.works) {
      const part = cast.partFor(work.line);
      if (part) cues.set(work, cueOf(work, part, { ...speaker, dictionary, normalizers }));
    }
    const stored = await reusable(context, [...cues.values()], config.reuse_takes);
    const purse = await fillPurse(
      context,
      [...cues.values()].filter((cue) => !stored.has(cue.work)),
    );
    const varied = context.iteration > 0 ? await variations(context) : new Map();
    const speak: LineFunction = async (work, signal) => {
      const cue = cues.get(work);
      if (!cue)
        return failedLine('no_voice', `No voice of ${config.provider} speaks ${work.line.locale_code}.`);
      const kept = stored.get(work);
      if (kept) return reuse(cue, kept);
      if (!purse.pay(cue.cost))
        return failedLine('insufficient_credits', 'The credits of the account are used up.');
      const take = { ...cue, part: varied.get(work) ?? cue.part };
      const outcome = await speakLine(context, { cue: take, speaker, signal });
      // What could not be made pays for another line.
      if (!outcome.audio) purse.refund(cue.cost);
      return outcome;
    };
    return speak;
  },
};

function speakerOf(context: ChunkContext, config: { provider: string; model: string | null }): Speaker {
  const provider = context.app.speech.get(config.provider);
  if (!provider)
    throw new NodeFailure('provider_not_configured', `The provider ${config.provider} is not configured.`);
  const model = modelOf(provider, config.model);
  if (!model) throw new NodeFailure('unknown_model', `${config.provider} has no model "${config.model}".`);
  return { provider, model };
}

function cueOf(
  work: LineWork,
  part: Part,
  { provider, model, ...said }: Speaker & { dictionary: Dictionary; normalizers: PlanNode[] },
): Cue {
  const { locale_code, max_duration_ms, characters } = work.line;
  const { text, entry_ids, unhonored } = textToSpeak(work.line, said);
  const entries = entry_ids.map((id): RunUse => ({ kind: 'dictionary_entry', id }));
  const request = { provider: provider.id, model: model.id, part, locale_code, text, max_duration_ms };
  return {
    work,
    part,
    text,
    key: takeKey(request),
    cost: creditsFor(characters, model.credits_per_1000_characters),
    uses: [{ kind: 'voice', id: part.voice.id }, ...entries],
    unhonored,
  };
}

function reuse({ work, uses }: Cue, takeId: string): Outcome {
  const { characters } = work.line;
  return { port: 'audio', output_id: takeId, reused: true, characters, credits: 0, uses };
}

/** A line that comes back from a check gets a new take; so do the lines that a retry of a run is about. */
async function reusable(
  context: ChunkContext,
  cues: Cue[],
  enabled: boolean,
): Promise<Map<LineWork, string>> {
  if (context.iteration > 0) return new Map();
  const { retry_of, retry_line_ids } = context.run;
  const earlier = retry_of ? await earlierTakes(context, { retry_of, retry_line_ids }) : undefined;
  const kept = earlier?.kept ?? new Map<LineWork, string>();
  if (!enabled) return kept;
  const open = cues.filter((cue) => !kept.has(cue.work) && !earlier?.anew.has(cue.work));
  const stored = await storedTakes(
    context.app.db,
    context.run.workspace_id,
    open.map((cue) => cue.key),
  );
  for (const cue of open) {
    const take = stored.get(cue.key.toString('hex'));
    if (take) kept.set(cue.work, take);
  }
  return kept;
}

interface Purse {
  pay(cost: number): boolean;
  refund(cost: number): void;
}

/** Sets aside what the chunk's takes will cost; lines beyond it are refused before anything is made. */
async function fillPurse(context: ChunkContext, cues: Cue[]): Promise<Purse> {
  const wanted = cues.reduce((sum, cue) => sum + cue.cost, 0);
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
