/**
 * A speech provider for the benchmarks, with the API of OpenAI. It responds after `WAIT_MS` with a cached tone, which
 * needs almost no CPU. The tone passes the checks, and its length depends on the length of the text. GET returns the
 * numbers of calls and of different texts.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createTones } from './tones.ts';

const WAIT_MS = Number(process.env.WAIT_MS ?? 0);
const MS_PER_CHARACTER = Number(process.env.MS_PER_CHARACTER ?? 65);

const tones = createTones(MS_PER_CHARACTER);
let calls = 0;
const texts = new Set<string>();
const server = createServer(async (req, res) => {
  if (req.method !== 'POST') return res.writeHead(200).end(JSON.stringify({ calls, texts: texts.size }));
  calls += 1;
  const { input } = JSON.parse(await text(req)) as { input: string };
  texts.add(input);
  const [audio] = await Promise.all([tones(input), delay(WAIT_MS)]);
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
