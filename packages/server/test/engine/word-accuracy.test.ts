import { Readable } from 'node:stream';
import { phonemeTag, wordKey } from '@voiceloom/text';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoredVerdict } from '../../src/db/rows.ts';
import { loadRunHead } from '../../src/engine/chunks/load.ts';
import { digestParts } from '../../src/engine/digest.ts';
import { cancelRun } from '../../src/engine/index.ts';
import type { RunLine } from '../../src/engine/model.ts';
import { openTranscripts } from '../../src/engine/nodes/validators/transcripts.ts';
import { insertTranscript } from '../../src/engine/sources/transcripts.ts';
import { newId } from '../../src/ids.ts';
import { createEspeakProvider } from '../../src/providers/speech/embedded/espeak.ts';
import type { SpeechProvider, SpeechRequest } from '../../src/providers/speech/index.ts';
import { definitionOf, type GraphNode, node } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, type Owner, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { giveKey } from '../support/own-keys.ts';
import { putUpload, recorded } from '../support/put-recording.ts';
import { elevenlabsEmulator as emulator } from '../support/transcription-emulators/elevenlabs.ts';
import { type ListeningServer, startListeningEmulator } from '../support/transcription-emulators/server.ts';

/** The transcripts of the takes of a text, in order. The last one repeats. */
type Hearing = Record<string, string[]>;

const STEP_MS = 20;

/** A voice whose takes differ in length, with the phonemes of the real engine. */
function tellingVoice(sounds: SpeechProvider) {
  const takes: SpeechRequest[] = [];
  const speech = scriptedSpeech({
    durationMs: (request) => {
      takes.push(request);
      return 400 + STEP_MS * takes.length;
    },
  });
  const espeak = speech.providers.get('espeak');
  if (!espeak || !sounds.phonemes) throw new Error('no voice');
  const providers = new Map([['espeak', { ...espeak, phonemes: sounds.phonemes }]]);
  const takeOf = (audio: Buffer): number => {
    const ms = (audio.length - 44) / 32;
    return Math.round((ms - 400) / STEP_MS) - 1;
  };
  return {
    speech: { ...speech, providers },
    hear: (hearing: Hearing) => (audio: Buffer) => {
      const index = takeOf(audio);
      const text = takes[index]?.text ?? '';
      const before = takes.slice(0, index).filter((take) => take.text === text).length;
      const heard = hearing[text];
      return heard?.[before] ?? heard?.at(-1) ?? text;
    },
    restart: () => takes.splice(0),
  };
}

