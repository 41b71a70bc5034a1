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
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let connecting = connect();

  /** Reconnects only if the current connection has ended. A replaced one may end later. */
  function lost(ended: pg.Client): void {
    if (ended !== client || closed) return;
    client = undefined;
    retry = setTimeout(() => {
      connecting = connect();
    }, RETRY_MS);
  }

  function abandon(broken: pg.Client, error: Error): void {
    onError(error);
    lost(broken);
    // Not awaited, because a silent peer may never confirm the end.
    void broken.end().catch(() => undefined);
  }

  const check = checkRegularly(
    () => client,
    (checked, error) => closed || abandon(checked, error),
  );

  async function connect(): Promise<void> {
    const next = newClient(connectionString);
    client = next;
    next.on('error', (error) => abandon(next, error));
    next.on('end', () => lost(next));
    next.on('notification', (notice) => {
      for (const callback of callbacks.get(notice.channel) ?? []) callback(notice.payload ?? '');
    });
    try {
      await next.connect();
      for (const channel of callbacks.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      lost(next);
      await next.end().catch(() => undefined);
    }
  }

  return {
    on(channel, callback) {
      const known = callbacks.get(channel);
      if (known) known.add(callback);
      else {
        callbacks.set(channel, new Set([callback]));
        void connecting
          .then(() => client?.query(`listen ${pg.escapeIdentifier(channel)}`))
          .catch((error: Error) => closed || onError(error));
      }
      return () => callbacks.get(channel)?.delete(callback);
    },
    async close() {
      closed = true;
      clearInterval(check);
      clearTimeout(retry);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}

/** Detects a connection that the network has dropped silently. */
function checkRegularly(
  current: () => pg.Client | undefined,
  onBroken: (client: pg.Client, error: Error) => void,
): NodeJS.Timeout {
  const check = (): void => {
    const client = current();
    client?.query('select 1').catch((error: Error) => onBroken(client, error));
  };
  return setInterval(check, CHECK_MS).unref();
}

function newClient(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    application_name: 'voiceloom-listen',
  });
}
