import { encode, encodeWav, type Pcm } from '@voiceloom/audio';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { giveKey } from '../support/own-keys.ts';
import { openaiCompatibleEmulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

/* A run whose provider returns a body that is not one complete audio file: how the line ends, and after how many calls. */

const RATE = 22_050;
let server: EmulatorServer;
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  server = await startSpeechEmulator(openaiCompatibleEmulator);
  engine = await startEngine({
    config: {
      provider_urls: { openai_compatible: server.url },
      provider_allowed_hosts: [server.host],
    },
  });
});
beforeEach(async () => {
  owner = await engine.owner();
  const { credentials } = openaiCompatibleEmulator;
  await giveKey(engine.app, owner, { provider: 'openai_compatible', credentials });
  server.requests.length = 0;
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

/** Bursts of tone, with quiet edges of 50 ms. `lead` is what comes before them. */
function speech(seconds: number, lead: readonly number[] = []): Pcm {
  const edge = 0.05 * RATE;
  const length = seconds * RATE;
  const channel = Float32Array.from({ length: lead.length + length }, (_, at) => {
    const i = at - lead.length;
    if (i < 0) return lead[at] ?? 0;
    if (i < edge || i > length - edge) return 0;
    const swell = 0.5 - 0.5 * Math.cos((2 * Math.PI * 4 * (i - edge)) / RATE);
    return 0.25 * swell * Math.sin((2 * Math.PI * 220 * i) / RATE);
  });
  return { channels: [channel], sampleRate: RATE };
}

/** The end of a line for which the provider returns `body` each time. */
async function endOf(body: Uint8Array | string, headers = { 'content-type': 'audio/wav' }) {
  const answer = { status: 200, headers, body: typeof body === 'string' ? body : Buffer.from(body) };
  server.decide(() => ({ act: 'respond', response: answer }));
  const definition = shortPipeline({ text: 'One line.', generator: { provider: 'openai_compatible' } });
  const id = await engine.start(owner, definition);
  await engine.until(id, ['completed', 'failed']);
  expect(await auditRun(engine.app, id)).toEqual([]);
  const { db } = engine.app;
  const line = await db
    .selectFrom('run_line')
    .leftJoin('audio', 'audio.id', 'run_line.audio_id')
    .select(['run_line.status', 'run_line.error', 'audio.duration_ms'])
    .where('run_line.run_id', '=', id)
    .executeTakeFirstOrThrow();
  const checks = await db.selectFrom('attempt').select('verdict').where('run_id', '=', id).execute();
  return {
    ...line,
    verdict: checks.find(({ verdict }) => verdict)?.verdict ?? null,
    calls: server.requests.length,
  };
}

test('two complete files in one body become one take with both', async () => {
  const wav = encodeWav(speech(1.2));
  const end = await endOf(Buffer.concat([wav, wav]));
  expect(end).toMatchObject({ status: 'delivered', duration_ms: 2_400, calls: 1 });
  expect(end.verdict).toMatchObject({ status: 'pass', score: 100 });
});

test('headers in every part are taken out', async () => {
  const wav = Buffer.from(encodeWav(speech(1.2)));
  wav.writeUInt32LE(0xffff_ffff, 4);
  wav.writeUInt32LE(0xffff_ffff, 40);
  const [header, samples] = [wav.subarray(0, 44), wav.subarray(44)];
  const parts = [0, 1, 2].flatMap((part) => [header, samples.subarray(part * 17_640, (part + 1) * 17_640)]);
  expect(await endOf(Buffer.concat(parts))).toMatchObject({
    status: 'delivered',
    duration_ms: 1_200,
    calls: 1,
  });
});

test.each(['opus', 'ogg', 'flac', 'mp3', 'wav'] as const)('a cut %s body fails the line', async (format) => {
  const whole = await encode(speech(1.2), { format, bitrate_kbps: null });
  const end = await endOf(whole.subarray(0, Math.floor(whole.length * 0.54)));
  expect(end).toMatchObject({ status: 'failed', duration_ms: null, calls: 2 });
  expect(end.error?.code).toBe('provider_unusable');
  expect(end.error?.message).toMatch(/cut short|truncated/);
});

test('a click before the speech fails the noise check', async () => {
  const click = Array.from({ length: 0.38 * RATE }, (_, i) => (i < 0.02 * RATE ? 0.9 * Math.sin(i / 3) : 0));
  const { verdict } = await endOf(encodeWav(speech(1.2, click)));
  expect(verdict).toMatchObject({ kind: 'noise', status: 'fail', reason: expect.stringMatching(/click/) });
});

test.each([
  ['an error with the status of a success', '{"error":{"message":"quota"}}', /quota/],
  ['nothing', '', /empty/],
  ['silence', encodeWav({ channels: [new Float32Array(RATE)], sampleRate: RATE }), /silent/],
  [
    'a header alone',
    encodeWav({ channels: [new Float32Array(1)], sampleRate: RATE }).subarray(0, 44),
    /audio/,
  ],
])('%s ends the line after two equal responses, with the reason', async (_, body, message) => {
  const end = await endOf(body, { 'content-type': 'application/json' });
  expect(end).toMatchObject({ status: 'failed', calls: 2 });
  expect(end.error?.message).toMatch(message);
});

test.each([
  ['a text that it does not accept', 400],
  ['a voice that it does not have', 404],
  ['a key that it does not accept', 401],
])('%s is not sent again', async (_, status) => {
  server.decide(() => ({ act: 'respond', response: { status, body: '{"error":{"message":"No."}}' } }));
  const definition = shortPipeline({ text: 'One line.', generator: { provider: 'openai_compatible' } });
  await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
  expect(server.requests.filter(({ path }) => path === '/audio/speech')).toHaveLength(1);
});
