import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { App } from '../../app.ts';
import { createMonitor, createServer, type WrapHandlers } from '../server.ts';
import { CONNECTION_CHECK_INTERVAL_MS, guardConnections } from './guard-connections.ts';

export interface RunningServer {
  url: string;
  port: number;
  /** Rejects new requests and ends streams. Lets other requests finish within the grace time, and then closes. */
  close(graceMs?: number): Promise<void>;
}

const DEFAULT_PORT = 8_080;
const DEFAULT_GRACE_MS = 10_000;
/** Longer than the idle timeout of common load balancers, so that these close connections first. */
const KEEP_ALIVE_MS = 75_000;

/** Serves the API on the configured port. Without one, on 8080, or on a free port if 8080 is in use. */
export async function startServer(app: App, wrap?: WrapHandlers): Promise<RunningServer> {
  const { port = DEFAULT_PORT } = app.config;
  const mayMove = app.config.port === undefined;
  const running = await serve(app, {
    port,
    mayMove,
    create: (stopping) => createServer(app, stopping, wrap),
  });
  // A free port is not known before now. URLs that are created from here on contain it.
  app.baseUrl = () => app.config.public_url ?? running.url;
  return running;
}

/** Serves the health and the metrics of a process without the API. */
export function startMonitor(app: App, port: number): Promise<RunningServer> {
  return serve(app, { port, mayMove: false, create: (stopping) => createMonitor(app, stopping) });
}

interface Serving {
  port: number;
  /** Whether to use a free port if this one is in use. */
  mayMove: boolean;
  create: (stopping: AbortSignal) => Promise<RequestListener>;
}

/** Creates and starts the server. `mayMove`: takes another port if the configured one is in use. */
async function serve(app: App, serving: Serving): Promise<RunningServer> {
  const { create, mayMove } = serving;
  const { host } = app.config;
  const stopping = new AbortController();
  const options = {
    connectionsCheckingInterval: CONNECTION_CHECK_INTERVAL_MS,
    // `guardConnections` checks the header and responds with our error envelope.
    requireHostHeader: false,
  };
  const server = createHttpServer(options, await create(stopping.signal));
  guardConnections(server, app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('request', (_req, res) =>
    res.once('close', () => {
      // During a stop, closes connections that become idle. Otherwise, they would stay open for another request.
      if (stopping.signal.aborted) setImmediate(() => server.closeIdleConnections());
    }),
  );
  const port = await listen(server, host, serving.port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || !mayMove) throw error;
    return listen(server, host, 0);
  });
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { url, port, close: (graceMs = DEFAULT_GRACE_MS) => close(server, stopping, graceMs) };
}

/** Resolves to the port on which the server listens. */
function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.removeListener('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Stops accepting requests and waits for those in progress, for at most `graceMs`. */
async function close(server: Server, stopping: AbortController, graceMs: number): Promise<void> {
  stopping.abort();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(late);
}
