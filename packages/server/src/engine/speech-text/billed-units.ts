import type { Controls, PaidBy } from '@voiceloom/contract';
import { countCharacters, withoutRecordings } from '@voiceloom/text';
import { resolveControlsWithNote } from '../casting/review-notes.ts';
import type { VoiceAssignment } from '../casting/voice-pool.ts';

/** Besides its text, what a line sends to a provider. */
export interface LineSettings {
  locale_code: string;
  direction: string | null;
  controls?: Controls | null | undefined;
}

/** The units that the provider bills for a line: bytes, or characters as it counts them, with direction and markup. */
export function countUnits(
  { provider, model, speed, pitch, controls }: Omit<VoiceAssignment, 'voice' | 'is_chosen'>,
  { locale_code, direction, controls: lineControls }: LineSettings,
  { parts, note }: { parts: readonly string[]; note: string | undefined },
): number {
  const settings = { ...controls, ...lineControls };
  let units = 0;
  for (const part of parts) {
    const text = withoutRecordings(part);
    const resolved = resolveControlsWithNote(model, settings, { direction, note });
    const request = { model: model.id, locale_code, text, speed, pitch, controls: resolved.controls };
    units += provider.countUnits?.(request) ?? countCharacters(text);
  }
  return units;
}

/**
 * The length for which a take is charged: that of the script, so that it does not depend on the dictionary. With a
 * platform key, at least what the provider bills, because the operator pays for it.
 */
export function chargedLength(paid_by: PaidBy, scriptCharacters: number, units: number): number {
  return paid_by === 'platform' ? Math.max(scriptCharacters, units) : scriptCharacters;
}
