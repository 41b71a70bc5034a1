import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import { castFor, type Part } from '../casting.ts';
import { configOf } from '../chunks/load.ts';
import { creditsFor } from '../credits.ts';
import { type Dictionary, loadDictionary } from '../dictionary.ts';
import { allocateHold } from '../hold.ts';
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
    const cues = new Map<LineWork, Cue>();
    for (const work of context.works) {
      const part = cast.partFor(work.line);
      if (part) cues.set(work, cueOf(work, part, { ...speaker, dictionary }));
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
      const take = stored.get(work);
      if (take) return reuse(cue, take);
      if (!purse.pay(cue.cost))
        return failedLine('insufficient_credits', 'The credits of the account are used up.');
      return speakLine(context, { cue: { ...cue, part: varied.get(work) ?? cue.part }, speaker, signal });
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
  { provider, model, dictionary }: Speaker & { dictionary: Dictionary },
): Cue {
  const { locale_code, max_duration_ms, characters, script, spoken_script } = work.line;
  const { text, entry_ids, unhonored } = dictionary.pronounce(spoken_script ?? script, locale_code);
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
  const { run, app } = context;
  if (run.retry_of)
    return earlierTakes(context, { retry_of: run.retry_of, retry_line_ids: run.retry_line_ids });
  if (!enabled) return new Map();
  const takes = await storedTakes(
    app.db,
    run.workspace_id,
    cues.map((cue) => cue.key),
  );
  return new Map(
    cues.flatMap((cue): [LineWork, string][] => {
      const take = takes.get(cue.key.toString('hex'));
      return take ? [[cue.work, take]] : [];
    }),
  );
}

/** Sets aside what the chunk's takes will cost; lines beyond it are refused before anything is made. */
async function fillPurse(context: ChunkContext, cues: Cue[]): Promise<{ pay(cost: number): boolean }> {
  const wanted = cues.reduce((sum, cue) => sum + cue.cost, 0);
  let left = await allocateHold(context.app, context.run, { chunk_id: context.chunk_id, wanted });
  return {
    pay(cost) {
      if (cost > left) return false;
      left -= cost;
      return true;
    },
  };
}
