import { type Controls, type ResolvedControls, resolveControls } from '@voiceloom/contract';
import type { SpeechModel } from '../../providers/speech/index.ts';

/**
 * The controls of a line. For models that accept free directions, the note of the review is added after the direction
 * of the script. For other models, `dropped` contains `note`.
 */
export function controlsWithNote(
  model: SpeechModel,
  settings: Controls,
  { direction, note }: { direction: string | null; note: string | undefined },
): ResolvedControls {
  const resolvedControls = resolveControls(model, settings, direction);
  if (note === undefined) return resolvedControls;
  const withNote = resolveControls(model, settings, direction ? `${direction}\n${note}` : note);
  return withNote.dropped.includes('direction')
    ? { ...resolvedControls, dropped: [...resolvedControls.dropped, 'note'] }
    : withNote;
}
