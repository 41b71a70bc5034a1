import { PassThrough, type Writable } from 'node:stream';
import type { RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { World } from '../context.ts';
import { createMcpServer, type McpServerOptions } from './server.ts';

/** With more pending requests, input is paused until responses are written. */
const MAX_OPEN = 256;

/** A transport that knows which requests have no response yet. */
function trackRequests(wire: Transport) {
  const open = new Set<RequestId>();
  let notify = () => {};
  const close = (id: RequestId | undefined) => {
    if (id !== undefined && open.delete(id)) notify();
  };
  const transport: Transport = {
    async start() {
      wire.onmessage = (message, extra) => {
        if ('method' in message && 'id' in message) open.add(message.id);
        // A canceled request gets no response.
        else if ('method' in message && message.method === 'notifications/cancelled')
          close(message.params?.requestId as RequestId | undefined);
        transport.onmessage?.(message, extra);
      };
      wire.onclose = () => transport.onclose?.();
      wire.onerror = (error) => transport.onerror?.(error);
      await wire.start();
    },
    async send(message, options) {
      await wire.send(message, options);
      if (!('method' in message)) close(message.id);
    },
    close: () => wire.close(),
  };
  /** Resolves when at most `most` requests are pending. */
  const atMost = async (most: number) => {
    while (open.size > most)
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
  };
  return { transport, atMost };
}

/** Serves until the client closes stdin or the program is stopped. Requests that are open at the end of stdin are finished. */
export async function serve(
  options: McpServerOptions,
  { stdin, stdout, signal }: World,
  onerror: (error: Error) => void,
): Promise<void> {
  const input = new PassThrough();
  const { transport, atMost } = trackRequests(new StdioServerTransport(input, stdout as Writable));
  const server = serveStdio(() => createMcpServer(options), { transport, onerror });
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  const read = async () => {
    for await (const chunk of stdin) {
      input.write(chunk);
      // Let the transport process its input before checking for pending requests.
      await new Promise(setImmediate);
      await atMost(MAX_OPEN);
    }
    // The last message may lack its line feed.
    input.write('\n');
    await new Promise(setImmediate);
    await atMost(0);
  };
  try {
    await Promise.race([read(), stopped]);
  } finally {
    await server.close();
  }
}
