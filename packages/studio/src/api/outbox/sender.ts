import { VoiceloomError } from '@voiceloom/sdk';
import type { Signal } from '../../session/signal.ts';
import { readable } from '../../text/labels.ts';
import type { WriteList } from './write-list.ts';
import { conflictOf, nextWrite, type Sender, type Sent, type Write } from './writes.ts';

/** Sends writes to the service. */
export interface Sending {
  list: WriteList;
  sender: Signal<Sender>;
  setSender(sender: Sender): void;
  send(write: Write, signal: AbortSignal): Promise<Sent>;
  /** Called before the write leaves the list, so that nothing flickers. */
  onSent(write: Write, sent: Sent): void;
  /** Resolves at the next change, or after a time. */
  woken(ms?: number): Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** Sends until the signal aborts. Only one of all tabs sends. */
export async function sendWrites(sending: Sending, signal: AbortSignal): Promise<void> {
  const { list, sender, setSender, woken } = sending;
  await list.reload();
  for (let failures = 0; !signal.aborted; ) {
    const write = sender.get().stopped === undefined ? nextWrite(list.writes.get()) : undefined;
    if (write === undefined) {
      await woken();
      continue;
    }
    const outcome = await attempt(sending, write, signal);
    failures = outcome === 'offline' ? failures + 1 : 0;
    if (outcome !== 'offline' || signal.aborted) continue;
    if (!sender.get().isOffline) setSender({ isOffline: true });
    await woken(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)));
  }
}

async function attempt(sending: Sending, write: Write, signal: AbortSignal): Promise<'sent' | Failed> {
  const { list, sender, setSender, send } = sending;
  try {
    await settle(sending, write, await send(write, signal));
  } catch (error) {
    const kind = kindOf(error);
    const message = readable((error as Error).message);
    if (kind === 'stopped' && !signal.aborted) setSender({ isOffline: false, stopped: message });
    if (kind !== 'rejected') return kind;
    await list.put({ ...write, state: 'rejected', message });
  }
  if (sender.get().isOffline || sender.get().stopped !== undefined) setSender({ isOffline: false });
  return 'sent';
}

/** Conflicts of a batch become conflicts of their lines; later decisions about a line build on this one. */
async function settle({ list, onSent }: Sending, write: Write, sent: Sent): Promise<void> {
  onSent(write, sent);
  const versions = new Map(sent.items.map(({ no, version }) => [no, version]));
  const later = list.writes.get().flatMap((other): Write[] => {
    if (other.id === write.id || other.kind !== 'decide' || other.state !== 'waiting') return [];
    const version = versions.get(other.no);
    return version === undefined ? [] : [{ ...other, version }];
  });
  const conflicts = sent.conflicts.map((theirs) => conflictOf(write, theirs));
  if (later.length + conflicts.length > 0) await list.put(...later, ...conflicts);
  if (!conflicts.some(({ id }) => id === write.id)) await list.drop([write]);
}

type Failed = 'offline' | 'stopped' | 'rejected';

/** The next step after an error: `offline` retries later, `stopped` sends no more, `rejected` waits for the person. */
function kindOf(error: unknown): Failed {
  // The page could not send the request: no token or no network.
  if (!(error instanceof VoiceloomError)) return 'offline';
  const { status = 0, code } = error;
  if (status === 0 || status >= 500 || status === 408 || status === 429) return 'offline';
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return 'offline';
  return status === 401 || status === 403 || status === 404 ? 'stopped' : 'rejected';
}
