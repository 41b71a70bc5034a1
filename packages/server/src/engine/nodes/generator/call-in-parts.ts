import type { SpeechRequest, SpeechResult } from '../../../providers/speech/index.ts';
import { joinTakes, monoOf } from '../../../providers/speech/wav.ts';
import { type Asked, type AskingFor, askProvider } from './call-speech.ts';
import type { Speaker } from './speaker.ts';

interface AskingParts extends AskingFor {
  /** The text in pieces, where it is to be spoken so. */
  parts: readonly string[] | undefined;
}

/** Synthesizes a text at once, or piece by piece into one take. */
export async function askInParts(
  speaker: Speaker,
  request: SpeechRequest,
  { parts, ...asking }: AskingParts,
): Promise<Asked> {
  if (!parts) return askProvider(speaker, request, asking);
  const results: SpeechResult[] = [];
  const answers: Asked['answers'] = {};
  const shared = { ...asking, budget: { spent_ms: 0 }, text_length: request.text.length };
  for (const [index, text] of parts.entries()) {
    const idempotency_key = `${request.idempotency_key}/${index}`;
    const asked = await askProvider(speaker, { ...request, text, idempotency_key }, shared);
    for (const [kind, count = 0] of Object.entries(asked.answers))
      answers[kind] = (answers[kind] ?? 0) + count;
    if ('error' in asked) return { error: asked.error, answers };
    results.push(asked.result);
  }
  return { result: joined(results), answers };
}

function joined(results: readonly SpeechResult[]): SpeechResult {
  const takes = results.map(({ audio, duration_ms, words }) => ({ ...monoOf(audio), duration_ms, words }));
  const [first] = results;
  const said = results.map(({ spoken_text }) => spoken_text);
  const syllables = results.map((result) => result.syllables);
  const billed = results.flatMap((result) => result.billed ?? []);
  const [unit] = billed;
  return {
    ...joinTakes(takes),
    format: 'wav',
    spoken_text: said.includes(null) ? null : said.join(' '),
    syllables: syllables.includes(null)
      ? null
      : syllables.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    request_id: first?.request_id ?? null,
    dropped: [...new Set(results.flatMap((result) => result.dropped))],
    ...(unit && { billed: { unit: unit.unit, amount: billed.reduce((sum, { amount }) => sum + amount, 0) } }),
  };
}
