import pg from 'pg';

export interface Listener {
  /** Calls back for every NOTIFY on the channel. Those sent during a disconnection are lost, so callers also poll. */
  on(channel: string, callback: (payload: string) => void): () => void;
  close(): Promise<void>;
}

const RETRY_MS = 500;
/** A connection that a network drops silently is detected after this time plus one query timeout. */
const CHECK_MS = 10_000;

/** One connection that listens for the whole process and reconnects automatically. */
export function createListener(connectionString: string, onError: (error: Error) => void): Listener {
  const callbacks = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let connecting = connect();

  /** Reconnects only if the current connection has ended. A replaced one may end later. */
  function reconnectAfter(oldClient: pg.Client): void {
    if (oldClient !== client || isClosed) return;
    client = undefined;
    retry = setTimeout(() => {
      connecting = connect();
    }, RETRY_MS);
  }

  function abandon(brokenClient: pg.Client, error: Error): void {
    onError(error);
    reconnectAfter(brokenClient);
    // Not awaited, because a silent peer may never confirm the end.
    void brokenClient.end().catch(() => undefined);
  }

  // Detects a connection that the network has dropped silently.
  const check = setInterval(() => {
    const currentClient = client;
    currentClient?.query('select 1').catch((error: Error) => {
      if (!isClosed) abandon(currentClient, error);
    });
  }, CHECK_MS).unref();

  async function connect(): Promise<void> {
    const newClient = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: 'voiceloom-listen',
    });
    client = newClient;
    newClient.on('error', (error) => abandon(newClient, error));
    newClient.on('end', () => reconnectAfter(newClient));
    newClient.on('notification', (notice) => {
      for (const callback of callbacks.get(notice.channel) ?? []) callback(notice.payload ?? '');
    });
    try {
      await newClient.connect();
      for (const channel of callbacks.keys()) await newClient.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      abandon(newClient, error instanceof Error ? error : new Error(String(error)));
    }
  }

  return {
    on(channel, callback) {
      const existingCallbacks = callbacks.get(channel);
      if (existingCallbacks) existingCallbacks.add(callback);
      else {
        callbacks.set(channel, new Set([callback]));
        void connecting
          .then(() => client?.query(`listen ${pg.escapeIdentifier(channel)}`))
          .catch((error: Error) => {
            if (!isClosed) onError(error);
          });
      }
      return () => callbacks.get(channel)?.delete(callback);
    },
    async close() {
      isClosed = true;
      clearInterval(check);
      clearTimeout(retry);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}
