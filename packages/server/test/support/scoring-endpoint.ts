import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { decode, durationMs, type Pcm } from '@voiceloom/audio';

export const SCORING_KEY = 'good-scoring-0123456789';

/** The behavior of the endpoint for the next request. After that, it scores. */
export type ScoringAct =
  | { act: 'respond'; status: number; body?: string; headers?: Record<string, string> }
  | { act: 'drip' | 'cut' | 'reset' | 'hang' };

export interface HeardTake {
  path: string | undefined;
  authorization: string | undefined;
  content_type: string | undefined;
  pcm: Pcm;
  duration_ms: number;
}

export interface ScoringEndpoint {
  url: string;
  host: string;
  /** Every received take, in order. */
  heard: HeardTake[];
  connections: () => number;
  hanging: () => number;
  script(...acts: ScoringAct[]): void;
  close(): Promise<void>;
}

/** A local scoring endpoint that scores takes with `mosOf`, and fails on request. */
export async function startScoringEndpoint(
  mosOf: (take: HeardTake, index: number) => number = () => 4.5,
): Promise<ScoringEndpoint> {
  const heard: HeardTake[] = [];
  const sockets = new Set<Socket>();
  let [acts, connections, hanging]: [ScoringAct[], number, number] = [[], 0, 0];
  const server = createServer(async (req, res) => {
    const body = await bodyOf(req);
    const act = acts.shift();
    if (act?.act === 'hang') {
      hanging += 1;
      res.once('close', () => (hanging -= 1));
      return;
    }
    if (act?.act === 'reset') return void res.socket?.destroy();
    if (act?.act === 'respond') return void res.writeHead(act.status, act.headers).end(act.body);
    const refusal = await refusalOf(req, body);
    if (refusal) return void res.writeHead(refusal).end('{"error":"refused"}');
    const { pcm } = await decode(body);
    const { authorization, 'content-type': content_type } = req.headers;
    const take = { path: req.url, authorization, content_type, pcm, duration_ms: durationMs(pcm) };
    heard.push(take);
    await answer(res, JSON.stringify({ mos: mosOf(take, heard.length - 1), model: 'utmos-test' }), act?.act);
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/score`,
    ...{ host, heard },
    connections: () => connections,
    hanging: () => hanging,
    script(...next) {
      acts = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

async function refusalOf(req: IncomingMessage, body: Buffer): Promise<number | undefined> {
  if (req.method !== 'POST') return 405;
  if (req.headers['content-type'] !== 'audio/wav') return 415;
  const { authorization } = req.headers;
  if (authorization !== undefined && authorization !== `Bearer ${SCORING_KEY}`) return 401;
  const decoded = await decode(body).catch(() => undefined);
  return decoded?.format === 'wav' ? undefined : 422;
}

async function answer(res: ServerResponse, body: string, act: 'drip' | 'cut' | undefined): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  if (act === undefined) return void res.writeHead(200, headers).end(body);
  res.writeHead(200, headers);
  if (act === 'cut') return void res.write(body.slice(0, 8), () => res.socket?.destroy());
  for (const character of body) {
    res.write(character);
    await turn();
  }
  res.end();
}
