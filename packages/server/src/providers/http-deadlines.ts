import type { ClientRequest } from 'node:http';

interface Deadlines {
  connect_timeout_ms?: number;
  first_byte_timeout_ms?: number;
}

/** Aborts a request that does not connect, or gets no response, in time. */
export function watchDeadlines(
  request: ClientRequest,
  { connect_timeout_ms, first_byte_timeout_ms }: Deadlines,
  fault: (message: string) => Error,
): void {
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number, message: string): NodeJS.Timeout => {
    const timer = setTimeout(() => request.destroy(fault(message)), ms);
    timers.push(timer);
    return timer;
  };
  if (connect_timeout_ms !== undefined) {
    request.once('socket', (socket) => {
      if (!socket.connecting) return;
      const timer = after(connect_timeout_ms, 'The connection timed out.');
      socket.once('connect', () => clearTimeout(timer));
    });
  }
  if (first_byte_timeout_ms !== undefined) {
    const timer = after(first_byte_timeout_ms, 'The response did not start in time.');
    request.once('response', () => clearTimeout(timer));
  }
  request.once('close', () => {
    for (const timer of timers) clearTimeout(timer);
  });
}
