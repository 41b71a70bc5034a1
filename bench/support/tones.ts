import { scriptedSpeech } from '../../packages/server/test/support/fake-speech.ts';

/** The edges of a tone are silent, so a shorter tone would be silence. */
const LEAST_MS = 300;

/** Returns tones as WAV instead of speech. They pass the checks. There is one cached tone for each length of text. */
export function createTones(msPerCharacter: number): (input: string) => Promise<Uint8Array> {
  const durationMs = (request: { text: string }): number =>
    Math.max(LEAST_MS, request.text.length * msPerCharacter);
  const tone = scriptedSpeech({ durationMs }).providers.get('espeak');
  const known = new Map<number, Uint8Array>();
  return async (input) => {
    const earlier = known.get(input.length);
    if (earlier || !tone) return earlier ?? new Uint8Array();
    const voice = { model: 'espeak-ng', provider_voice_id: '', locale_code: 'en-us', speed: 1, pitch: 0 };
    const request = { ...voice, text: input, idempotency_key: '' };
    const { audio } = await tone.synthesize(request, AbortSignal.timeout(10_000));
    known.set(input.length, audio);
    return audio;
  };
}
