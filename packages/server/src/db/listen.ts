import pg from 'pg';

export interface Listener {
  /** Calls back for every NOTIFY on the channel; notices sent while disconnected are lost, so callers also poll. */
  on(channel: string, callback: (payload: string) => void): () => void;
  close(): Promise<void>;
}

/** One connection that listens for everybody in the process and reconnects by itself. */
export function createListener(connectionString: string, onError: (error: Error) => void): Listener {
  const callbacks = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  function reconnectLater(): void {
    if (closed || retry) return;
    client = undefined;
    retry = setTimeout(() => {
      retry = undefined;
      void connect();
    }, 500);
  }

  async function connect(): Promise<void> {
    const next = newClient(connectionString);
    next.on('error', (error) => {
      onError(error);
      reconnectLater();
    });
    next.on('end', reconnectLater);
    next.on('notification', (notice) => {
      for (const callback of callbacks.get(notice.channel) ?? []) callback(notice.payload ?? '');
    });
    try {
      await next.connect();
      for (const channel of callbacks.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      client = next;
      if (closed) await next.end();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      await next.end().catch(() => undefined);
      reconnectLater();
    }
  }

  const ready = connect();
  return {
    on(channel, callback) {
      const known = callbacks.get(channel);
      if (known) known.add(callback);
      else {
        callbacks.set(channel, new Set([callback]));
        void ready.then(() => client?.query(`listen ${pg.escapeIdentifier(channel)}`)).catch(onError);
      }
      return () => callbacks.get(channel)?.delete(callback);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await ready;
      await client?.end().catch(() => undefined);
    },
  };
}

function newClient(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: 'voiceloom-listen',
  });
}
