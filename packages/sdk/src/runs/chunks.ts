import { ConnectionError, TimeoutError } from '../core/client-errors.ts';
import { asConnectionError } from '../core/request.ts';
import { abortErrorOf, timerOf } from '../transport/deadline.ts';

/** How to read a body. */
export interface ChunkOptions {
  /** Milliseconds without data after which reading fails with TimeoutError. */
  idleTimeoutMs: number;
  signal?: AbortSignal | undefined;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** One read, limited by the idle timeout and by `onAbort`. */
function readOnce(reader: Reader, idleTimeoutMs: number, onAbort: (fail: (error: Error) => void) => void) {
  return new Promise<ReadableStreamReadResult<Uint8Array>>((resolve, reject) => {
    const onIdle = () => reject(new TimeoutError(`No data was received for ${idleTimeoutMs} ms.`));
    const timer = timerOf(onIdle, idleTimeoutMs);
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(error);
    };
    onAbort(fail);
    reader.read().then((result) => {
      clearTimeout(timer);
      resolve(result);
    }, fail);
  });
}

/** The bytes of a body as they arrive. Leaving the loop closes the connection. */
export async function* readChunks(
  body: ReadableStream<Uint8Array> | null,
  { idleTimeoutMs, signal }: ChunkOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) throw new ConnectionError('The response has no body.');
  const reader = body.getReader();
  let fail: (error: Error) => void = () => {};
  const onAbort = () => fail(abortErrorOf(signal as AbortSignal));
  signal?.addEventListener('abort', onAbort);
  try {
    while (true) {
      if (signal?.aborted) throw abortErrorOf(signal);
      const { done, value } = await readOnce(reader, idleTimeoutMs, (reject) => {
        fail = reject;
      });
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw asConnectionError(error, 'Reading the response');
  } finally {
    signal?.removeEventListener('abort', onAbort);
    // Not awaited: a broken connection may never confirm the cancellation.
    reader.cancel().catch(() => {});
  }
}
