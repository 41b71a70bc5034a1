import { encodeWav } from '@voiceloom/audio';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { join, mono, silence, tone } from '../../../audio/test/support/signals.ts';
import { shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../support/fake-speech.ts';
import { giveKey } from '../support/own-keys.ts';
import { putUpload } from '../support/put-recording.ts';
import { pitchOf, startWhisper, WHISPER_KEY, type WhisperServer } from '../support/whisper-server.ts';

const RATE = 16_000;
const CREDENTIALS = { base_url: 'https://replaced.example.com/v1', api_key: WHISPER_KEY };

let speech: ScriptedSpeech;
let engine: Engine;
let owner: Owner;
let whisper: WhisperServer;
/** The speech in the next recording. */
let said: Record<string, unknown>;
/** Replaces the transcript of any recording. */
let hear: (() => Promise<Record<string, unknown>>) | undefined;

beforeAll(async () => {
  speech = scriptedSpeech();
  whisper = await startWhisper((sent) => {
    const pitch = pitchOf(sent.pcm);
    if (pitch < 300) return said;
    if (hear) return hear();
    // Recordings with a higher tone are long, and their pieces have different transcripts.
    return { text: `Pitch ${Math.round(pitch / 100)}.`, language: 'english' };
  });
  engine = await startEngine({
    speech,
    config: {
      ...{ provider_urls: { openai_compatible: whisper.url }, provider_allowed_hosts: [whisper.host] },
      provider_timeout_ms: 0,
    },
  });
});
beforeEach(async () => {
  owner = await engine.owner();
  said = dialogue();
  hear = undefined;
  whisper.holdUntil(Promise.resolve());
  whisper.heard.length = 0;
  whisper.script();
  speech.requests.length = 0;
});
afterAll(async () => {
  await engine.close();
  await whisper.close();
});

const segment = (text: string, start: number, end: number) => ({ text, start, end });

function dialogue() {
  return {
    text: 'The storm passed over the harbor. Who called?',
    language: 'english',
    duration: 4,
    segments: [
      segment(' The storm passed', 0.2, 1.1),
      segment(' over the harbor.', 1.1, 2),
      segment(' Who called?', 2.4, 3.3),
    ],
  };
}

const enter = () => giveKey(engine.app, owner, { provider: 'openai_compatible', credentials: CREDENTIALS });
const recording = encodeWav(mono(tone({ hz: 200, dbfs: -12, seconds: 4 }, RATE), RATE));

/** 4:55 of one voice, 5:10 of silence, and another voice. */
function longRecording(): Uint8Array {
  const minute = (hz: number) => {
    const second = tone({ hz, dbfs: -12, seconds: 0.9 }, RATE);
    const beat = join(second, silence(0.1, RATE));
    return join(...Array<Float32Array>(60).fill(beat));
  };
  const first = join(...Array<Float32Array>(4).fill(minute(430)), minute(430).subarray(0, 55 * RATE));
  return encodeWav(mono(join(first, silence(310, RATE), minute(830)), RATE));
}

async function mediaOf(config: Record<string, unknown> = {}, files = [recording]) {
  const upload_ids = await Promise.all(
    files.map((bytes, at) => putUpload(engine, owner, { filename: `take ${at + 1}.wav`, bytes })),
  );
  return shortPipeline({
    source: {
      input_type: 'media',
      upload_ids,
      source_language: null,
      transcription_model: 'whisper-1',
      ...config,
    },
  });
}

async function runOf(definition: Awaited<ReturnType<typeof mediaOf>>) {
  const id = await engine.start(owner, definition);
  const run = await engine.until(id, ['completed', 'failed']);
  const rows = engine.app.db.selectFrom('run_line').selectAll().where('run_id', '=', id).orderBy('no');
  return { run, lines: await rows.execute() };
}

describe('media', () => {
  test('becomes a line for each sentence, with its position and duration, and is spoken', async () => {
    await enter();
    const { run, lines } = await runOf(await mediaOf());
    expect([run.error, run.status, run.lines_delivered]).toEqual([null, 'completed', 2]);
    expect(
      lines.map((line) => [line.line_id, line.locale_code, line.script, line.start_ms, line.max_duration_ms]),
    ).toEqual([
      ['L00001', 'en', 'The storm passed over the harbor.', 200, 1_800],
      ['L00002', 'en', 'Who called?', 2_400, 900],
    ]);
    expect(speech.requests.map(({ text }) => text).sort()).toEqual(lines.map(({ script }) => script).sort());
    // The customer's own key pays the provider. Only speaking costs credits.
    expect(run.credits).toBe(2);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
    const [sent] = whisper.heard;
    expect([sent?.pcm.sampleRate, sent?.pcm.channels.length, sent?.duration_ms]).toEqual([16_000, 1, 4_000]);
    expect([sent?.fields.get('model'), sent?.fields.has('language'), sent?.fields.has('prompt')]).toEqual([
      'whisper-1',
      false,
      false,
    ]);
  });

  test('of several files is one script, in the configured language', async () => {
    await enter();
    const { lines } = await runOf(await mediaOf({ source_language: 'de-at' }, [recording, recording]));
    expect(lines.map(({ line_id, locale_code, start_ms }) => [line_id, locale_code, start_ms])).toEqual([
      ['L00001', 'de-at', 200],
      ['L00002', 'de-at', 2_400],
      ['L00003', 'de-at', 200],
      ['L00004', 'de-at', 2_400],
    ]);
    // The second file has the same audio as the first, so it is not transcribed or charged again.
    expect(whisper.heard.map(({ fields }) => fields.get('language'))).toEqual(['de']);
  });

  test('that is long is split at its pauses, sent in pieces and joined in order; silence is not sent', async () => {
    await enter();
    const { run, lines } = await runOf(await mediaOf({}, [longRecording()]));
    expect(run.error).toBeNull();
    expect(lines.map(({ script }) => script)).toEqual(['Pitch 4.', 'Pitch 8.']);
    // If the model returns no times, the lines have none.
    expect(lines.map((line) => [line.start_ms, line.max_duration_ms])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(whisper.heard.length).toBe(2);
    for (const { duration_ms } of whisper.heard) expect(duration_ms).toBeLessThanOrEqual(300_000);
  });

  test('with a piece that cannot be transcribed is not sent any further', async () => {
    await enter();
    whisper.holdUntil(new Promise(() => undefined), ({ pcm }) => pitchOf(pcm) < 600);
    // The other piece gets no response after this one has started.
    hear = async () => {
      await eventually(() => whisper.holding() === 1);
      return {};
    };
    const { run } = await runOf(await mediaOf({}, [longRecording()]));
    expect(run.error).toMatchObject({ code: 'provider_unusable' });
    await eventually(() => whisper.holding() === 0);
  });

  test('whose timestamps exceed its length has none after its end', async () => {
    await enter();
    said = { text: 'Who called?', language: 'english', segments: [segment('Who called?', 3e6, 4e6)] };
    const { run, lines } = await runOf(await mediaOf());
    expect([run.error, lines.map(({ start_ms, max_duration_ms }) => [start_ms, max_duration_ms])]).toEqual([
      null,
      [[4_000, null]],
    ]);
  });

  test('costs an unknown number of credits beforehand, and the estimate says so', async () => {
    const definition = await mediaOf();
    const [source] = definition.graph.nodes;
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id };
    expect(await estimateOf(engine.app, { ...place, definition })).toMatchObject({
      ...{ min_credits: 0, expected_credits: 0, can_run: true },
      notes: [{ node_id: source?.id, code: 'recordings_not_transcribed' }],
    });
    expect(whisper.heard).toEqual([]);
  });

  test('without a key fails the run at its source', async () => {
    const { run } = await runOf(await mediaOf());
    const [source] = (run.definition as { graph: { nodes: { id: string }[] } }).graph.nodes;
    expect(run.error).toMatchObject({ code: 'provider_key_missing', node_id: source?.id });
    const named = await runOf(
      await mediaOf({ transcription_provider: 'deepgram', transcription_model: null }),
    );
    expect(named.run.error?.message).toBe('The workspace has no usable key for deepgram.');
  });

  test('shows its progress while it is transcribed', async () => {
    await enter();
    let answer: () => void = () => undefined;
    said = dialogue();
    whisper.holdUntil(new Promise((resolve) => (answer = () => resolve(undefined))));
    const definition = await mediaOf();
    const id = await engine.start(owner, definition);
    const step = engine.app.db.selectFrom('run_step').selectAll().where('run_id', '=', id);
    await eventually(async () => (await step.executeTakeFirst())?.started_at !== null);
    await eventually(() => whisper.holding() === 1);
    expect(await step.executeTakeFirst()).toMatchObject({ node_type: 'source_script', finished_at: null });
    answer();
    await engine.until(id, ['completed']);
    const events = await engine.app.db
      .selectFrom('run_event')
      .select('data')
      .where('run_id', '=', id)
      .where('type', '=', 'node.state')
      .orderBy('seq')
      .execute();
    const [source] = definition.graph.nodes;
    const states = events.filter(({ data }) => data.node_id === source?.id).map(({ data }) => data.status);
    expect(states).toEqual(['running', 'completed']);
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('waits for a busy provider', async () => {
    await enter();
    const error = { message: 'Rate limit reached for requests' };
    whisper.script({ status: 429, headers: { 'retry-after': '0' }, body: { error } });
    expect((await runOf(await mediaOf())).run.status).toBe('completed');
  });

  test.each<[string, Record<string, unknown>, string, RegExp]>([
    [
      'says nothing',
      { text: '', language: 'english' },
      'empty_script',
      /^take 1\.wav: it contains no speech/,
    ],
    [
      'is in no known language',
      { text: 'Hm hm.', language: 'klingonese' },
      'undecidable_locale',
      /^take 1\.wav: the language could not be detected/,
    ],
  ])('that %s fails the run with the reason', async (_name, heard, code, message) => {
    await enter();
    said = heard;
    const { run } = await runOf(await mediaOf());
    expect(run.error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(run).toMatchObject({ status: 'failed', credits: 0, lines_total: 0 });
  });

  test('that is not a recording, and an unavailable provider, fail the run and name the file', async () => {
    await enter();
    const text = new TextEncoder().encode('no sound');
    const broken = await runOf(await mediaOf({}, [text]));
    expect(broken.run.error).toMatchObject({
      code: 'audio_unsupported',
      details: [{ field: 'upload_ids.0' }],
    });
    whisper.script({ status: 429, body: { error: { message: 'pay first', code: 'insufficient_quota' } } });
    const poor = await runOf(await mediaOf());
    expect(poor.run.error).toMatchObject({
      code: 'provider_quota',
      message: expect.stringMatching(/^take 1\.wav: openai_compatible: .*pay first/),
    });
  });
});
