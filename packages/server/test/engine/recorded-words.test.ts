import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { AudioError, decode, encodeWav, type Pcm } from '@voiceloom/audio';
import { recordingTag, wordKey } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { join, mono, silence, tone } from '../../../audio/test/support/signals.ts';
import { cutInRecordings } from '../../src/engine/speech-text/recordings.ts';
import { newId } from '../../src/ids.ts';
import type { SpeechResult } from '../../src/providers/speech/index.ts';
import { shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { putUpload } from '../support/put-recording.ts';

let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  owner = await engine.owner();
});
afterAll(() => engine.close());

const RATE = 48_000;
/** Half a second of a tone that no voice contains, between silences. */
const toneOf = (hz: number) =>
  encodeWav(
    mono(join(silence(0.3, RATE), tone({ hz, dbfs: -12, seconds: 0.5 }, RATE), silence(0.3, RATE)), RATE),
  );

async function record(word: string, bytes: Uint8Array | string, of = owner) {
  return entryFor(word, await putUpload(engine, of, { filename: 'word.wav', bytes, category: 'dictionary' }));
}

async function entryFor(word: string, upload_id: string, of = owner) {
  const at = { created_at: new Date(), updated_at: new Date() };
  const place = { id: newId(), workspace_id: of.workspace_id, created_by: of.user_id, language: 'en' };
  await engine.app.db
    .insertInto('dictionary_entry')
    .values({ ...place, ...at, word, word_key: wordKey(word), method: 'recorded', upload_id })
    .execute();
  return upload_id;
}

async function run(text: string, of = owner) {
  const row = await engine.until(await engine.start(of, shortPipeline({ text })), ['completed', 'failed']);
  expect([row.status, row.error, await auditRun(engine.app, row.id)]).toEqual(['completed', null, []]);
  return row;
}

/** The take of the only line that has the text in the newest run. */
async function takeOf(text: string, of = owner) {
  const { object_key, ...take } = await engine.app.db
    .selectFrom('audio')
    .innerJoin('run_line', 'run_line.audio_id', 'audio.id')
    .select(['audio.object_key', 'audio.settings', 'audio.facts', 'audio.duration_ms'])
    .where('audio.workspace_id', '=', of.workspace_id)
    .where('run_line.script', '=', text)
    .orderBy('audio.created_at', 'desc')
    .executeTakeFirstOrThrow();
  const { pcm } = await decode(await buffer((await engine.app.storage.get(object_key)).stream));
  return { ...take, pcm, words: take.facts.words ?? [] };
}

/** The share of the power between two times at a frequency. */
function shareOf({ channels: [samples = new Float32Array()], sampleRate }: Pcm, hz: number, at: number[]) {
  const [from = 0, to = 0] = at.map((ms) => Math.round((ms * sampleRate) / 1_000));
  let [real, imaginary, power] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    const [value, angle] = [samples[i] ?? 0, (2 * Math.PI * hz * i) / sampleRate];
    real += value * Math.cos(angle);
    imaginary += value * Math.sin(angle);
    power += value * value;
  }
  return (2 * (real ** 2 + imaginary ** 2)) / ((to - from) * power);
}

/** The engine does not speak a text twice in exactly the same time. */
const ENGINE_VARIES_MS = 25;
const LINE = 'Ask for Nguyen, before it rains.';

