import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { AskedText, EmulatorRequest, EmulatorResponse, TranslationEmulator } from './emulator.ts';

/** The behavior of the provider for a request. */
export type Act =
  | { act: 'respond'; response: EmulatorResponse }
  /** Changes its translations. A text for which it returns undefined is missing in the response. */
  | { act: 'say'; say: (text: AskedText, said: string) => string | undefined }
  /** In many small pieces. `endless` never ends. */
  | { act: 'drip'; endless?: boolean }
  /** Starts the response, then closes the connection. */
  | { act: 'cut' }
  | { act: 'reset' }
  | { act: 'hang' };

export interface TranslationServer {
  url: string;
  host: string;
  requests: EmulatorRequest[];
  hanging: () => number;
  /** Acts for the next requests, in order. After that, it translates. */
  script(...acts: Act[]): void;
  /** Decides for each request; undefined: use the script. */
  decide(choose: ((texts: AskedText[], language: string) => Act | undefined) | undefined): void;
  close(): Promise<void>;
}

/** A local server that translates word by word like a provider, and fails as tests request. */
export async function startTranslationEmulator(emulator: TranslationEmulator): Promise<TranslationServer> {
  const requests: EmulatorRequest[] = [];
  const sockets = new Set<Socket>();
  let [acts, hanging]: [Act[], number] = [[], 0];
  let choose: ((texts: AskedText[], language: string) => Act | undefined) | undefined;
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
    const url = new URL(req.url ?? '/', 'http://emulator');
    const request: EmulatorRequest = {
      ...{ method: req.method ?? '', path: url.pathname, query: url.searchParams, headers: req.headers },
      body: Buffer.concat(parts).toString('utf8'),
      target: { path: req.url ?? '', host: req.headers.host ?? '' },
    };
    requests.push(request);
    const refusal = emulator.refuse(request);
    const act = refusal
      ? undefined
      : (choose?.(emulator.textsOf(request), emulator.languageOf(request)) ?? acts.shift());
    if (refusal && acts.length === 0) return send(res, refusal);
    if (act?.act === 'hang') {
      hanging += 1;
      res.once('close', () => (hanging -= 1));
    }
    await perform(act ?? acts.shift(), { emulator, request, res });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url: `http://${host}`, host, requests, hanging: () => hanging },
    script(...next) {
      acts = next;
    },
    decide(next) {
      choose = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

type Performance = { emulator: TranslationEmulator; request: EmulatorRequest; res: ServerResponse };

async function perform(act: Act | undefined, { emulator, request, res }: Performance): Promise<void> {
  if (act?.act === 'hang') return;
  if (act?.act === 'reset') return void res.socket?.destroy();
  if (act?.act === 'respond') return send(res, act.response);
  const language = emulator.languageOf(request);
  const said = emulator.textsOf(request).flatMap((asked) => {
    const plain = emulator.translate(asked.text, language);
    const text = act?.act === 'say' ? act.say(asked, plain) : plain;
    return text === undefined ? [] : [{ id: asked.id, text }];
  });
  const response = emulator.response(said);
  if (act === undefined || act.act === 'say') return send(res, response);
  const body = Buffer.from(response.body ?? '');
  res.writeHead(response.status, response.headers);
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
