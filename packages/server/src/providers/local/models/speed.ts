import { ProviderError } from '../../provider-error.ts';
import type { LocalEngine } from '../local-engine.ts';
import type { ModelDescription } from './description.ts';
import { ModelError } from './model-error.ts';

/** A sentence in the script of a language, which every model of the language can speak. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'Hello there. This is how long a short story takes on this machine.',
  zh: '你好。这是一个很短的故事。',
  ja: 'こんにちは。これは短い話です。',
  ko: '안녕하세요. 이것은 짧은 이야기입니다.',
  ru: 'Здравствуйте. Это совсем короткий рассказ.',
  ar: 'مرحبا. هذه قصة قصيرة.',
  hi: 'नमस्ते। यह एक छोटी कहानी है।',
};
const HEARD_SECONDS = 5;
const HEARING_RATE = 16_000;

/** Loads a model, lets it work once, and measures the seconds of audio for each second of work. */
export async function measureSpeed(
  engine: LocalEngine,
  folder: string,
  model: ModelDescription,
  signal: AbortSignal,
): Promise<number> {
  try {
    if (model.kind === 'recognition') {
      const files = { folder, family: model.family };
      const request = {
        model: files,
        samples: new Int16Array(HEARD_SECONDS * HEARING_RATE),
        sample_rate: HEARING_RATE,
        locale_code: model.languages[0] ?? null,
      };
      // The first request loads the model.
      await engine.recognize(request, signal);
      const startedAt = performance.now();
      await engine.recognize(request, signal);
      return HEARD_SECONDS / ((performance.now() - startedAt) / 1_000);
    }
    const locale_code = model.languages[0] ?? 'en-us';
    const text = SENTENCES[locale_code.split('-', 1)[0] ?? ''] ?? SENTENCES.en ?? '';
    const speaker = model.speakers[0]?.id ?? 0;
    const request = { model: { folder, family: model.family }, text, speaker, speed: 1, locale_code };
    await engine.synthesize(request, signal);
    const startedAt = performance.now();
    const { samples, sample_rate } = await engine.synthesize(request, signal);
    return samples.length / sample_rate / ((performance.now() - startedAt) / 1_000);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new ModelError(
      `The library cannot use the model: ${error.message} Are the family and the files those of one model?`,
      { cause: error },
    );
  }
}
