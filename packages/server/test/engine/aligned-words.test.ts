import { createAudioPool, decode, encodeWav, type Pcm } from '@voiceloom/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, mono, silence } from '../../../audio/test/support/signals.ts';
import { findWordTimes } from '../../src/engine/speech-text/word-times.ts';
import { findMeasuredAudio } from '../../src/features/runs/index.ts';
import { createEspeakProvider } from '../../src/providers/speech/embedded/espeak.ts';
import { SpeechError, type SpeechProvider, type SpeechResult } from '../../src/providers/speech/index.ts';
import { shortPipeline } from '../support/definitions.ts';
import { type Engine, type Owner, startEngine } from '../support/engine.ts';

const espeak = createEspeakProvider({ processes: 1 });
const audio = createAudioPool({ threads: 1 });
const { signal } = new AbortController();
afterAll(() => Promise.all([espeak.close(), audio.close()]));

interface Line {
  locale_code: string;
  text: string;
}

const ENGLISH: Line = {
  locale_code: 'en-us',
  text: 'We walked along the river for hours, and then, without a word, she turned back.',
};
const OTHER_TEXT = 'Please bring me a silver key, two lanterns, and some pieces of bread from the mill.';
const LINES: Line[] = [
  ENGLISH,
  {
    locale_code: 'de-de',
    text: 'Jede Nacht stieg der Wärter die enge Treppe hinauf und zündete die Lampe an.',
  },
  { locale_code: 'es-es', text: 'Tráeme la llave de plata, la linterna y un trozo de pan seco.' },
  { locale_code: 'fr-fr', text: 'Elle a ri, secoué la tête et versé une autre tasse de café.' },
  { locale_code: 'it-it', text: 'Oltre le montagne si trova una valle che nessuna mappa ha mai mostrato.' },
];

/** A take of the embedded engine with another voice, speed and pitch, as if by a provider without word times. */
async function speakLikeOther(
  { locale_code, text }: Line,
  options: { variant: string; speed: number; pitch: number },
) {
  const voice = espeak.voices().find(({ locale_codes }) => locale_codes.includes(locale_code));
  const [plainVoice] = voice?.provider_voice_id.split('+') ?? [];
  const { variant, ...request } = options;
  const provider_voice_id = `${plainVoice}+${variant}`;
  const take = {
    model: 'espeak-ng',
    provider_voice_id,
    locale_code,
    text,
    idempotency_key: 'take',
    ...request,
  };
  return espeak.synthesize(take, signal);
}

/** The word times that the service finds for a take without words. */
function align(take: Pick<SpeechResult, 'audio'>, line: Line, speech: SpeechProvider[] = [espeak]) {
  const providers = new Map(speech.map((provider) => [provider.id, provider]));
  const app = { speech: providers, audio, log };
  return findWordTimes({ app, run: { id: 'run' }, signal }, { ...take, words: [] }, { ...line, speed: 1 });
}

const warnings: unknown[] = [];
const log = { warn: (entry: unknown) => void warnings.push(entry) } as unknown as Engine['app']['log'];

function quantile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}

