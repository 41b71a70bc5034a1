import { asConnectionError } from '../core/request.ts';
import { ConnectionError, TimeoutError } from '../errors/errors.ts';
import { abortErrorOf, timerOf } from '../transport/deadline.ts';

/** How to read a body. */
export interface ChunkOptions {
  /** Milliseconds without data after which reading fails with TimeoutError. */
  idleTimeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** The bytes of a body as they arrive. Leaving the loop closes the connection. */
export async function* readChunks(
  body: ReadableStream<Uint8Array> | null,
  { idleTimeoutMs, signal }: ChunkOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) throw new ConnectionError('The response has no body.');
  const reader = body.getReader();
  let fail: (error: Error) => void = () => {};
  let timer: ReturnType<typeof timerOf>;
  const onAbort = () => fail(abortErrorOf(signal as AbortSignal));
  const onIdle = () => fail(new TimeoutError(`No data was received for ${idleTimeoutMs} ms.`));
  signal?.addEventListener('abort', onAbort);
  try {
    while (true) {
      if (signal?.aborted) throw abortErrorOf(signal);
      timer = timerOf(onIdle, idleTimeoutMs);
      const { done, value } = await new Promise<ReadableStreamReadResult<Uint8Array>>((resolve, reject) => {
        fail = reject;
        reader.read().then(resolve, reject);
      });
      clearTimeout(timer);
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw asConnectionError(error, 'Reading the response');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    // Not awaited: a broken connection may never confirm the cancellation.
    reader.cancel().catch(() => {});
  }
}
