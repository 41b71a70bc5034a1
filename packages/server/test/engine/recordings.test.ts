import { buffer } from 'node:stream/consumers';
import { decode, durationMs, encode } from '@voiceloom/audio';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mono, tone } from '../../../audio/test/support/signals.ts';
import { beginChunk } from '../../src/engine/chunks/begin.ts';
import { loadChunk } from '../../src/engine/chunks/load.ts';
import { finishSource } from '../../src/engine/chunks/source.ts';
import { cancelRun } from '../../src/engine/index.ts';
import { sourceAudio } from '../../src/engine/nodes/sources.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../support/fake-speech.ts';
import { putUpload, recorded } from '../support/put-recording.ts';

let speech: ScriptedSpeech;
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  speech = scriptedSpeech();
  engine = await startEngine({ speech });
});
beforeEach(async () => {
  owner = await engine.owner();
  speech.requests.length = 0;
});
afterAll(() => engine.close());

/** recordings -> noise check -> mastering -> loudness check -> delivery */
function studio(config: Record<string, unknown>) {
  const source = node('source_audio', config);
  const [noise, mastering] = [node('validator_noise'), node('operator_mastering')];
  const [loudness, sink] = [node('validator_loudness'), node('sink_preview')];
  return definitionOf(
    [source, noise, mastering, loudness, sink],
    [
      [source, 'audio', noise],
      [noise, 'pass', mastering],
      [mastering, 'audio', loudness],
      [loudness, 'pass', sink],
    ],
  );
}

const put = (filename: string, bytes: Uint8Array | string, category?: string) =>
  putUpload(engine, owner, { filename, bytes, ...(category && { category }) });

async function runOf(definition: ReturnType<typeof studio>) {
  const id = await engine.start(owner, definition);
  return engine.until(id, ['completed', 'failed']);
}
const linesOf = (runId: string) =>
  engine.app.db.selectFrom('run_line').selectAll().where('run_id', '=', runId).orderBy('no').execute();
const audioOf = () =>
  engine.app.db.selectFrom('audio').selectAll().where('workspace_id', '=', owner.workspace_id).execute();
const storedKeys = async () =>
  (await engine.app.storage.list(`workspaces/${owner.workspace_id}/runs/`)).keys.sort();

