import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type EmulatorResponse,
  heardSpeech,
  type ListenRequest,
  type TranscriptionEmulator,
} from './emulator.ts';

/** The behavior of the provider for a request. By default, it transcribes the audio. */
export type ListenAct =
  | { act: 'respond'; response: EmulatorResponse }
  | { act: 'drip'; endless?: boolean }
  | { act: 'cut' }
  | { act: 'reset' }
  | { act: 'hang' }
  | { act: 'wait'; until: Promise<unknown> };

export interface ListeningServer {
  url: string;
  host: string;
  requests: ListenRequest[];
  connections: () => number;
  hanging: () => number;
  /** Acts for the next requests, in order. */
  script(...acts: ListenAct[]): void;
  /** Decides for each request; undefined: use the script. */
  decide(choose: ((request: ListenRequest) => ListenAct | undefined) | undefined): void;
  /** Sets the transcript of audio. */
  hear(listen: (audio: Buffer) => string): void;
  close(): Promise<void>;
}

/** A local server that behaves like a transcription provider, and fails as tests request. */
export async function startListeningEmulator(emulator: TranscriptionEmulator): Promise<ListeningServer> {
  const requests: ListenRequest[] = [];
  const sockets = new Set<Socket>();
  let [acts, connections, hanging]: [ListenAct[], number, number] = [[], 0, 0];
  let choose: ((request: ListenRequest) => ListenAct | undefined) | undefined;
  let listen: (audio: Buffer) => string = () => 'Hello there.';
  const server = createServer(async (req, res) => {
    const request = await read(req);
    requests.push(request);
    const isListening = emulator.isListening(request);
    const act = choose?.(request) ?? (isListening ? acts.shift() : undefined);
    if (!isListening && !act) return send(res, { status: 404 });
    if (act?.act === 'hang') {
      hanging += 1;
      res.once('close', () => (hanging -= 1));
    }
    const response =
      act?.act === 'respond'
        ? act.response
        : (emulator.refuse(request) ?? emulator.response(heardSpeech(listen(request.audio)), request));
    await perform(act, response, res);
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    requests,
    connections: () => connections,
    hanging: () => hanging,
    script: (...next) => {
      acts = next;
    },
    decide: (next) => {
      choose = next;
    },
    hear: (next) => {
      listen = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function read(req: IncomingMessage): Promise<ListenRequest> {
  const parts: Buffer[] = [];
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
  const body = Buffer.concat(parts);
  const url = new URL(req.url ?? '/', 'http://emulator');
  const { fields, audio } = formOf(req.headers['content-type'] ?? '', body);
  const place = { method: req.method ?? '', path: url.pathname, query: url.searchParams };
  return { ...place, headers: req.headers, body, fields, audio };
}

/** Parses a form as in RFC 7578. Any other body is the audio itself. */
function formOf(type: string, body: Buffer): Pick<ListenRequest, 'fields' | 'audio'> {
  const fields = new Map<string, string[]>();
  const boundary = /^multipart\/form-data; ?boundary=(\S+)$/.exec(type)?.[1];
  if (boundary === undefined) return { fields, audio: body };
  let audio = Buffer.alloc(0);
  const text = `\r\n${body.toString('latin1')}`;
  const pieces = text.split(`\r\n--${boundary}`);
  if (pieces.at(-1) !== '--\r\n') throw new Error('the form does not end');
  for (const piece of pieces.slice(1, -1)) {
    const at = piece.indexOf('\r\n\r\n');
    const head = piece.slice(0, at);
    const value = Buffer.from(piece.slice(at + 4), 'latin1');
    const name = /; name="([^"]*)"/.exec(head)?.[1] ?? '';
    if (head.includes('filename=')) audio = value;
    else fields.set(name, [...(fields.get(name) ?? []), value.toString('utf8')]);
  }
  return { fields, audio };
}

async function perform(
  act: ListenAct | undefined,
  response: EmulatorResponse,
  res: ServerResponse,
): Promise<void> {
  if (act?.act === 'hang') return;
  if (act?.act === 'reset') return void res.socket?.destroy();
  if (act?.act === 'wait') await act.until;
  if (act?.act !== 'drip' && act?.act !== 'cut') return send(res, response);
  const body = Buffer.from(response.body ?? '');
  res.writeHead(response.status, { ...response.headers, 'content-length': body.length });
  if (act.act === 'cut') {
    res.write(body.subarray(0, Math.floor(body.length / 2)), () => res.socket?.destroy());
    return;
  }
  const step = Math.ceil(body.length / 20);
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
