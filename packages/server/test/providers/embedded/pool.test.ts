import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Synthesis, SynthesisRequest } from '@voiceloom/speech-espeak/protocol';
import { afterAll, describe, expect, test } from 'vitest';
import { createSpeechPool } from '../../../src/providers/speech/embedded/pool.ts';
import { decodeWav, medianPitch, rms } from './audio-probe.ts';

const pool = createSpeechPool({ processes: 1 });
afterAll(() => pool.close());

function line(request: Partial<SynthesisRequest> = {}): SynthesisRequest {
  return {
    text: 'The storm passed over the harbor before dawn.',
    voice: 'gmw/en-US+f2',
    speed: 1,
    pitch: 0,
    locale_code: 'en-us',
    ...request,
  };
}

const speak = (request?: Partial<SynthesisRequest>): Promise<Synthesis> => pool.synthesize(line(request));
/** Minutes of speech: far more than the engine speaks before a test kills or cancels it. */
const SENTENCES = 60;
const LONG_TEXT = 'One two three four five six seven eight nine ten. '.repeat(SENTENCES);

describe('a spoken line', () => {
  test('is audible mono WAV of the stated length', async () => {
    const spoken = await speak();
    const { pcm, sampleRate } = decodeWav(spoken.wav);
    expect(sampleRate).toBe(spoken.sample_rate);
    expect(Math.round((pcm.length / sampleRate) * 1000)).toBe(spoken.duration_ms);
    expect(rms(pcm)).toBeGreaterThan(0.02);
    expect(spoken.spoken_text).toBe(line().text);
    expect(spoken.phonemes).toContain('stˈɔːɹm');
  });

  test('ends quietly instead of at speech level', async () => {
    const { pcm } = decodeWav((await speak()).wav);
    expect(rms(pcm.subarray(-220))).toBeLessThan(rms(pcm) / 50);
    expect(pcm.at(-1)).toBe(0);
  });

  test('has one time span per written word, in order and inside the audio', async () => {
    const { words, duration_ms } = await speak({ text: 'On 24 May, “Zoë” paid 1,284 dollars – didn’t she?' });
    expect(words.map(({ text }) => text)).toEqual([
      'On',
      '24',
      'May',
      'Zoë',
      'paid',
      '1,284',
      'dollars',
      'didn’t',
      'she',
    ]);
    let last = 0;
    for (const { start_ms, end_ms } of words) {
      expect(start_ms).toBeGreaterThanOrEqual(last);
      expect(end_ms).toBeGreaterThan(start_ms);
      last = end_ms;
    }
    expect(last).toBeLessThanOrEqual(duration_ms);
  });

  test('reads markup and phoneme brackets in the text as text, to the end', async () => {
    const { words, phonemes } = await speak({
      text: 'Say <b>hello</b world & [[goodbye]] <break time="9s"/> friend',
    });
    expect(words.at(-1)?.text).toBe('friend');
    expect(phonemes).toContain('həlˈoʊ');
    expect(phonemes).toContain('ɡʊdbˈaɪ');
  });

  test('gets shorter at higher speed', async () => {
    const [slow, normal, fast] = [await speak({ speed: 0.7 }), await speak(), await speak({ speed: 1.6 })];
    expect(slow.duration_ms).toBeGreaterThan(normal.duration_ms * 1.25);
    expect(fast.duration_ms).toBeLessThan(normal.duration_ms * 0.75);
  });

  test.each([
    [-12, 'gmw/en-US+f2'],
    [-5, 'gmw/en-US'],
    [7, 'gmw/en-US+m3'],
    [12, 'gmw/en-US+m3'],
  ])('moves by %i semitones with the pitch setting of %s', async (pitch, voice) => {
    const plain = medianPitch(decodeWav((await speak({ voice })).wav));
    const moved = medianPitch(decodeWav((await speak({ voice, pitch })).wav));
    expect(12 * Math.log2(moved / plain)).toBeGreaterThan(pitch - 1.2);
    expect(12 * Math.log2(moved / plain)).toBeLessThan(pitch + 1.2);
  });

  test('of many sentences is spoken completely', async () => {
    const { words, duration_ms } = await speak({ text: LONG_TEXT, speed: 2 });
    expect(words).toHaveLength(10 * SENTENCES);
    expect(words.at(-1)?.end_ms).toBeGreaterThan(duration_ms - 500);
  });
});

describe('a line that cannot be spoken', () => {
  test.each([
    ['an unknown voice', { voice: 'gmw/xx' }, 'VOICE_NOT_FOUND'],
    ['an alias that is not an identifier', { voice: 'fr-fr' }, 'VOICE_NOT_FOUND'],
    ['an unknown variant', { voice: 'gmw/de+nobody' }, 'VOICE_NOT_FOUND'],
    ['a variant that leaves its folder', { voice: 'gmw/de+../../../etc/passwd' }, 'VOICE_NOT_FOUND'],
    ['no text', { text: ' \n\t' }, 'UNSPEAKABLE'],
    ['punctuation alone', { text: '… ?! —' }, 'UNSPEAKABLE'],
    ['too much text', { text: 'a '.repeat(6_000) }, 'TEXT_TOO_LONG'],
    ['a speed out of range', { speed: 2.5 }, 'INVALID_REQUEST'],
    ['a pitch that is no number', { pitch: Number.NaN }, 'INVALID_REQUEST'],
  ])('reports its error: %s', async (_, request, code) => {
    await expect(speak(request)).rejects.toMatchObject({ name: 'SpeechEngineError', code });
  });

  test('leaves the process and the next line unaffected', async () => {
    const before = pool.pids();
    await expect(speak({ voice: 'nope' })).rejects.toThrow();
    expect((await speak({ voice: 'gmw/de+f2', text: 'Guten Tag' })).phonemes).toBe('ɡˈuːtən tˈɑːk');
    expect(pool.pids()).toEqual(before);
  });
});

