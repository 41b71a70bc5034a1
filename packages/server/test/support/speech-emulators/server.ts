import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { writeWav } from '../../../src/providers/speech/wav.ts';
import type { EmulatorRequest, EmulatorResponse, SpeechEmulator } from './emulator.ts';

/** The behavior of the provider for the next request for speech. */
export type Act =
  | { act: 'speak'; tone?: Tone }
  | { act: 'respond'; response: EmulatorResponse }
  /** In many small pieces. `endless` never ends. */
  | { act: 'drip'; endless?: boolean }
  /** Starts the response, then closes the connection. */
  | { act: 'cut' }
  | { act: 'reset' }
  | { act: 'hang' }
  /** Speaks when the promise resolves. */
  | { act: 'wait'; until: Promise<unknown> };

/** The defect of the audio. */
export interface Tone {
  silent?: boolean;
  rate?: number;
  /** Only for providers that send WAV files. */
  header?: 'endless' | 'only';
  empty?: boolean;
}

export interface EmulatorServer {
  url: string;
  host: string;
  requests: EmulatorRequest[];
  connections: () => number;
  /** The number of requests that wait for a response that never comes. */
  hanging: () => number;
  /** Acts for the next requests, in order. After that, it speaks. */
  script(...acts: Act[]): void;
  /** Decides for each request; undefined: use the script. */
  decide(choose: ((request: EmulatorRequest) => Act | undefined) | undefined): void;
  active: () => number;
  /** The maximum number of concurrent requests for speech. */
  peak: () => number;
  resetPeak(): void;
  close(): Promise<void>;
}

const SECONDS_PER_CHARACTER = 0.02;

/** A local server that behaves like a provider, and fails as tests request. */
export async function startSpeechEmulator(emulator: SpeechEmulator, port = 0): Promise<EmulatorServer> {
  const requests: EmulatorRequest[] = [];
  const sockets = new Set<Socket>();
  let [acts, connections, active, peak, hanging]: [Act[], number, number, number, number] = [[], 0, 0, 0, 0];
  let choose: ((request: EmulatorRequest) => Act | undefined) | undefined;
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
    const url = new URL(req.url ?? '/', 'http://emulator');
    const request: EmulatorRequest = {
      method: req.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: req.headers,
      body: Buffer.concat(parts).toString('utf8'),
      target: { path: req.url ?? '', host: req.headers.host ?? '' },
    };
    requests.push(request);
    if (!emulator.isSpeech(request)) return send(res, emulator.list(request) ?? { status: 404 });
    active += 1;
    peak = Math.max(peak, active);
    res.once('close', () => (active -= 1));
    const refusal = emulator.refuse(request);
    const act = choose?.(request) ?? acts.shift() ?? { act: 'speak' };
    if (act.act === 'hang') {
      hanging += 1;
      res.once('close', () => (hanging -= 1));
    }
    await perform(act, { emulator, request, res, refusal });
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    requests,
    connections: () => connections,
    hanging: () => hanging,
    script(...next) {
      acts = next;
    },
    decide(next) {
      choose = next;
    },
    active: () => active,
    peak: () => peak,
    resetPeak() {
      peak = active;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

interface Performance {
  emulator: SpeechEmulator;
  request: EmulatorRequest;
  res: ServerResponse;
  refusal: EmulatorResponse | undefined;
}

async function perform(act: Act, { emulator, request, res, refusal }: Performance): Promise<void> {
  if (act.act === 'hang') return;
  if (act.act === 'reset') return void res.socket?.destroy();
  if (act.act === 'respond') return send(res, act.response);
  if (act.act === 'wait') await act.until;
  if (refusal) return send(res, refusal);
  const response = speak(emulator, request, act.act === 'speak' ? act.tone : undefined);
  if (act.act === 'speak' || act.act === 'wait') return send(res, response);
  const body = Buffer.from(response.body ?? '');
  res.writeHead(response.status, response.headers);
  if (act.act === 'cut') {
    res.write(body.subarray(0, Math.floor(body.length / 2)), () => res.socket?.destroy());
    return;
  }
  const step = Math.ceil(body.length / 50);
  for (let at = 0; at < body.length && !res.destroyed; at += step) {
    if (act.endless && at > body.length / 2) return;
    res.write(body.subarray(at, at + step));
    await turn();
  }
  res.end();
}

function send(res: ServerResponse, { status, headers, body }: EmulatorResponse): void {
  res.writeHead(status, headers).end(body);
}

function speak(emulator: SpeechEmulator, request: EmulatorRequest, tone: Tone = {}): EmulatorResponse {
  const text = emulator.textOf(request);
  const sample_rate = tone.rate ?? emulator.rateOf(request);
  const duration_s = emulator.secondsOf?.(request) ?? spokenSeconds(text);
  if (tone.empty) return emulator.speech({ text, bytes: Buffer.alloc(0), duration_s }, request);
  const samples = samplesOf(duration_s, sample_rate, tone.silent ? 0 : 0.25);
  const wav = Buffer.from(writeWav({ samples, sample_rate }));
  if (emulator.container === 'pcm')
    return emulator.speech({ text, bytes: wav.subarray(44), duration_s }, request);
  if (tone.header === 'endless') {
    wav.writeUInt32LE(0xffff_ffff, 4);
    wav.writeUInt32LE(0xffff_ffff, 40);
  }
  if (tone.header === 'only') wav.writeUInt32LE(0, 40);
  const bytes = tone.header === 'only' ? wav.subarray(0, 44) : wav;
  return emulator.speech({ text, bytes, duration_s }, request);
}

/** The duration of the provider's speech for a text. */
export function spokenSeconds(text: string): number {
  return Math.round((0.4 + SECONDS_PER_CHARACTER * text.length) * 100) / 100;
}

/** Bursts of tone with short gaps, with the level and the quiet edges of clean speech. */
function samplesOf(seconds: number, rate: number, level: number): Int16Array {
  // A quarter of a second contains whole waves of both tones, so it can repeat.
  const period = Int16Array.from({ length: rate / 4 }, (_, i) => {
    const burst = 0.5 - 0.5 * Math.cos((2 * Math.PI * 4 * i) / rate);
    return Math.round(32_767 * level * burst * Math.sin((2 * Math.PI * 220 * i) / rate));
  });
  const samples = new Int16Array(Math.round(seconds * rate));
  const edge = Math.round(0.1 * rate);
  for (let at = edge; at < samples.length - edge; at += period.length)
    samples.set(period.subarray(0, Math.min(period.length, samples.length - edge - at)), at);
  return samples;
}