describe('takes are checked by their transcript', () => {
  let sounds: SpeechProvider;
  let voice: ReturnType<typeof tellingVoice>;
  let server: ListeningServer;
  let engine: Engine;
  let owner: Owner;
  beforeAll(async () => {
    sounds = createEspeakProvider({ processes: 1 });
    voice = tellingVoice(sounds);
    server = await startListeningEmulator(emulator);
    engine = await startEngine({
      speech: voice.speech,
      config: {
        ...{ provider_urls: { elevenlabs: server.url }, provider_allowed_hosts: [server.host] },
        provider_timeout_ms: 0,
      },
    });
  });
  beforeEach(async () => {
    owner = await engine.owner();
    server.decide(undefined);
    server.requests.length = 0;
    voice.restart();
  });
  afterAll(async () => {
    await engine.close();
    await server.close();
    await sounds.close();
  });

  const giveEars = () =>
    giveKey(engine.app, owner, { provider: 'elevenlabs', credentials: emulator.credentials });

  /** script -> speech -> check (failed lines go back) -> delivery */
  function checked(text: string, check: GraphNode, locale = 'en-us') {
    const source = node('source_script', { text, source_language: locale });
    const generator = node('operator_generator');
    const sink = node('sink_preview');
    return definitionOf(
      [source, generator, check, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', check],
        [check, 'pass', sink],
        [check, 'fail', generator],
      ],
    );
  }

  async function ended(definition: ReturnType<typeof checked>) {
    const id = await engine.start(owner, definition);
    const run = await engine.until(id, ['completed', 'failed']);
    expect([run.status, run.error, await auditRun(engine.app, id)]).toEqual(['completed', null, []]);
    return run;
  }

  interface Judged {
    script: string;
    iteration: number;
    port: string;
    output_id: string | null;
    audio_id: string | null;
    input_id: string;
    verdict: StoredVerdict;
  }

  /** The verdicts of a node for every line, take by take. */
  async function judged(runId: string, check: GraphNode): Promise<Judged[]> {
    const rows = await engine.app.db
      .selectFrom('attempt')
      .innerJoin('run_line', (join) =>
        join.onRef('run_line.run_id', '=', 'attempt.run_id').onRef('run_line.no', '=', 'attempt.line_no'),
      )
      .select(['run_line.script', 'run_line.audio_id'])
      .select([
        'attempt.iteration',
        'attempt.port',
        'attempt.output_id',
        'attempt.input_id',
        'attempt.verdict',
      ])
      .where('attempt.run_id', '=', runId)
      .where('attempt.node_id', '=', check.id)
      .orderBy('run_line.no')
      .orderBy('attempt.iteration')
      .execute();
    return rows.flatMap(({ verdict, ...row }) => (verdict ? [{ ...row, verdict }] : []));
  }

  const FERRY = 'The ferry leaves the harbor at noon today.';
  const NIGHT = 'Nobody waits for the last passenger tonight.';

  test('a take with wrong words is spoken again, and the first correct one is delivered', async () => {
    await giveEars();
    const check = node('validator_error_rate', { threshold: 85 });
    server.hear(voice.hear({ [FERRY]: ['the story leaves a harbor at moon today', FERRY] }));
    const run = await ended(checked(`${FERRY}\n${NIGHT}`, check));
    const [first, second, other] = await judged(run.id, check);
    expect(first).toMatchObject({ script: FERRY, iteration: 0, port: 'fail' });
    expect(first?.verdict).toMatchObject({
      kind: 'error_rate',
      score: 62.5,
      status: 'fail',
      threshold: 85,
      reason: '“story” was heard for “ferry”. “a” was heard for “the”. “moon” was heard for “noon”.',
    });
    expect(first?.verdict.evidence).toMatchObject({
      ...{ wer: 3 / 8, provider: 'elevenlabs', model: 'scribe_v2', requested_language: 'en-us' },
      transcript: 'the story leaves a harbor at moon today',
      phonetic_score: 62.5,
    });
    expect(first?.verdict.evidence.diff).toContainEqual({
      ...{ op: 'substitute', script: 'ferry', transcript: 'story', start_ms: 500, end_ms: 900 },
    });
    expect(first?.verdict.evidence.findings).toContainEqual(
      expect.objectContaining({
        metric: 'wrong_words',
        value: 1,
        start_ms: 500,
        end_ms: 900,
        passed: false,
      }),
    );
    expect(second).toMatchObject({ script: FERRY, iteration: 1, port: 'pass' });
    expect(second?.verdict).toMatchObject({ score: 100, status: 'pass', reason: null });
    expect(second?.audio_id).toBe(second?.input_id);
    expect(other).toMatchObject({ script: NIGHT, iteration: 0, port: 'pass' });
    // Transcription costs no credits: two lines and one more take.
    expect(run).toMatchObject({ lines_delivered: 2, credits: 3 });
  });

  test('if all takes are wrong, the best one is delivered', async () => {
    await giveEars();
    const check = node('validator_error_rate', { max_retry: 2 });
    const takes = ['nothing of that at all here now ok', 'the ferry leaves the harbor at moon', 'what'];
    server.hear(voice.hear({ [FERRY]: takes }));
    const run = await ended(checked(FERRY, check));
    const verdicts = await judged(run.id, check);
    expect(verdicts.map(({ port, verdict }) => [port, verdict.status])).toEqual([
      ['fail', 'fail'],
      ['fail', 'fail'],
      ['pass', 'exhausted'],
    ]);
    expect(verdicts[2]?.audio_id).toBe(verdicts[1]?.input_id);
  });

  test('words that sound the same are no errors unless configured', async () => {
    await giveEars();
    const script = 'Their knights cannot see the grey sea.';
    server.hear(voice.hear({ [script]: ['There nights can not see the gray see.'] }));
    const phonetic = node('validator_error_rate', { max_retry: 0 });
    const [heard] = await judged((await ended(checked(script, phonetic))).id, phonetic);
    expect(heard?.verdict).toMatchObject({ score: 100, status: 'pass' });
    expect(heard?.verdict.evidence.wer).toBeCloseTo(6 / 7, 10);
    const strict = node('validator_error_rate', { max_retry: 0, phonetic: false });
    const [spelled] = await judged((await ended(checked(script, strict))).id, strict);
    expect(spelled?.verdict).toMatchObject({ score: expect.closeTo(14.3, 5) });
  });

  test('scripts of one or two words must be fully correct, and words that sound alike are correct', async () => {
    await giveEars();
    const check = node('validator_error_rate', { max_retry: 0, threshold: 40 });
    server.hear(voice.hear({ 'Good night.': ['good light'], 'Okay.': ['OK'] }));
    const run = await ended(checked('Good night.\nOkay.', check));
    expect((await judged(run.id, check)).map(({ verdict }) => verdict.score)).toEqual([0, 100]);
  });

  test('cut-off ends, dropped and repeated words are found with their positions', async () => {
    await giveEars();
    const check = node('validator_error_rate', { threshold: 0 });
    server.hear(
      voice.hear({
        [FERRY]: ['The ferry leaves the harbor'],
        [NIGHT]: ['Nobody waits for Nobody waits for the passenger tonight.'],
      }),
    );
    const run = await ended(checked(`${FERRY}\n${NIGHT}`, check));
    const faults = (await judged(run.id, check)).map(({ verdict }) =>
      (verdict.evidence.findings as { metric: string; value: number; start_ms: number | null }[])
        .slice(1)
        .map(({ metric, value, start_ms }) => [metric, value, start_ms]),
    );
    expect(faults).toEqual([
      [['missing_end', 3, 2_400]],
      [
        ['missing_words', 1, 3_400],
        ['repeated_words', 3, 1_500],
      ],
    ]);
  });

  test('Japanese is counted by characters, and kana for kanji are the same sounds', async () => {
    await giveEars();
    const check = node('validator_error_rate', { max_retry: 0 });
    const script = '明日は雨です。';
    server.hear(voice.hear({ [script]: ['あしたは雨です'] }));
    const [heard] = await judged((await ended(checked(script, check, 'ja-jp'))).id, check);
    expect(heard?.verdict).toMatchObject({ score: 100, status: 'pass' });
    expect(heard?.verdict.evidence.cer).toBeGreaterThan(0.3);
    expect(heard?.verdict.evidence.wer).toBeUndefined();
    expect(server.requests.map(emulator.languageOf)).toEqual(['ja']);
  });

  test('the provider can be configured to detect the language', async () => {
    await giveEars();
    const check = node('validator_error_rate', { language: 'detect' });
    server.hear(voice.hear({}));
    const [heard] = await judged((await ended(checked(FERRY, check))).id, check);
    expect(server.requests.map(emulator.languageOf)).toEqual([undefined]);
    expect(heard?.verdict.evidence).toMatchObject({ requested_language: null, detected_language: 'en' });
  });

  test('a slip into another language is reported', async () => {
    await giveEars();
    const check = node('validator_error_rate', { language: 'detect', max_retry: 0 });
    const script = 'Die Fähre legt mittags ab.';
    server.hear(voice.hear({ [script]: ['The ferry leaves at noon.'] }));
    const [heard] = await judged((await ended(checked(script, check, 'de-de'))).id, check);
    expect(heard?.verdict.reason).toMatch(/^The transcript is in English\./);
  });

  test('canceling a run aborts the request to the provider', async () => {
    await giveEars();
    server.decide(() => ({ act: 'hang' }));
    const definition = checked(FERRY, node('validator_error_rate'));
    const run_id = await engine.start(owner, definition);
    await eventually(() => server.hanging() === 1);
    await cancelRun(engine.app, { workspace_id: owner.workspace_id, run_id });
    await eventually(() => server.hanging() === 0);
    await engine.until(run_id, ['cancelled']);
  });

  describe('a line passes unscored with', () => {
    const unscored = async (text = FERRY, check = node('validator_error_rate')) => {
      const run = await ended(checked(text, check));
      const verdicts = await judged(run.id, check);
      expect(run.lines_delivered).toBe(verdicts.length);
      for (const { port, verdict } of verdicts)
        expect([port, verdict.status, verdict.score]).toEqual(['pass', 'unscored', null]);
      return verdicts.map(({ verdict }) => verdict.reason);
    };

    test('a workspace without a key', async () => {
      const reason = 'The workspace has no usable key for a provider that transcribes.';
      const remedy =
        'Or install a recognizer on the server: "npm run models -- add sherpa-onnx-whisper-base".';
      expect(await unscored()).toEqual([`${reason} ${remedy}`]);
      expect(server.requests).toEqual([]);
    });

    test('a missing model', async () => {
      await giveEars();
      const check = node('validator_error_rate', { provider: 'elevenlabs', model: 'scribe_v0' });
      expect(await unscored(FERRY, check)).toEqual(['elevenlabs has no model "scribe_v0".']);
    });

    test('a provider that fails every request', async () => {
      await giveEars();
      server.decide(() => ({ act: 'respond', response: { status: 500 } }));
      const [reason] = await unscored();
      expect(reason).toMatch(/^elevenlabs returned no transcript\. It returned status 500/);
    });

    test('a rejected key, which is not tried again for every line', async () => {
      await giveEars();
      server.decide(() => ({ act: 'respond', response: { status: 401 } }));
      const check = node('validator_error_rate', { concurrency: 1 });
      const source = node('source_script', {
        text: `${FERRY}\n${NIGHT}\n${FERRY} Again.`,
        source_language: 'en-us',
      });
      const [generator, sink] = [node('operator_generator'), node('sink_preview')];
      const definition = definitionOf(
        [source, generator, check, sink],
        [
          [source, 'lines', generator],
          [generator, 'audio', check],
          [check, 'pass', sink],
        ],
      );
      const run = await ended(definition);
      const verdicts = await judged(run.id, check);
      const chunks = await engine.app.db
        .selectFrom('run_chunk')
        .select('id')
        .where('run_id', '=', run.id)
        .where('node_id', '=', check.id)
        .execute();
      expect(verdicts.map(({ verdict }) => verdict.status)).toEqual(['unscored', 'unscored', 'unscored']);
      // The first chunk detects this. Two requests check the key, which is then invalid for all later chunks.
      expect(server.requests.filter(emulator.isListening).length).toBeLessThanOrEqual(chunks.length);
      expect(server.requests.length).toBeGreaterThan(1);
      const later = await ended(checked(NIGHT, node('validator_error_rate', { provider: 'elevenlabs' })));
      expect(later.lines_delivered).toBe(1);
      const [key] = await engine.app.db
        .selectFrom('provider_key')
        .select('status')
        .where('workspace_id', '=', owner.workspace_id)
        .execute();
      expect(key?.status).toBe('invalid');
    });

    test('a provider whose response the database cannot store', async () => {
      await giveEars();
      server.hear(() => 'The\u0000 ferry \ud800');
      const run = await ended(checked(FERRY, node('validator_error_rate', { max_retry: 0 })));
      expect(run.lines_delivered).toBe(1);
    });

    test('an empty transcript of a script in any writing system', async () => {
      await giveEars();
      server.hear(() => '');
      // A character of two UTF-16 code units, at every position where a quote can be cut.
      const text = ['', '中', '中，中，'].map((start) => start + '𠮷'.repeat(60)).join('\n');
      const run = await ended(checked(text, node('validator_error_rate', { max_retry: 0 }), 'zh-cn'));
      expect(run.lines_delivered).toBe(3);
    });

    test('storage whose connection breaks while a take is read', async () => {
      await giveEars();
      server.hear(voice.hear({}));
      const cut = async function* () {
        yield Buffer.from('RIFF');
        throw new Error('read ECONNRESET');
      };
      const read = vi.spyOn(engine.app.storage, 'get');
      const head = { content_type: 'audio/wav', etag: 'cut', modified_at: new Date(), size_bytes: 44 };
      read.mockImplementationOnce(() => Promise.resolve({ ...head, stream: Readable.from(cut()) }));
      const check = node('validator_error_rate');
      const [heard] = await judged((await ended(checked(FERRY, check))).id, check);
      expect(heard?.verdict).toMatchObject({ score: 100, status: 'pass' });
      read.mockRestore();
    });

    test('a script without words, without a request', async () => {
      await giveEars();
      const check = node('validator_error_rate');
      const run = await ended(checked('♪ ♪ …', check));
      expect([run.lines_skipped, await judged(run.id, check)]).toEqual([1, []]);
      expect(server.requests).toEqual([]);
    });
  });

  describe('a take is transcribed once', () => {
    /** A take, and an opened check for it. */
    async function listening() {
      server.hear(voice.hear({}));
      const run = await ended(checked(FERRY, node('validator_noise', { threshold: 0 })));
      const audio = await engine.app.db
        .selectFrom('audio')
        .selectAll()
        .where('workspace_id', '=', owner.workspace_id)
        .executeTakeFirstOrThrow();
      const head = await loadRunHead(engine.app.db, run.id);
      const [place] = head.plan.nodes.values();
      if (!place) throw new Error('no node');
      const left = new AbortController();
      const { signal } = left;
      const works = [{ line: {} as RunLine, input_id: audio.id, input: audio }];
      const app = engine.app;
      const context = { app, run: head, node: place, chunk_id: '', iteration: 0, works, signal };
      const open = () => openTranscripts(context, { provider: null, model: null, language: 'line' });
      return { audio, left, open, transcribe: await open() };
    }

    test('for all checks that run in parallel, and for later runs', async () => {
      await giveEars();
      await addEntry({ word: 'ferry', pronunciation: 'ferry' });
      server.hear(voice.hear({}));
      const source = node('source_script', { text: FERRY, source_language: 'en-us' });
      const [generator, sink] = [node('operator_generator'), node('sink_preview')];
      const [words, names] = [node('validator_error_rate'), node('validator_pronunciation')];
      const definition = definitionOf(
        [source, generator, words, names, sink],
        [
          [source, 'lines', generator],
          [generator, 'audio', words],
          [generator, 'audio', names],
          [words, 'pass', sink],
          [names, 'pass', sink],
        ],
      );
      const run = await ended(definition);
      const both = [...(await judged(run.id, words)), ...(await judged(run.id, names))];
      expect(both.map(({ verdict }) => [verdict.kind, verdict.score])).toEqual([
        ['error_rate', 100],
        ['pronunciation', 100],
      ]);
      expect(server.requests).toHaveLength(1);
      expect(await ended(definition)).toMatchObject({ credits: 0, lines_delivered: 1 });
      expect(server.requests).toHaveLength(1);
      const [kept] = await engine.app.db
        .selectFrom('transcript')
        .select(['text', 'billed', 'request_id'])
        .where('workspace_id', '=', owner.workspace_id)
        .execute();
      expect(kept).toMatchObject({ text: FERRY, billed: { unit: 'seconds' }, request_id: 'tr_1' });
    });

    test('also by a check that looked for it before another one had it', async () => {
      await giveEars();
      const { audio, transcribe: early, open } = await listening();
      const other = await open();
      const first = await other(audio, 'en-us');
      expect(first).toMatchObject({ transcript: { text: FERRY } });
      expect(await early(audio, 'en-us')).toEqual(first);
      expect(server.requests).toHaveLength(1);
    });

    test('also if another process is transcribing it', async () => {
      await giveEars();
      const { audio, transcribe } = await listening();
      const { workspace_id } = owner;
      const of = { audio_id: audio.id, provider: 'elevenlabs', model: 'scribe_v2', language: 'en-us' };
      const key = digestParts('take', ...Object.values(of));
      const claim = { workspace_id, key, holder: newId(), held_until: new Date(Date.now() + 3_600_000) };
      const { db } = engine.app;
      await db
        .insertInto('transcription')
        .values({ ...claim, created_at: new Date() })
        .execute();
      const heard = transcribe(audio, 'en-us');
      const said = {
        text: 'By the other one.',
        language: null,
        model: of.model,
        billed: null,
        request_id: null,
      };
      await insertTranscript(db, { ...of, workspace_id, now: new Date() }, said);
      await db.deleteFrom('transcription').where('key', '=', key).execute();
      expect(await heard).toMatchObject({ transcript: { text: 'By the other one.' } });
      expect(server.requests).toEqual([]);
    });

    test('and the transcript of a take that was deleted meanwhile is not stored', async () => {
      await giveEars();
      let answer: () => void = () => undefined;
      const until = new Promise<void>((resolve) => (answer = resolve));
      server.decide(() => ({ act: 'wait', until }));
      const { audio, transcribe } = await listening();
      const heard = transcribe(audio, 'en-us');
      await eventually(() => server.requests.length === 1);
      await engine.app.db.deleteFrom('audio').where('workspace_id', '=', owner.workspace_id).execute();
      answer();
      expect(await heard).toMatchObject({ transcript: { text: FERRY } });
    });

    test('and only takes that are being sent are in memory', async () => {
      await giveEars();
      server.decide(() => ({ act: 'hang' }));
      const { audio, transcribe, left } = await listening();
      const read = vi.spyOn(engine.app.storage, 'get');
      const heard = Array.from({ length: 12 }, (_, index) =>
        transcribe({ ...audio, id: `${audio.id}/${index}` }, 'en-us'),
      );
      await eventually(() => server.hanging() === 2);
      expect(read).toHaveBeenCalledTimes(2);
      left.abort();
      await Promise.allSettled(heard);
      read.mockRestore();
    });

    test('and its transcript is deleted with the audio', async () => {
      await giveEars();
      server.hear(voice.hear({}));
      await ended(checked(FERRY, node('validator_error_rate')));
      const transcripts = () =>
        engine.app.db
          .selectFrom('transcript')
          .select('audio_id')
          .where('workspace_id', '=', owner.workspace_id)
          .execute();
      expect(await transcripts()).toHaveLength(1);
      await engine.app.db.deleteFrom('audio').where('workspace_id', '=', owner.workspace_id).execute();
      expect(await transcripts()).toEqual([]);
    });
  });

  test('a take that may be cut off is judged by its last words if they were transcribed before', async () => {
    await giveEars();
    server.hear(voice.hear({}));
    await ended(checked(FERRY, node('validator_error_rate')));
    await sql`update audio set facts = jsonb_set(facts, '{metrics,truncated_end}', 'true')
      where workspace_id = ${owner.workspace_id}`.execute(engine.app.db);
    const judgedAgain = async () => {
      const noise = node('validator_noise', { max_retry: 0 });
      const [heard] = await judged((await ended(checked(FERRY, noise))).id, noise);
      return [heard?.verdict.score, heard?.verdict.evidence.missing_end_words];
    };
    const ours = engine.app.db.updateTable('transcript').where('workspace_id', '=', owner.workspace_id);
    expect(await judgedAgain()).toEqual([100, 0]);
    await ours.set({ text: 'The ferry leaves the harbor at' }).execute();
    expect(await judgedAgain()).toEqual([0, 2]);
    await engine.app.db.deleteFrom('transcript').where('workspace_id', '=', owner.workspace_id).execute();
    expect(await judgedAgain()).toEqual([50, undefined]);
    expect(server.requests).toHaveLength(1);
  });

  interface Entry {
    word: string;
    method?: string;
    pronunciation?: string;
    ipa?: string;
    upload_id?: string;
  }

  async function addEntry({ word, method = 'spelled', ...rest }: Entry) {
    const now = new Date();
    await engine.app.db
      .insertInto('dictionary_entry')
      .values({
        ...{ id: newId(), workspace_id: owner.workspace_id, created_by: owner.user_id },
        ...{ word, word_key: wordKey(word), language: 'en', method, ...rest },
        ...{ created_at: now, updated_at: now },
      })
      .execute();
  }

  describe('words of the dictionary', () => {
    const names = (config = {}) => node('validator_pronunciation', { max_retry: 0, ...config });

    test('are correct as written, as respelled, and as they sound; others are reported', async () => {
      await giveEars();
      await addEntry({ word: 'Nguyen', pronunciation: 'win' });
      await addEntry({ word: 'Qatar', pronunciation: 'cutter' });
      await addEntry({ word: 'Worcester', method: 'ipa', ipa: '/ˈwʊstər/' });
      await addEntry({ word: 'ferry' });
      const spoken = `win met a cutter ${phonemeTag('ˈwʊstər', 'Worcester')} ferry`;
      const script = 'Nguyen met a Qatar Worcester ferry';
      server.hear(voice.hear({ [spoken]: ['When met a Qatar Wooster story.'] }));
      const check = names();
      const [heard] = await judged((await ended(checked(script, check))).id, check);
      expect(heard?.verdict.evidence.diff).toEqual([
        { op: 'substitute', script: 'Nguyen', transcript: 'When', start_ms: 0, end_ms: 400 },
        { op: 'match', script: 'Qatar', transcript: 'Qatar', start_ms: 1_500, end_ms: 1_900 },
        { op: 'match', script: 'Worcester', transcript: 'Wooster', start_ms: 2_000, end_ms: 2_400 },
        { op: 'substitute', script: 'ferry', transcript: 'story', start_ms: 2_500, end_ms: 2_900 },
      ]);
      expect(heard?.verdict).toMatchObject({
        score: 50,
        reason: '“Nguyen” was heard as “When”. “ferry” was heard as “story”.',
      });
      server.hear(voice.hear({ [spoken]: ['Win met a cutter Worcester ferry.'] }));
      await engine.app.db.deleteFrom('audio').where('workspace_id', '=', owner.workspace_id).execute();
      voice.restart();
      const [right] = await judged((await ended(checked(script, check))).id, check);
      expect(right?.verdict).toMatchObject({ score: 100, status: 'pass', reason: null });
    });

    test('that a line does not contain leave it unscored, without a request', async () => {
      await giveEars();
      await addEntry({ word: 'Nguyen', pronunciation: 'win' });
      const check = names();
      const [heard] = await judged((await ended(checked(FERRY, check))).id, check);
      expect(heard?.verdict).toMatchObject({
        status: 'unscored',
        reason: 'The line contains no dictionary word that the voice speaks.',
      });
      expect(server.requests).toEqual([]);
    });

    test('that are spoken as respelled, or have a recording, are no word errors', async () => {
      await giveEars();
      await addEntry({ word: 'SQL', pronunciation: 'sequel' });
      const recording = { filename: 'word.wav', bytes: recorded(), category: 'dictionary' };
      const upload_id = await putUpload(engine, owner, recording);
      await addEntry({ word: 'Nguyen', method: 'recorded', upload_id });
      server.hear(voice.hear({ 'Ask the sequel server of Nguyen.': ['Ask the sequel server of tree.'] }));
      const check = node('validator_error_rate', { max_retry: 0 });
      const [heard] = await judged((await ended(checked('Ask the SQL server of Nguyen.', check))).id, check);
      expect(heard?.verdict).toMatchObject({ score: 100, status: 'pass' });
    });
  });
});