describe('the pool', () => {
  test('starts no process before the first line, and no more than allowed', async () => {
    const two = createSpeechPool({ processes: 2 });
    expect(two.pids()).toEqual([]);
    await Promise.all(Array.from({ length: 6 }, () => two.synthesize(line({ text: 'Hello' }))));
    expect(two.pids()).toHaveLength(2);
    await two.close();
    expect(two.pids()).toEqual([]);
  });

  test('fails only the line of a process that is killed, and continues with the next ones', async () => {
    await speak();
    const [pid] = pool.pids();
    const lost = speak({ text: LONG_TEXT });
    const next = speak({ text: 'Still here' });
    process.kill(pid!, 'SIGKILL');
    await expect(lost).rejects.toMatchObject({ code: 'CRASHED' });
    expect((await next).words).toHaveLength(2);
    expect(pool.pids()).not.toContain(pid);
  });

  test('rejects an aborted line with the reason of its signal, queued or running, and speaks the others', async () => {
    const running = new AbortController();
    const queued = new AbortController();
    const outcomes = [
      pool.synthesize(line({ text: LONG_TEXT }), running.signal),
      pool.synthesize(line(), queued.signal),
      pool.synthesize(line({ text: 'The others' }), new AbortController().signal),
    ];
    queued.abort(new Error('not needed'));
    running.abort(new Error('cancelled'));
    const settled = await Promise.allSettled(outcomes);
    expect(
      settled.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : 'spoken')),
    ).toEqual(['cancelled', 'not needed', 'spoken']);
    await expect(pool.synthesize(line(), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('replaces a process that exceeds the time of one line', async () => {
    const strict = createSpeechPool({ processes: 1, lineTimeoutMs: 5 });
    await expect(strict.synthesize(line({ text: LONG_TEXT }))).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(strict.pids()).toEqual([]);
    await strict.close();
  });

  test('replaces a process after the set number of lines', async () => {
    const recycling = createSpeechPool({ processes: 1, recycleAfter: 2 });
    await recycling.synthesize(line({ text: 'one' }));
    const [first] = recycling.pids();
    await recycling.synthesize(line({ text: 'two' }));
    await recycling.synthesize(line({ text: 'three' }));
    expect(recycling.pids()).toHaveLength(1);
    expect(recycling.pids()).not.toContain(first);
    await recycling.close();
  });

  test('fails open lines when it is closed, and rejects later ones', async () => {
    const closing = createSpeechPool({ processes: 1 });
    const open = Promise.allSettled([
      closing.synthesize(line({ text: LONG_TEXT })),
      closing.synthesize(line()),
    ]);
    await closing.close();
    for (const outcome of await open) expect(outcome).toMatchObject({ reason: { code: 'CLOSED' } });
    await expect(closing.synthesize(line())).rejects.toMatchObject({ code: 'CLOSED' });
  });

  test('repeats audio byte for byte in deterministic mode, also across processes', async () => {
    const first = createSpeechPool({ processes: 1, deterministic: true });
    const second = createSpeechPool({ processes: 1, deterministic: true });
    const a = await first.synthesize(line());
    await first.synthesize(line({ text: 'Something else in between.', voice: 'roa/fr+m3' }));
    const b = await first.synthesize(line());
    const c = await second.synthesize(line());
    expect(Buffer.compare(a.wav, b.wav)).toBe(0);
    expect(Buffer.compare(a.wav, c.wav)).toBe(0);
    await Promise.all([first.close(), second.close()]);
  });
});

describe('a program that uses the pool', () => {
  const index = new URL('../../../src/providers/speech/embedded/pool.ts', import.meta.url).href;
  const script = `
    import { createSpeechPool } from ${JSON.stringify(index)};
    const pool = createSpeechPool({ processes: 1 });
    await pool.synthesize(${JSON.stringify(line({ text: 'Hello' }))});
    console.log(pool.pids()[0]);
  `;
  const args = ['--input-type=module-typescript', '--no-warnings', '-e'];

  test('ends by itself and stops its idle processes', async () => {
    const pid = Number(execFileSync(process.execPath, [...args, script], { encoding: 'utf8' }));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('stops its processes when it is killed', async () => {
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    const parent = spawn(process.execPath, [...args, `${script}; setInterval(() => {}, 1e6);`], { cwd });
    const [output] = await once(parent.stdout, 'data');
    const pid = Number(String(output));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // If no process collects an orphan, it stays listed as a zombie.
    return !(existsSync(`/proc/${pid}/stat`) && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
  } catch {
    return false;
  }
}

test('a process that spoke Japanese ends when it is idle, which frees its dictionary; others stay', async () => {
  const idlePool = createSpeechPool({ processes: 1, idleMs: 20 });
  await idlePool.synthesize(line());
  const [pid] = idlePool.pids();
  await idlePool.synthesize(line({ text: '港は静かです。', voice: 'jpx/ja', locale_code: 'ja-jp' }));
  expect(idlePool.pids()).toEqual([pid]);
  await expect.poll(() => idlePool.pids(), { timeout: 10_000 }).toEqual([]);
  // The next line starts another process.
  await idlePool.synthesize(line());
  expect(idlePool.pids()).toHaveLength(1);
  await idlePool.close();
});