describe('recordings', () => {
  test('are checked, mastered and delivered without credits, matched by list, config and file name', async () => {
    const { pcm } = await decode(recorded());
    const as = async (format: 'mp3' | 'ogg' | 'flac') => await encode(pcm, { format, bitrate_kbps: null });
    const list = 'file,script,character,line_id\nTake One.wav,The harbor sleeps.,Ada,harbor\n';
    const upload_ids = [
      await put('take one.wav', recorded()),
      await put('Night_de-de.mp3', await as('mp3')),
      await put('night_en-us.ogg', await as('ogg')),
      await put('bell.flac', await as('flac')),
    ];
    const run = await runOf(
      studio({
        upload_ids,
        list_upload_id: await put('list.csv', list, 'script'),
        scripts: { 'night_de-de.mp3': 'Gute Nacht.' },
        source_language: 'en-gb',
      }),
    );
    expect([run.error, run.status, run.lines_delivered, run.credits]).toEqual([null, 'completed', 4, 0]);
    const lines = await linesOf(run.id);
    expect(lines.map((line) => [line.line_id, line.line_index, line.locale_code, line.script])).toEqual([
      ['harbor', 0, 'en-gb', 'The harbor sleeps.'],
      ['Night', 1, 'de-de', 'Gute Nacht.'],
      ['night', 2, 'en-us', ''],
      ['bell', 3, 'en-gb', ''],
    ]);
    expect(lines[0]?.character_name).toBe('Ada');
    expect(await auditRun(engine.app, run.id)).toEqual([]);
    const audio = await audioOf();
    const takes = audio.filter(({ provider, kind }) => provider === 'recording' && kind === 'take');
    expect(takes.map(({ format }) => format).sort()).toEqual(['flac', 'mp3', 'ogg', 'wav']);
    expect(takes.every(({ credits, characters }) => credits === 0 && characters === 0)).toBe(true);
    const delivered = audio.find(({ id }) => id === lines[3]?.audio_id);
    expect(delivered).toMatchObject({ kind: 'master', provider: 'recording', locale_code: 'en-gb' });
    const stored = await buffer((await engine.app.storage.get(delivered?.object_key ?? '')).stream);
    expect(durationMs((await decode(stored)).pcm)).toBe(delivered?.duration_ms);
    // Four lines visit five nodes each.
    expect([run.total_steps, run.finished_steps]).toEqual([20, 20]);
  });

  test('outlive their uploads, and the same file is stored and measured once for all runs', async () => {
    const upload_ids = [await put('a_en-us.wav', recorded())];
    const first = await runOf(studio({ upload_ids }));
    const [before] = await linesOf(first.id);
    const { object_key } = await engine.app.db
      .deleteFrom('upload')
      .where('id', 'in', upload_ids)
      .returning('object_key')
      .executeTakeFirstOrThrow();
    await engine.app.storage.remove(object_key);
    const second = await runOf(studio({ upload_ids: [await put('a_en-us.wav', recorded())] }));
    const [after] = await linesOf(second.id);
    expect([second.status, after?.audio_id]).toEqual(['completed', before?.audio_id]);
    expect(await audioOf()).toHaveLength(2);
    expect(await storedKeys()).toHaveLength(2);
    expect(await auditRun(engine.app, second.id)).toEqual([]);
  });

  test('that match no line fail the run, which names every one of them and stores nothing', async () => {
    const upload_ids = [
      await put('good_en-us.wav', recorded()),
      await put('text_en-us.wav', 'not a sound at all'),
      await put(
        'cut_en-us.flac',
        (await encode((await decode(recorded())).pcm, { format: 'flac', bitrate_kbps: null })).subarray(
          0,
          300,
        ),
      ),
      await put('film_en-us.mp4', Buffer.from('\0\0\0\x18ftypisom....', 'latin1')),
    ];
    const run = await runOf(studio({ upload_ids }));
    expect(run.error).toMatchObject({
      code: 'audio_unsupported',
      details: [{ field: 'upload_ids.1' }, { field: 'upload_ids.2' }, { field: 'upload_ids.3' }],
    });
    expect(run.error?.message).toMatch(/^text_en-us\.wav: .* 2 more files cannot be used\.$/);
    expect(run.error?.details[2]?.message).toMatch(/^film_en-us\.mp4 is an MP4 file.*ffmpeg/);
    expect(run).toMatchObject({ status: 'failed', lines_total: 0, credits: 0, hold: 0 });
    expect([await audioOf(), await storedKeys()]).toEqual([[], []]);
  });

  test.each<[string, Record<string, string>, Record<string, unknown>, string, RegExp]>([
    [
      'without a language',
      { 'a.wav': '' },
      {},
      'undecidable_locale',
      /^a\.wav: the language could not be detected/,
    ],
    [
      'of one name',
      { 'a_en-us.wav': '', 'en-us_a.wav': '' },
      {},
      'duplicate_line_id',
      /^en-us_a\.wav: a_en-us\.wav already has the line ID "a" \(en-us\)/,
    ],
    [
      'named twice in the list',
      { 'a.wav': '' },
      { list: 'file\nx/a.wav\ny/A.wav\n' },
      'duplicate_file',
      /^a\.wav: rows 2 and 3 of the list/,
    ],
    [
      'with a broken list',
      { 'a.wav': '' },
      { list: 'script\nHello.\n' },
      'unknown_column',
      /^list\.csv, row 1: No column contains the file names/,
    ],
  ])('%s fail the run with the reason', async (_name, files, { list }, code, message) => {
    const upload_ids = await Promise.all(Object.keys(files).map((name) => put(name, recorded())));
    const list_upload_id = typeof list === 'string' ? await put('list.csv', list, 'script') : null;
    const run = await runOf(studio({ upload_ids, list_upload_id }));
    expect(run.error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(run.status).toBe('failed');
  });

  test('of another workspace are not found', async () => {
    const upload_ids = [await put('a_en-us.wav', recorded())];
    owner = await engine.owner();
    expect((await runOf(studio({ upload_ids }))).error).toMatchObject({ code: 'upload_not_found' });
  });

  test('that a check rejects can be spoken instead, with the script of the list', async () => {
    const clipped = tone({ hz: 200, dbfs: 12, seconds: 2 }, 24_000).map((v) => Math.max(-1, Math.min(1, v)));
    const { encodeWav } = await import('@voiceloom/audio');
    const source = node('source_audio', {
      upload_ids: [
        await put('loud_en-us.wav', encodeWav(mono(clipped, 24_000))),
        await put('fine_en-us.wav', recorded()),
      ],
      scripts: { 'loud_en-us.wav': 'Hello there.', 'fine_en-us.wav': 'Bye.' },
    });
    const [noise, generator, sink] = [
      node('validator_noise'),
      node('operator_generator'),
      node('sink_preview'),
    ];
    const definition = definitionOf(
      [source, noise, generator, sink],
      [
        [source, 'audio', noise],
        [noise, 'pass', sink],
        [noise, 'fail', generator],
        [generator, 'audio', sink],
      ],
    );
    const run = await runOf(definition);
    expect([run.error, run.lines_delivered]).toEqual([null, 2]);
    expect(speech.requests.map(({ text }) => text)).toEqual(['Hello there.']);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
    const estimate = await estimateOf(engine.app, {
      workspace_id: owner.workspace_id,
      account_id: owner.user_id,
      definition,
      spoken_again: new Set(),
    });
    expect([estimate.min_credits, estimate.max_credits > 0, estimate.notes]).toEqual([0, true, []]);
  });
});

describe('a worker that reads recordings', () => {
  let idle: Engine;
  beforeAll(async () => {
    idle = await startEngine({ speech, worker: false });
  });
  afterAll(() => idle.close());

  /** A running run at its source node, and how a worker handles it. */
  async function atSource() {
    const place = await idle.owner();
    const upload = await putUpload(idle, place, { filename: 'a_en-us.wav', bytes: recorded() });
    const run_id = await idle.start(place, studio({ upload_ids: [upload] }));
    const { id } = await idle.app.db
      .selectFrom('run_chunk')
      .select('id')
      .where('run_id', '=', run_id)
      .executeTakeFirstOrThrow();
    const chunk = await loadChunk(idle.app.db, id);
    if (!chunk) throw new Error('there is no chunk');
    await beginChunk(idle.app, chunk);
    await idle.app.db.updateTable('run_chunk').set({ status: 'queued' }).where('id', '=', id).execute();
    return {
      run_id,
      chunk,
      workspace_id: place.workspace_id,
      async read() {
        const signal = new AbortController().signal;
        const lines = await sourceAudio.read(idle.app, { run: chunk.run, node: chunk.node, signal });
        return lines;
      },
      keys: async () => (await idle.app.storage.list(`workspaces/${place.workspace_id}/runs/`)).keys,
    };
  }

  test('keeps none of them if the run was canceled meanwhile', async () => {
    const { run_id, chunk, workspace_id, read, keys } = await atSource();
    const lines = await read();
    expect(await keys()).toHaveLength(1);
    await cancelRun(idle.app, { workspace_id, run_id });
    await finishSource(idle.app, chunk, lines);
    expect(await keys()).toEqual([]);
  });

  test('and is slower than another stores nothing twice, and deletes its own files', async () => {
    const { run_id, chunk, read, keys } = await atSource();
    const [slow, quick] = [await read(), await read()];
    expect(await keys()).toHaveLength(2);
    await finishSource(idle.app, chunk, quick);
    await finishSource(idle.app, chunk, slow);
    expect(await keys()).toEqual([quick.lines[0]?.audio?.row?.object_key]);
    const run = await idle.app.db
      .selectFrom('run')
      .select(['lines_total', 'total_steps', 'finished_steps'])
      .where('id', '=', run_id)
      .executeTakeFirstOrThrow();
    expect(run).toEqual({ lines_total: 1, total_steps: 5, finished_steps: 1 });
  });
});
