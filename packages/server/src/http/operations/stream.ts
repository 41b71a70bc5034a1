import { once } from 'node:events';
import type { Request, Response } from 'express';
import type { StreamReply } from '../../handler/stream-reply.ts';

const HEARTBEAT_MS = 15_000;

/** Sends events until the function returns, the client disconnects or `ending` is aborted. */
export async function sendEvents(
  req: Request,
  res: Response,
  { reply, ending }: { reply: StreamReply; ending: AbortSignal },
): Promise<void> {
  const signal = AbortSignal.any([goneSignal(res), ending]);
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    // Proxies must forward events immediately.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.flushHeaders();
  if (req.method === 'HEAD') return void res.end();
  const heartbeat = setInterval(() => res.write(': still here\n\n'), HEARTBEAT_MS);
  try {
    await reply.stream({
      lastEventId: Number(req.headers['last-event-id'] ?? 0),
      signal,
      async send({ id, event, data }) {
        if (signal.aborted) return;
        if (res.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) return;
        // The wait rejects if the client disconnects. The stream function also gets the signal.
        await once(res, 'drain', { signal }).catch(() => undefined);
      },
    });
  } finally {
    clearInterval(heartbeat);
  }
  res.end();
}

/** Aborted when the client disconnects. */
export function goneSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  // If the client disconnected while the handler ran, `close` was already emitted.
  if (res.destroyed) controller.abort();
  res.on('close', () => controller.abort());
  return controller.signal;
}