describe('words of a take that has no times', () => {
  test('are found in five languages, with another voice, speed and pitch', async () => {
    const errors: number[] = [];
    for (const line of LINES) {
      for (const options of [
        { variant: 'f3', speed: 1.3, pitch: 4 },
        { variant: 'm7', speed: 0.8, pitch: -3 },
      ]) {
        const take = await speakLikeOther(line, options);
        const { words, word_times } = await align(take, line);
        expect([word_times, words.map(({ text }) => text)]).toEqual([
          'aligned',
          take.words.map(({ text }) => text),
        ]);
        for (const [index, { start_ms }] of words.entries())
          errors.push(Math.abs(start_ms - (take.words[index]?.start_ms ?? 0)));
      }
    }
    expect(quantile(errors, 0.5)).toBeLessThanOrEqual(25);
    expect(quantile(errors, 0.95)).toBeLessThanOrEqual(120);
  });

  test('are found around silence that the reference does not have', async () => {
    const take = await speakLikeOther(ENGLISH, { variant: 'f3', speed: 1.1, pitch: 2 });
    const { pcm } = await decode(take.audio);
    const cut = take.words.find(({ text }) => text === 'without')?.start_ms ?? 0;
    const at = Math.round((cut * pcm.sampleRate) / 1_000);
    const [samples = new Float32Array()] = pcm.channels;
    const longer = mono(
      join(samples.subarray(0, at), silence(2.5, pcm.sampleRate), samples.subarray(at)),
      pcm.sampleRate,
    );
    const { words, word_times } = await align({ audio: encodeWav(longer) }, ENGLISH);
    expect(word_times).toBe('aligned');
    for (const [index, { start_ms }] of words.entries()) {
      const spoken = take.words[index]?.start_ms ?? 0;
      const expected = spoken >= cut ? spoken + 2_500 : spoken;
      expect(Math.abs(start_ms - expected)).toBeLessThanOrEqual(100);
    }
  });

  test('stay inside a take whose end is cut off', async () => {
    const take = await speakLikeOther(ENGLISH, { variant: 'f3', speed: 1, pitch: 2 });
    const { pcm } = await decode(take.audio);
    const shorter: Pcm = {
      ...pcm,
      channels: pcm.channels.map((channel) => channel.subarray(0, Math.round(0.8 * channel.length))),
    };
    const { words } = await align({ audio: encodeWav(shorter) }, ENGLISH);
    const times = words.flatMap(({ start_ms, end_ms }) => [start_ms, end_ms]);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(Math.max(0, ...times)).toBeLessThanOrEqual(0.8 * take.duration_ms + 1);
  });

  test.each([
    ['the take has another text', { ...ENGLISH, text: OTHER_TEXT }, [espeak]],
    ['no engine speaks a reference', ENGLISH, [{ ...espeak, speakReference: undefined }]],
    ['no engine speaks the locale', { ...ENGLISH, locale_code: 'xx-xx' }, [espeak]],
    ['the text is too long for the engine', { ...ENGLISH, text: 'word '.repeat(2_100) }, [espeak]],
  ])('are estimated if %s', async (_, line, speech) => {
    const take = await speakLikeOther(ENGLISH, { variant: 'f3', speed: 1, pitch: 2 });
    expect(await align(take, line, speech as SpeechProvider[])).toEqual({
      words: [],
      word_times: 'estimated',
    });
    expect(warnings).toEqual([]);
  });

  test('are estimated if the engine fails, which is logged', async () => {
    const take = await speakLikeOther(ENGLISH, { variant: 'f3', speed: 1, pitch: 2 });
    const speakReference = () => Promise.reject(new SpeechError('transient', 'The engine failed.'));
    expect(await align(take, ENGLISH, [{ ...espeak, speakReference }])).toMatchObject({
      word_times: 'estimated',
    });
    expect(warnings.splice(0)).toHaveLength(1);
  });
});

describe('a run', () => {
  let engine: Engine;
  let owner: Owner;
  let hasWords = false;
  beforeAll(async () => {
    const provider: SpeechProvider = {
      ...espeak,
      async synthesize(request, abort) {
        const take = await espeak.synthesize(request, abort);
        return hasWords ? take : { ...take, words: [] };
      },
    };
    const providers = new Map([['espeak', provider]]);
    engine = await startEngine({ speech: { providers, requests: [], active: () => 0 } });
    owner = await engine.owner();
  });
  afterAll(() => engine.close());

  test.each([
    [false, 'aligned'],
    [true, 'engine'],
  ])(
    'stores the words of a take and its master with their origin (words of the engine: %s)',
    async (...row) => {
      const [withWords, word_times] = row;
      hasWords = withWords;
      const text = `${ENGLISH.text} ${word_times}`;
      await engine.until(await engine.start(owner, shortPipeline({ text })), ['completed']);
      const rows = await engine.app.db
        .selectFrom('audio')
        .innerJoin('run_line', 'run_line.run_id', 'audio.run_id')
        .select(['audio.kind', 'audio.facts'])
        .where('audio.workspace_id', '=', owner.workspace_id)
        .where('run_line.script', '=', text)
        .execute();
      expect(rows.map(({ kind }) => kind)).toContain('take');
      for (const { facts } of rows) {
        expect(facts.word_times).toBe(word_times);
        expect(facts.words?.map((word) => word.text).join(' ')).toContain('turned back');
      }
    },
  );

  test.each([
    [true, 'engine'],
    [false, 'estimated'],
  ])(
    'reads an older take without an origin by its words (it has some: %s)',
    async (hasOldWords, word_times) => {
      const { db } = engine.app;
      hasWords = true;
      const text = `An older take, with words: ${hasOldWords}.`;
      const run_id = await engine.start(owner, shortPipeline({ text }));
      await engine.until(run_id, ['completed']);
      const { id, facts } = await db
        .selectFrom('audio')
        .select(['id', 'facts'])
        .where('run_id', '=', run_id)
        .where('kind', '=', 'take')
        .executeTakeFirstOrThrow();
      const { word_times: _, words, ...olderFacts } = facts;
      const storedFacts = JSON.stringify({ ...olderFacts, words: hasOldWords ? words : [] });
      await db.updateTable('audio').set({ facts: storedFacts }).where('id', '=', id).execute();
      const takes = await findMeasuredAudio(db, owner.workspace_id, [id]);
      expect(takes.get(id)?.word_times).toBe(word_times);
    },
  );
});
