import { type Controls, type ResolvedControls, resolveControls } from '@voiceloom/contract';
import type { SpeechModel } from '../../providers/speech/index.ts';

/**
 * The controls of a line. For models that accept free directions, the note of the review is added after the direction
 * of the script. For other models, `dropped` contains `note`.
 */
export function resolveControlsWithNote(
  model: SpeechModel,
  settings: Controls,
  { direction, note }: { direction: string | null; note: string | undefined },
): ResolvedControls {
  const resolvedControls = resolveControls(model, settings, direction);
  if (note === undefined) return resolvedControls;
  const controlsWithNote = resolveControls(model, settings, direction ? `${direction}\n${note}` : note);
  const acceptsNote = !controlsWithNote.dropped.includes('direction');
  if (acceptsNote) return controlsWithNote;
  return { ...resolvedControls, dropped: [...resolvedControls.dropped, 'note'] };
}
