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
  /** The text without the dictionary replacements that are applied here. */
  written: string;
  /** The key of its take. */
  key: Buffer;
  /** The keys of the unchanged line, whatever voice speaks now. */
  request: TakeRequestKeys;
  /** The request that the fallback replaces. */
  stand_in?: Buffer | undefined;
  cost: number;
  uses: RunUse[];
  /** Dictionary entries that the provider does not support. */
  unhonored: string[];
  /** The difference from takes that a check rejected. */
  change?: Change;
  /** The task to use if the speaker fails permanently. */
  fallback?: SynthesisTask;
  /** The unchanged line, to use if the provider rejects the change. */
  as_cast?: SynthesisTask;
  /** A change that failed before this task. */
  skipped?: SkippedChange;
  /** Errors of providers that were called before. */
  troubles?: ProviderTrouble[];
  /** The same errors, for the health statistics. */
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
 * The task for the next take of a line. Takes with another voice or model are stored under the key of the
 * original request. Whatever happens to the change, the line can still be spoken without it.
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
    // A changed task replaces no other request.
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

/** The amount to reserve before the speaker is known. */
export const mostOf = ({ cost, fallback }: SynthesisTask): number =>
  Math.max(cost, fallback ? mostOf(fallback) : 0);

/** Reuses a stored take, without charge. */
export function reuse(
  { work, uses, stand_in }: Pick<SynthesisTask, 'work' | 'uses' | 'stand_in'>,
  takeId: string,
): Outcome {
  const { characters } = work.line;
  return { port: 'audio', output_id: takeId, reused: true, characters, credits: 0, uses, stand_in };
}
