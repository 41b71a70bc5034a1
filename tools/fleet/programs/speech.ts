/**
 * A speech provider with the API of OpenAI, over TLS. Like real providers, it limits concurrent requests and rejects
 * others. GET returns every request for speech that it accepted.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createTones } from '../../../bench/support/tones.ts';
import type { SpeechCall } from '../services.ts';

const { PORT, WAIT_MS, AT_ONCE, KEY_FILE = '', CERTIFICATE_FILE = '' } = process.env;
const MS_PER_CHARACTER = 30;
const BUSY = JSON.stringify({ error: { code: 'rate_limit_exceeded', message: 'Later.' } });

const tones = createTones(MS_PER_CHARACTER);
const calls: SpeechCall[] = [];
let active = 0;

const tls = { key: readFileSync(KEY_FILE), cert: readFileSync(CERTIFICATE_FILE) };
const server = createServer(tls, async (req, res) => {
  if (req.method !== 'POST')
    return res.end(JSON.stringify(req.url === '/calls' ? calls : { voices: ['af_heart'] }));
  const { input } = JSON.parse(await text(req)) as { input: string };
  if (active >= Number(AT_ONCE))
    return res.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' }).end(BUSY);
  const call: SpeechCall = {
    text: input,
    at: Date.now(),
    from: req.socket.remoteAddress ?? '',
    left_at: null,
  };
  calls.push(call);
  active += 1;
  res.on('close', () => {
    active -= 1;
    if (!res.writableFinished) call.left_at = Date.now();
  });
  const [audio] = await Promise.all([tones(input), delay(Number(WAIT_MS))]);
  return res.writeHead(200, { 'content-type': 'audio/wav', 'content-length': audio.length }).end(audio);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(PORT));