test('a recording is audible only at its word, for its lines, and never in another workspace', async () => {
  const text = `${LINE}\nNo name in here.`;
  await run(text);
  const plain = await takeOf(LINE);
  const upload = await record('nguyen', toneOf(3_000));
  expect(await run(text)).toMatchObject({ reused_takes: 1 });
  const take = await takeOf(LINE);
  const [, , word, after] = take.words;
  expect(take.words.map((one) => one.text)).toEqual(plain.words.map((one) => one.text));
  expect([word?.text, take.settings.dropped]).toEqual(['Nguyen', []]);
  const [start, end] = [word?.start_ms ?? 0, (word?.start_ms ?? 0) + 500];
  expect(shareOf(take.pcm, 3_000, [start + 20, end - 20])).toBeGreaterThan(0.9);
  expect(shareOf(take.pcm, 3_000, [0, start - 10])).toBeLessThan(0.01);
  expect(shareOf(take.pcm, 3_000, [after?.start_ms ?? 0, take.duration_ms])).toBeLessThan(0.01);
  const longer = take.duration_ms - plain.duration_ms;
  const later = (after?.start_ms ?? 0) - (plain.words[3]?.start_ms ?? 0);
  expect(Math.abs(later - longer)).toBeLessThan(ENGINE_VARIES_MS);

  const other = await engine.owner();
  await entryFor('nguyen', upload, other);
  await run(text, other);
  const foreign = await takeOf(LINE, other);
  expect(Math.abs(foreign.duration_ms - plain.duration_ms)).toBeLessThan(ENGINE_VARIES_MS);
  expect(shareOf(foreign.pcm, 3_000, [0, foreign.duration_ms])).toBeLessThan(0.01);
  expect(foreign.settings.dropped).toEqual(['dictionary.recorded:Nguyen']);

  const place = { workspace_id: owner.workspace_id, account_id: owner.user_id };
  const estimate = () => estimateOf(engine.app, { ...place, definition: shortPipeline({ text }) });
  expect(await estimate()).toMatchObject({ new_takes: 0, reused_takes: 2, notes: [] });
  await engine.app.db.deleteFrom('dictionary_entry').where('workspace_id', '=', owner.workspace_id).execute();
  await record('nguyen', toneOf(2_000));
  expect(await estimate()).toMatchObject({ new_takes: 1, reused_takes: 1 });
});

test('a script cannot reference a recording, not even one of its own workspace', async () => {
  const bytes = toneOf(3_000);
  await record('nguyen', bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // The reader parses markup this many times, so the rest would be a tag.
  const name = `re${'<x'.repeat(4)}${'>'.repeat(4)}corded`;
  const written = ['recorded', name].map(
    (tag) => `A <${tag} sha256="${sha256}" word="nguyen">tree</${tag}> fell.`,
  );
  await run(written.join('\n'));
  for (const line of written) {
    const take = await takeOf(line);
    expect(shareOf(take.pcm, 3_000, [0, take.duration_ms])).toBeLessThan(0.01);
    expect(take.words.map(({ text }) => text.replace(/\W/g, ''))).toEqual(['A', 'tree', 'fell']);
  }
  expect(await run(written.join('\n'))).toMatchObject({ reused_takes: 2 });
});

test('a word whose recording cannot be inserted is spoken by the voice, and the take lists it', async () => {
  const text = 'Then Kael and Nguyen left with Orla’s dog.';
  await record('Kael', 'no sound at all');
  await record('Orla', toneOf(3_000));
  const upload = await record('Nguyen', toneOf(3_000));
  const { object_key } = await engine.app.db
    .selectFrom('upload')
    .select('object_key')
    .where('id', '=', upload)
    .executeTakeFirstOrThrow();
  await engine.app.storage.remove(object_key);
  await run(text);
  const dropped = ['Kael', 'Nguyen', 'Orla'].map((word) => `dictionary.recorded:${word}`);
  expect((await takeOf(text)).settings.dropped).toEqual(dropped);
  // The object exists again, so the line gets a new take.
  await engine.app.storage.put(object_key, toneOf(3_000), { content_type: 'audio/wav' });
  expect(await run(text)).toMatchObject({ reused_takes: 0 });
  expect((await takeOf(text)).settings.dropped).toEqual([dropped[0], dropped[2]]);
  expect(await run(text)).toMatchObject({ reused_takes: 1 });
});

test.each<[AudioError['code'], boolean]>([
  ['timeout', false],
  ['too_long', true],
])(
  'a take that recordings cannot be inserted into keeps the audio of the voice: %s',
  async (code, isFinal) => {
    const { log, audio } = engine.app;
    const cutIn = () => Promise.reject(new AudioError(code, 'No.'));
    const app = { ...engine.app, log, audio: { ...audio, cutIn } };
    const made = {
      ...{ audio: new Uint8Array(1), format: 'wav', spoken_text: 'Kael', syllables: null, dropped: [] },
      words: [{ text: 'Kael', start_ms: 0, end_ms: 300 }],
    } as unknown as SpeechResult;
    const text = recordingTag({ sha256: 'a'.repeat(64), word: 'Kael' }, 'Kael');
    const readRecording = async () => new Uint8Array(1);
    const signal = new AbortController().signal;
    const line = { text, locale_code: 'en-us', readRecording };
    expect(await cutInRecordings({ app, run: { id: 'run' }, signal }, made, line)).toEqual({
      isFinal,
      result: { ...made, dropped: ['dictionary.recorded:Kael'] },
    });
  },
);
