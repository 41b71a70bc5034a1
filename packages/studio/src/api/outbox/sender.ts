import { VoiceloomError } from '@voiceloom/sdk';
import type { Signal } from '../../session/signal.ts';
import { toReadable } from '../../text/labels.ts';
import type { WriteList } from './write-list.ts';
import { nextWrite, type Sender, type SendResult, toConflict, type Write } from './writes.ts';

/** Sends writes to the service. */
export interface SendOptions {
  list: WriteList;
  sender: Signal<Sender>;
  setSender(sender: Sender): void;
  send(write: Write, signal: AbortSignal): Promise<SendResult>;
  /** Called before the write leaves the list, so that nothing flickers. */
  onSent(write: Write, result: SendResult): void;
  /** Resolves at the next change, or after a time. */
  waitForChange(ms?: number): Promise<void>;
}

const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;

/** Sends until the signal aborts. Only one of all tabs sends. */
export async function sendWrites(options: SendOptions, signal: AbortSignal): Promise<void> {
  const { list, sender, setSender, waitForChange } = options;
  await list.reload();
  for (let failures = 0; !signal.aborted; ) {
    const write = sender.get().stopped === undefined ? nextWrite(list.writes.get()) : undefined;
    if (write === undefined) {
      await waitForChange();
      continue;
    }
    const outcome = await attempt(options, write, signal);
    failures = outcome === 'offline' ? failures + 1 : 0;
    if (outcome !== 'offline' || signal.aborted) continue;
    if (!sender.get().isOffline) setSender({ isOffline: true });
    await waitForChange(Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (failures - 1)));
  }
}

/** The next step after an error: `offline` retries later, `stopped` sends no more, `rejected` waits for the person. */
type Failure = 'offline' | 'stopped' | 'rejected';

/** Returns `sent` also after `rejected`, because the next write can be sent at once. */
async function attempt(options: SendOptions, write: Write, signal: AbortSignal): Promise<'sent' | Failure> {
  const { list, sender, setSender, send, onSent } = options;
  try {
    const result = await send(write, signal);
    onSent(write, result);
    // Conflicts of a batch become conflicts of their lines. Later decisions about a line build on this one.
    const changes = result.conflicts.map((serverItem) => toConflict(write, serverItem));
    const isConflict = changes.some(({ id }) => id === write.id);
    const versions = new Map(result.items.map(({ no, version }) => [no, version]));
    for (const other of list.writes.get()) {
      if (other.id === write.id || other.kind !== 'decide' || other.state !== 'waiting') continue;
      const version = versions.get(other.no);
      if (version !== undefined) changes.push({ ...other, version });
    }
    if (changes.length > 0) await list.put(...changes);
    if (!isConflict) await list.drop([write]);
  } catch (error) {
    const failure = classifyError(error);
    const message = toReadable((error as Error).message);
    if (failure === 'stopped' && !signal.aborted) setSender({ isOffline: false, stopped: message });
    if (failure !== 'rejected') return failure;
    await list.put({ ...write, state: 'rejected', message });
  }
  // The service responded.
  if (sender.get().isOffline || sender.get().stopped !== undefined) setSender({ isOffline: false });
  return 'sent';
}

/** What an error means for its write and for those after it. */
function classifyError(error: unknown): Failure {
  // The page could not send the request: no token or no network.
  if (!(error instanceof VoiceloomError)) return 'offline';
  const { status = 0, code } = error;
  const isTemporary = status === 0 || status >= 500 || status === 408 || status === 429;
  // The service still works on the same request, which an earlier attempt sent.
  if (isTemporary || code === 'IDEMPOTENCY_IN_PROGRESS') return 'offline';
  const isDenied = status === 401 || status === 403 || status === 404;
  return isDenied ? 'stopped' : 'rejected';
}
