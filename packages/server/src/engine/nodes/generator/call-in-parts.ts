import type { SpeechRequest, SpeechResult } from '../../../providers/speech/index.ts';
import { joinTakes, monoOf } from '../../../providers/speech/wav.ts';
import { callSpeech, type SpeechCall, type SpeechCallResult } from './call-speech.ts';
import type { Speaker } from './speaker.ts';

interface PartsCall extends SpeechCall {
  /** The text in parts, if it is to be spoken in parts. */
  parts: readonly string[] | undefined;
}

/** Synthesizes a text in one call, or in parts that become one take. */
export async function callInParts(
  speaker: Speaker,
  request: SpeechRequest,
  { parts, ...call }: PartsCall,
): Promise<SpeechCallResult> {
  if (!parts) return callSpeech(speaker, request, call);
  const results: SpeechResult[] = [];
  const answers: SpeechCallResult['answers'] = {};
  const shared = { ...call, budget: { spent_ms: 0 }, text_length: request.text.length };
  for (const [index, text] of parts.entries()) {
    const idempotency_key = `${request.idempotency_key}/${index}`;
    const called = await callSpeech(speaker, { ...request, text, idempotency_key }, shared);
    for (const [kind, count = 0] of Object.entries(called.answers))
      answers[kind] = (answers[kind] ?? 0) + count;
    if ('error' in called) return { error: called.error, answers };
    results.push(called.result);
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
