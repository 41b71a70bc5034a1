import type { ProviderTrouble } from '../../../db/rows.ts';
import { creditsFor } from '../../../ledger/credits.ts';
import type { RunUse } from '../../../ledger/uses.ts';
import type { Pronounced } from '../../casting/dictionary.ts';
import { type TakeRequestKeys, takeKey } from '../../casting/takes.ts';
import type { TextPreparation } from '../../casting/text-to-speak.ts';
import type { VoiceAssignment } from '../../casting/voice-pool.ts';
import type { LineWork, Outcome } from '../../model.ts';
import type { ProviderNote } from '../../routing/provider-health.ts';
import type { Change, SkippedChange } from './retry-strategies.ts';
import type { Speaker } from './speaker.ts';

/** What a line will be spoken with. */
export interface SynthesisTask {
  work: LineWork;
  speaker: Speaker;
  part: VoiceAssignment;
  text: string;
  /** The same without the words of the dictionary, as far as it is applied here. */
  written: string;
  /** Where its take is found. */
  key: Buffer;
  /** The keys of the line as it was cast, whatever voice speaks now. */
  request: TakeRequestKeys;
  /** The request that the fallback speaks for. */
  stand_in?: Buffer | undefined;
  cost: number;
  uses: RunUse[];
  /** What the dictionary says and the provider cannot honor. */
  unhonored: string[];
  /** How the take differs from those that a check rejected. */
  change?: Change;
  /** Who speaks when the speaker fails for good. */
  fallback?: SynthesisTask;
  /** The line as it was cast, where the change is what a provider does not take. */
  as_cast?: SynthesisTask;
  /** The change that failed before this. */
  skipped?: SkippedChange;
  /** Errors of the providers that were called before. */
  troubles?: ProviderTrouble[];
  /** The same, for what is known of them. */
  notes?: ProviderNote[];
}

interface TaskParts {
  part: VoiceAssignment;
  speaker: Speaker;
  preparation: TextPreparation;
  said: Pronounced;
  request: TakeRequestKeys;
}

export function buildSynthesisTask(
  work: LineWork,
  { part, speaker, preparation, said, request }: TaskParts,
): SynthesisTask {
  const { locale_code, characters, script, spoken_script } = work.line;
  const { text, entry_ids, unhonored } = said;
  const entries = entry_ids.map((id): RunUse => ({ kind: 'dictionary_entry', id }));
  return {
    work,
    speaker,
    part,
    text,
    written: (preparation.normalizers.length > 0 && spoken_script) || script,
    key: takeKey({ part, locale_code, text }),
    request,
    cost: creditsFor(characters, speaker.credits_per_1000_characters),
    uses: [{ kind: 'voice', id: part.voice.id }, ...entries],
    unhonored,
  };
}

/**
 * The task of the next take of a line: what is another voice or model is found under the key of the request it is for.
 * Whatever becomes of the change, the line itself can still be spoken as it was cast.
 */
export function changedTask(
  first: SynthesisTask,
  { change, speaker }: { change: Change; speaker: Speaker },
): SynthesisTask {
  const { part, text = first.text } = change;
  const isSwitched = speaker.provider !== first.speaker.provider || speaker.model !== first.speaker.model;
  const [, ...entries] = first.uses;
  const { provider, model } = speaker;
  const as_cast = {
    ...first,
    skipped: { strategy: change.strategy, provider: provider.id, model: model.id },
  };
  return {
    ...first,
    ...(change.strategy !== 'plain' && { as_cast }),
    ...(isSwitched && { fallback: as_cast }),
    // What differs from the line as it was cast speaks for no other request.
    stand_in: undefined,
    change,
    part,
    speaker,
    text,
    key: (isSwitched && first.request.switched) || first.key,
    cost: creditsFor(first.work.line.characters, speaker.credits_per_1000_characters),
    uses: [{ kind: 'voice', id: part.voice.id }, ...entries],
  };
}

/** What is set aside before it is known who speaks. */
export const mostOf = ({ cost, fallback }: SynthesisTask): number =>
  Math.max(cost, fallback ? mostOf(fallback) : 0);

/** A take that is there already, free. */
export function reuse(
  { work, uses, stand_in }: Pick<SynthesisTask, 'work' | 'uses' | 'stand_in'>,
  takeId: string,
): Outcome {
  const { characters } = work.line;
  return { port: 'audio', output_id: takeId, reused: true, characters, credits: 0, uses, stand_in };
}
