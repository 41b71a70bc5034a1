import type { SynthesisRequest } from '@voiceloom/speech-espeak/protocol';
import { languageOf, phonemeParts, phonemeTag } from '@voiceloom/text';
import { SpeechEngineError } from '../../engine-processes/engine-pool.ts';
import { plainText } from '../markup.ts';
import { SpeechError, type SpeechModel, type SpeechProvider, type SpeechResult } from '../provider.ts';
import { createSpeechPool, type SpeechPoolOptions } from './pool.ts';
import { ESPEAK_VOICES } from './voices.ts';

/** Errors of the line itself. Others are errors of the engine or of its process, which may be temporary. */
const INVALID_INPUT = ['VOICE_NOT_FOUND', 'UNSPEAKABLE', 'TEXT_TOO_LONG', 'INVALID_REQUEST'];

/** The maximum length of a line, in code points: about eleven minutes of speech. The engine also checks it. */
const MAX_TEXT_CHARACTERS = 10_000;

/** The embedded engine, which needs no key and no network. Its processes start with the first line. */
export function createEspeakProvider(options: SpeechPoolOptions = {}): SpeechProvider {
  const pool = createSpeechPool(options);
  const voices = ESPEAK_VOICES.map(({ locale_code, other_locale_codes, ...voice }) => ({
    ...voice,
    locale_codes: [locale_code, ...other_locale_codes],
  }));
  const model: SpeechModel = {
    id: 'espeak-ng',
    display_name: 'eSpeak NG',
    credits_per_1000_characters: 10,
    max_characters: MAX_TEXT_CHARACTERS,
    locales: [...new Set(voices.flatMap(({ locale_codes }) => locale_codes))],
    quality: 1,
    is_default: true,
  };

  async function speak(request: Omit<SynthesisRequest, 'parts'>, signal: AbortSignal): Promise<SpeechResult> {
    try {
      const droppedSettings = new Set<string>();
      const drop = (setting: string): void => void droppedSettings.add(setting);
      // Keeps only phoneme tags of all markup.
      const parts = phonemeParts(plainText(request.text, { drop }, { phoneme: phonemeTag }));
      const text = parts.map((part) => part.text).join('');
      const {
        wav,
        phonemes: _,
        unknown_ipa,
        ...line
      } = await pool.synthesize({ ...request, text, parts }, signal);
      for (const sign of unknown_ipa) drop(`ipa.${sign}`);
      return { ...line, audio: wav, format: 'wav', request_id: null, dropped: [...droppedSettings] };
    } catch (error) {
      throw toSpeechError(error);
    }
  }

  return {
    id: 'espeak',
    models: [model],
    voices: () => voices,
    timesWords: () => true,
    has_own_deadline: true,
    async speakReference({ locale_code, text, speed }, signal) {
      const voice =
        voices.find(({ locale_codes }) => locale_codes.includes(locale_code)) ??
        voices.find(({ locale_codes }) =>
          locale_codes.some((code) => languageOf(code) === languageOf(locale_code)),
        );
      if (!voice) return undefined;
      // Without the variant: the plainest voice of the language.
      const [plainVoice = ''] = voice.provider_voice_id.split('+', 1);
      const { audio, words } = await speak({ text, voice: plainVoice, speed, pitch: 0, locale_code }, signal);
      return { audio, words };
    },
    phonemes: (texts, locale_code, signal) =>
      pool.phonemes({ texts, locale_code }, signal).catch((error: unknown) => {
        throw toSpeechError(error);
      }),
    async synthesize(request, signal) {
      if (request.model !== model.id)
        throw new SpeechError('unsupported', `The embedded engine has no model "${request.model}".`);
      const { provider_voice_id: voice, text, speed, pitch, locale_code } = request;
      return speak({ voice, text, speed, pitch, locale_code }, signal);
    },
    close: () => pool.close(),
  };
}

/** Converts an error of the engine to an error that all providers use. */
function toSpeechError(error: unknown): unknown {
  if (!(error instanceof SpeechEngineError)) return error;
  const kind = INVALID_INPUT.includes(error.code) ? 'invalid_input' : 'transient';
  return new SpeechError(kind, error.message, { cause: error });
}
