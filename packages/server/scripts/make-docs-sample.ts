import { writeFile } from 'node:fs/promises';
import { createAudioPool, decode, encodeWav, type Pcm } from '@voiceloom/audio';
import { MASTERING_PRESETS } from '@voiceloom/contract';
import { createEspeakProvider } from '../src/providers/speech/embedded/espeak.ts';
import type { ProviderVoice } from '../src/providers/speech/index.ts';

/** Writes `docs/sample.mp3`, the audio on the first page of the documents: one line of the demo in its five languages. */
const LINES = {
  'en-us': 'The sea does not wait for tired legs.',
  'de-de': 'Das Meer wartet nicht auf müde Beine.',
  'fr-fr': "La mer n'attend pas les jambes fatiguées.",
  'es-es': 'El mar no espera a las piernas cansadas.',
  'ja-jp': '海は疲れた足を待ってはくれないよ。',
};
const PAUSE_SECONDS = 0.4;

const provider = createEspeakProvider({ deterministic: true });
const audio = createAudioPool({ threads: 1 });
try {
  const spoken: Pcm[] = [];
  for (const [locale, text] of Object.entries(LINES)) spoken.push(await speak(locale, text));
  const settings = { ...MASTERING_PRESETS.podcast.settings, sample_rate: 22_050, bitrate_kbps: 32 };
  const { bytes } = await audio.master(encodeWav(joined(spoken)), settings);
  await writeFile(new URL('../../../docs/sample.mp3', import.meta.url), bytes);
} finally {
  await Promise.all([provider.close(), audio.close()]);
}

async function speak(locale: string, text: string): Promise<Pcm> {
  const isFit = ({ locale_codes, gender }: ProviderVoice) =>
    locale_codes[0] === locale && gender === 'female';
  const voice = provider.voices().find(isFit);
  if (voice === undefined) throw new Error(`There is no female voice for ${locale}.`);
  const request = {
    model: 'espeak-ng',
    provider_voice_id: voice.provider_voice_id,
    locale_code: locale,
    text,
  };
  const line = { ...request, speed: 1, pitch: 0, idempotency_key: locale };
  const take = await provider.synthesize(line, AbortSignal.timeout(30_000));
  return (await decode(take.audio)).pcm;
}

/** One after the other, with a pause between them. */
function joined(parts: readonly Pcm[]): Pcm {
  const sampleRate = parts[0]?.sampleRate ?? 0;
  const pause = new Float32Array(Math.round(PAUSE_SECONDS * sampleRate));
  const pieces = parts.flatMap(({ channels: [samples] }) => [samples ?? pause, pause]).slice(0, -1);
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return { channels: [all], sampleRate };
}
