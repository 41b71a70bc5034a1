import { readFileSync } from 'node:fs';
import { transcriptText } from '@voiceloom/text';
import { afterAll, describe, expect, test } from 'vitest';
import { withKey } from '../../src/providers/http-provider.ts';
import { closeProviders } from '../../src/providers/registry.ts';
import { renderCall } from '../../src/providers/speech/adapter.ts';
import { ADAPTERS, createSpeechProviders, type SpeechProvider } from '../../src/providers/speech/index.ts';

interface TaggedLine {
  style: string;
  text: string;
  clean: string;
}
const file = new URL('../../../text/test/markup/corpus.json', import.meta.url);
const corpus: TaggedLine[] = JSON.parse(readFileSync(file, 'utf8'));

const NOT_TEXT = ['voice', 'model', 'model_id', 'modelId', 'voiceId', 'speaker', 'reference_id'];
/** Models that follow audio tags in square brackets. */
const TAGGED = [
  'eleven_v3',
  's2.1-pro',
  's2-pro',
  'sonic-3',
  'inworld-tts-1.5-max',
  'inworld-tts-1.5-mini',
  'inworld-tts-2',
];
/** Audio tags that providers document and do not speak. */
const DOCUMENTED = /\((?:laughs|sighs|whispering|laughing|sighing)\)/g;

/** The text of a request that a provider would speak. */
function spokenIn(body: string, model: string): string {
  if (body.startsWith('<speak')) return ssmlWords(body);
  if (!body.startsWith('{')) return new URLSearchParams(body).get('text') ?? '';
  const json = JSON.parse(body);
  const { text, transcript, input, Text } = json;
  const spoken =
    Text ?? transcript ?? text ?? (typeof input === 'string' ? input : (input?.ssml ?? input?.text));
  expect(
    spoken,
    Object.keys(json)
      .filter((key) => !NOT_TEXT.includes(key))
      .join(),
  ).toBeTypeOf('string');
  return json.TextType === 'ssml' || input?.ssml
    ? ssmlWords(spoken)
    : spoken.replace(DOCUMENTED, ' ').replace(TAGGED.includes(model) ? /\[[a-z_ ]+\]/g : /(?!)/, ' ');
}

/** The text of a well-formed document. Unclosed elements fail. */
function ssmlWords(document: string): string {
  const open: string[] = [];
  for (const [, slash, name, end] of document.matchAll(/<(\/?)([\w:-]+)[^<>]*?(\/?)>/g)) {
    if (slash) expect(open.pop(), document).toBe(name);
    else if (!end && name) open.push(name);
  }
  expect(open, document).toEqual([]);
  return document
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

const models = ADAPTERS.flatMap((adapter) =>
  adapter.models.map((model_details) => ({ adapter, model_details })),
);

describe.each(
  models.map(({ adapter, model_details }) => ({
    name: `${adapter.id} ${model_details.id}`,
    adapter,
    model_details,
  })),
)('$name', ({ adapter, model_details }) => {
  test('gets no markup characters', () => {
    const credentials = { api_key: 'key', region: 'eu-west-1' };
    for (const { text } of corpus) {
      const { call } = renderCall(adapter, {
        provider_voice_id: 'voice-1',
        locale_code: 'en-us',
        text,
        speed: 1,
        pitch: 0,
        idempotency_key: 'take-1',
        credentials,
        model: model_details.id,
        model_details,
      });
      const spoken = spokenIn(String(withKey(adapter, call, credentials).body), model_details.id);
      expect(spoken, text).not.toMatch(/[<>{}[\]\\%]|&\w+;/);
      expect(spoken, text).toMatch(/\p{L}/u);
    }
  });
});

describe('the embedded engine', () => {
  const providers = createSpeechProviders({ espeak: { processes: 1, deterministic: true } });
  const espeak = providers.get('espeak') as SpeechProvider;
  afterAll(() => closeProviders(providers));

  test('speaks a tagged line as long as the clean one', async () => {
    const sample = corpus.filter((_, index) => index % 25 === 0);
    expect(sample).toHaveLength(20);
    const speak = async (text: string) => {
      const provider_voice_id =
        espeak.voices().find((voice) => voice.locale_codes.includes('en-us'))?.provider_voice_id ?? '';
      const request = {
        model: 'espeak-ng',
        provider_voice_id,
        locale_code: 'en-us',
        text,
        speed: 1,
        pitch: 0,
      };
      return espeak.synthesize({ ...request, idempotency_key: 'take-1' }, new AbortController().signal);
    };
    for (const { text, clean } of sample) {
      const [tagged, plain] = [await speak(text), await speak(clean)];
      // A break replaces the pause that the voice makes at a comma.
      const tolerance = tagged.pauses ? 0.2 : 0.05;
      const spoken_ms = tagged.duration_ms - (tagged.pauses?.total_ms ?? 0);
      expect(Math.abs(spoken_ms / plain.duration_ms - 1), text).toBeLessThan(tolerance);
      expect(tagged.spoken_text, text).toBe(plain.spoken_text);
      expect(transcriptText(text, { locale: 'en-us' })).toBe(clean);
    }
  });
});
