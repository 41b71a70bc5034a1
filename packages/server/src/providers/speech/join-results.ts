import type { SpeechPauses, SpeechResult } from './provider.ts';
import type { Take } from './take.ts';
import { joinTakes, toMono } from './wav.ts';

/** The samples of a result. */
export const toTake = ({ audio, duration_ms, words }: SpeechResult): Take => ({
  ...toMono(audio),
  duration_ms,
  words,
});

/**
 * Joins the parts of a line into one take. Values that a part lacks are unknown for the whole. `takes`: the audio of the
 * parts, if it is not theirs.
 */
export function joinResults(
  results: readonly SpeechResult[],
  takes: readonly Take[] = results.map(toTake),
): SpeechResult {
  const texts = results.map(({ spoken_text }) => spoken_text);
  const syllables = results.flatMap((result) => result.syllables ?? []);
  const bills = results.flatMap((result) => result.billed ?? []);
  const speech: SpeechResult = {
    ...joinTakes(takes),
    format: 'wav',
    spoken_text: texts.includes(null) ? null : texts.join(' '),
    syllables: null,
    request_id: results[0]?.request_id ?? null,
    dropped: [...new Set(results.flatMap((result) => result.dropped))],
  };
  if (syllables.length === results.length)
    speech.syllables = syllables.reduce((sum, count) => sum + count, 0);
  const [bill] = bills;
  if (bill) speech.billed = { unit: bill.unit, amount: bills.reduce((sum, { amount }) => sum + amount, 0) };
  const pauses = joinPauses(results);
  if (pauses) speech.pauses = pauses;
  return speech;
}

/** The pauses of the parts in the whole. What is between two parts is no longer at an end. */
function joinPauses(results: readonly SpeechResult[]): SpeechPauses | undefined {
  const all = results.flatMap(({ pauses }) => pauses ?? []);
  if (all.length === 0) return undefined;
  const inner = all.map(({ longest_inner_ms }) => longest_inner_ms);
  for (const [index, { pauses }] of results.entries()) {
    const afterMs = results[index + 1]?.pauses?.lead_ms ?? 0;
    if (index + 1 < results.length) inner.push((pauses?.tail_ms ?? 0) + afterMs);
  }
  return {
    lead_ms: results[0]?.pauses?.lead_ms ?? 0,
    tail_ms: results.at(-1)?.pauses?.tail_ms ?? 0,
    longest_inner_ms: Math.max(...inner),
    total_ms: all.reduce((sum, { total_ms }) => sum + total_ms, 0),
  };
}
