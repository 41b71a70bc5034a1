/**
 * A speech provider for the benchmarks, with the API of OpenAI. It responds after `WAIT_MS` with a tone that passes the
 * checks and is as long as the text, so it costs next to no CPU. GET returns how often it was called.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { scriptedSpeech } from '../../packages/server/test/support/fake-speech.ts';

const WAIT_MS = Number(process.env.WAIT_MS ?? 0);
const MS_PER_CHARACTER = Number(process.env.MS_PER_CHARACTER ?? 65);
/** A shorter tone would be silent: its edges are. */
const LEAST_MS = 300;

const durationMs = (request: { text: string }): number =>
  Math.max(LEAST_MS, request.text.length * MS_PER_CHARACTER);
const tone = scriptedSpeech({ durationMs }).providers.get('espeak');
const takes = new Map<number, Uint8Array>();

async function speak(input: string): Promise<Uint8Array> {
  const known = takes.get(input.length);
  if (known || !tone) return known ?? new Uint8Array();
  const voice = { model: 'espeak-ng', provider_voice_id: '', locale_code: 'en-us', speed: 1, pitch: 0 };
  const request = { ...voice, text: input, idempotency_key: '' };
  const { audio } = await tone.synthesize(request, AbortSignal.timeout(10_000));
  takes.set(input.length, audio);
  return audio;
}

let calls = 0;
const server = createServer(async (req, res) => {
  if (req.method !== 'POST') return res.writeHead(200).end(JSON.stringify({ calls }));
  calls += 1;
  const { input } = JSON.parse(await text(req)) as { input: string };
  const [audio] = await Promise.all([speak(input), delay(WAIT_MS)]);
  return res.writeHead(200, { 'content-type': 'audio/wav', 'content-length': audio.length }).end(audio);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  writeFileSync(process.env.READY_FILE ?? '', JSON.stringify({ url: `http://127.0.0.1:${port}`, token: '' }));
});
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
});
