import type { Part } from '../casting.ts';
import { creditsFor } from '../credits.ts';
import { type Saying, textToSpeak } from '../spoken.ts';
import { takeKey } from '../takes.ts';
import type { RunUse } from '../uses.ts';
import type { LineWork, Outcome } from './node.ts';
import type { Speaker } from './speaker.ts';

/** What a line will be spoken with. */
export interface Cue {
  work: LineWork;
  speaker: Speaker;
  part: Part;
  text: string;
  key: Buffer;
  cost: number;
  uses: RunUse[];
  /** What the dictionary says and the provider cannot honor. */
  unhonored: string[];
  /** Who speaks when the speaker fails for good. */
  spare?: Cue;
}

/** Undefined: the speaker has no voice for the line. */
export function cueOf(
  work: LineWork,
  { speaker, saying }: { speaker: Speaker; saying: Saying },
): Cue | undefined {
  const part = speaker.cast.partFor(work.line);
  if (!part) return undefined;
  const { locale_code, max_duration_ms, characters } = work.line;
  const { text, entry_ids, unhonored } = textToSpeak(work.line, saying);
  const entries = entry_ids.map((id): RunUse => ({ kind: 'dictionary_entry', id }));
  const { provider, model } = speaker;
  const request = { provider: provider.id, model: model.id, part, locale_code, text, max_duration_ms };
  return {
    work,
    speaker,
    part,
    text,
    key: takeKey(request),
    cost: creditsFor(characters, speaker.credits_per_1000_characters),
    uses: [{ kind: 'voice', id: part.voice.id }, ...entries],
    unhonored,
  };
}

/** What is set aside before it is known who speaks. */
export const mostOf = ({ cost, spare }: Cue): number => Math.max(cost, spare?.cost ?? 0);

/** A take that is there already, free. */
export function reuse({ work, uses }: Cue, takeId: string): Outcome {
  const { characters } = work.line;
  return { port: 'audio', output_id: takeId, reused: true, characters, credits: 0, uses };
}
