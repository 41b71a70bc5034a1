import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode, durationMs, type Pcm } from '@voiceloom/audio';

export const WHISPER_KEY = 'sk-good-whisper-0123456789';

/** A file that was sent for transcription, with the other fields. */
export interface SentMedia {
  pcm: Pcm;
  duration_ms: number;
  fields: Map<string, string>;
  authorization: string | undefined;
}

export interface WhisperAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

export interface WhisperServer {
  url: string;
  host: string;
  heard: SentMedia[];
  /** Responses to the next requests, in order. After that, it transcribes. */
  script(...answers: WhisperAnswer[]): void;
  /** Delays responses for matching recordings until the promise resolves. */
  holdUntil(until: Promise<unknown>, isHeld?: (sent: SentMedia) => boolean): void;
  /** The number of delayed requests whose client still waits. */
  holding: () => number;
  close(): Promise<void>;
}

/** A local server with the protocol of `/audio/transcriptions`. `write` decides its transcripts. */
export async function startWhisper(
  write: (sent: SentMedia) => Record<string, unknown> | Promise<Record<string, unknown>>,
): Promise<WhisperServer> {
  const heard: SentMedia[] = [];
  let answers: WhisperAnswer[] = [];
  let until: Promise<unknown> = Promise.resolve();
  let isHeld: (sent: SentMedia) => boolean = () => true;
  let holding = 0;
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
    const send = ({ status = 200, headers, body }: WhisperAnswer) =>
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const { authorization } = req.headers;
    if (authorization !== `Bearer ${WHISPER_KEY}`)
      return void send({ status: 401, body: { error: { message: 'Incorrect API key provided.' } } });
    if (`${req.method} ${req.url}` !== 'POST /v1/audio/transcriptions')
      return void send({ status: 404, body: { error: { message: 'No such path.' } } });
    const next = answers.shift();
    if (next) return void send(next);
    const { fields, file } = await formOf(Buffer.concat(parts), req.headers['content-type'] ?? '');
    const { pcm } = await decode(file);
    const sent = { pcm, duration_ms: durationMs(pcm), fields, authorization };
    heard.push(sent);
    if (isHeld(sent)) {
      holding += 1;
      await Promise.race([until, new Promise((resolve) => res.once('close', resolve))]);
      holding -= 1;
    }
    if (!res.destroyed) send({ body: await write(sent) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/v1`,
    ...{ host, heard },
    script(...next) {
      answers = next;
    },
    holdUntil(next, which = () => true) {
      until = next;
      isHeld = which;
    },
    holding: () => holding,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function formOf(
  body: Buffer,
  type: string,
): Promise<{ fields: Map<string, string>; file: Uint8Array }> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields = new Map<string, string>();
  let file = new Uint8Array();
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.set(name, value);
    else file = new Uint8Array(await value.arrayBuffer());
  }
  return { fields, file };
}

/** The pitch of a tone, from its zero crossings. */
export function pitchOf({ channels: [channel = new Float32Array()], sampleRate }: Pcm): number {
  let [crossings, sounding] = [0, 0];
  for (let i = 1; i < channel.length; i++) {
    const [before, now] = [channel[i - 1] ?? 0, channel[i] ?? 0];
    if (Math.abs(now) > 0.000_04) sounding += 1;
    if (before < 0 && now >= 0) crossings += 1;
  }
  return (crossings * sampleRate) / Math.max(1, sounding);
}
