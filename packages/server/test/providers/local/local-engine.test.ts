import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeTinyModels } from '@voiceloom/speech-local/tiny-models';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalEngine, findLocalProgram } from '../../../src/providers/local/local-engine.ts';
import { installFromFolder } from '../../../src/providers/local/models/index.ts';

let folder: string;
const engine = createLocalEngine({ threads: 1 });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-engine-'));
  await writeTinyModels(folder);
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const voice = () => ({ folder: join(folder, 'tiny-voice'), family: 'vits' as const });
const ears = () => ({ folder: join(folder, 'tiny-ears'), family: 'nemo_ctc' as const });
const line = (text: string, speaker = 0) => ({
  model: voice(),
  text,
  speaker,
  speed: 1,
  locale_code: 'en-us',
});
/** About two minutes of audio. */
const LONG_TEXT = 'All the ships are in the harbor now. '.repeat(40);

describe('a local model', () => {
  test.each(['The ship is here, hello world.', 'Ärger über Öl: süße Grüße!', 'Don’t go. A b c.'])(
    'is heard letter for letter: %s',
    async (text) => {
      const spoken = await engine.synthesize(line(text));
      const heard = await engine.recognize({ model: ears(), ...spoken, locale_code: 'en-us' });
      const letters = text
        .toLowerCase()
        .replace('’', "'")
        .replace(/[.,:!]/g, '');
      expect(heard.text).toBe(letters);
      expect(heard.words.map((word) => word.text)).toEqual(letters.split(' '));
    },
  );

  test('is heard at the times at which it speaks', async () => {
    const { words } = await engine.recognize({
      model: ears(),
      ...(await engine.synthesize(line('hello world'))),
      locale_code: null,
    });
    // Each sign takes 85 ms, and the second word begins with the seventh.
    expect(words[0]?.start_ms).toBeLessThanOrEqual(20);
    expect(Math.abs((words[1]?.start_ms ?? 0) - 6 * 85)).toBeLessThanOrEqual(20);
    expect(words[0]?.end_ms).toBeLessThanOrEqual(words[1]?.start_ms ?? 0);
  });

  test('speaks with each of its speakers, and rejects others', async () => {
    const loudness = async (speaker: number) =>
      Math.max(...(await engine.synthesize(line('hello', speaker))).samples);
    expect(await loudness(1)).toBeLessThan(await loudness(0));
    await expect(engine.synthesize(line('hello', 2))).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  test('says how many speakers it has', async () => {
    expect(await engine.inspect({ model: voice() })).toEqual({ speakers: 2, sample_rate: 16_000 });
    expect(await engine.inspect({ model: ears() })).toEqual({ speakers: null, sample_rate: null });
  });

  test('rejects a text without anything to speak', async () => {
    await expect(engine.synthesize(line('漢字'))).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  test('rejects a folder without the files of its family', async () => {
    const model = { ...voice(), family: 'kokoro' as const };
    const message = 'The model has no file voices.bin.';
    await expect(engine.inspect({ model })).rejects.toMatchObject({ kind: 'unsupported', message });
  });
});

test('there are no local models on a platform without the library', () => {
  expect(findLocalProgram()).toMatch(/child/);
  expect(findLocalProgram('sunos')).toBeUndefined();
});

describe('the processes of local models', () => {
  test('end within a second when the work is canceled, and the next line is spoken', async () => {
    const controller = new AbortController();
    await engine.synthesize(line('warm'));
    const startedAt = performance.now();
    const canceled = engine.synthesize(line(LONG_TEXT), controller.signal);
    const next = engine.synthesize(line('next'));
    controller.abort(new Error('canceled'));
    await expect(canceled).rejects.toThrow('canceled');
    expect((await next).samples.length).toBeGreaterThan(0);
    // 300 ms of grace, and the start of another process if it is needed.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('fail only their own line when they are killed, with an error that is worth a retry', async () => {
    await engine.synthesize(line('warm'));
    const killed = engine.synthesize(line(LONG_TEXT));
    const queued = engine.synthesize(line('queued'));
    for (const pid of engine.pids()) process.kill(pid, 'SIGKILL');
    await expect(killed).rejects.toMatchObject({ kind: 'transient' });
    expect((await queued).samples.length).toBeGreaterThan(0);
  });

  test('survive a model that ends its process', async () => {
    const broken = join(folder, 'broken');
    await writeTinyModels(broken);
    await writeFile(join(broken, 'tiny-voice', 'model.onnx'), 'not a model');
    const model = { folder: join(broken, 'tiny-voice'), family: 'vits' as const };
    await expect(engine.inspect({ model })).rejects.toMatchObject({ kind: 'transient' });
    expect((await engine.synthesize(line('still here'))).samples.length).toBeGreaterThan(0);
  });

  test('of a replaced model speak no line of its new version, and the other way around', async () => {
    const modelsDir = join(folder, 'installed');
    const install = async (now: string) => {
      const signal = AbortSignal.timeout(60_000);
      const options = { modelsDir, engine: undefined, signal, now: new Date(now) };
      const { installation } = await installFromFolder(join(folder, 'tiny-voice'), undefined, options);
      return installation.digest;
    };
    const lineOf = (digest: string) => ({
      ...line('hello'),
      model: { folder: join(modelsDir, 'tiny-voice'), family: 'vits' as const, digest },
    });
    const oldDigest = await install('2026-11-01T00:00:00Z');
    const first = createLocalEngine({ threads: 1 });
    const second = createLocalEngine({ threads: 1 });
    try {
      await first.synthesize(lineOf(oldDigest));
      await writeFile(join(folder, 'tiny-voice', 'README'), 'another version');
      const newDigest = await install('2026-11-02T00:00:00Z');
      await first.synthesize(lineOf(newDigest));
      expect(first.pids()).toHaveLength(2);
      await first.synthesize(lineOf(oldDigest));
      await expect(second.synthesize(lineOf(oldDigest))).rejects.toMatchObject({
        kind: 'unsupported',
        message: 'Another version of the model is installed now.',
      });
    } finally {
      await Promise.all([first.close(), second.close()]);
      await rm(join(folder, 'tiny-voice', 'README'));
    }
  });

  test('take turns if there are more models than processes, and lose no line', async () => {
    const small = createLocalEngine({ threads: 1, models: 1 });
    try {
      const spoken = await Promise.all(
        ['one', 'two', 'three'].map(async (text) => {
          const audio = await small.synthesize(line(text));
          return (await small.recognize({ model: ears(), ...audio, locale_code: null })).text;
        }),
      );
      expect(spoken).toEqual(['one', 'two', 'three']);
      expect(small.pids()).toHaveLength(1);
    } finally {
      await small.close();
    }
  });

  test('end when they are idle, and when they hold too much memory', async () => {
    const short = createLocalEngine({ threads: 1, idleMs: 100 });
    const lean = createLocalEngine({ threads: 1, maxMemoryBytes: 1 });
    try {
      await short.synthesize(line('one'));
      expect(short.pids()).toHaveLength(1);
      await expect.poll(() => short.pids()).toEqual([]);
      await lean.synthesize(line('one'));
      await delay(0);
      expect(lean.pids()).toEqual([]);
    } finally {
      await Promise.all([short.close(), lean.close()]);
    }
  });
});
