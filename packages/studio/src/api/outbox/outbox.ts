import { signal } from '../../session/signal.ts';
import { type Sending, sendWrites } from './sender.ts';
import { createWriteList, type WriteList } from './write-list.ts';
import {
  type Action,
  isDecision,
  linesOf,
  newWriteId,
  type Sender,
  type Write,
  type WriteStore,
} from './writes.ts';

interface Options extends Pick<Sending, 'send' | 'onSent'> {
  owner: string;
  store: WriteStore;
  /** Notifies the other tabs that the list or the sender changed. */
  onChange(sender: Sender): void;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The pending actions of a person in a review: shown immediately, stored, and sent in order for each line.
 */
export function createOutbox({ owner, store, send, onSent, onChange }: Options) {
  const sender = signal<Sender>({ isOffline: false });
  let wake = () => {};
  const woken = (ms?: number) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const changed = () => {
    onChange(sender.get());
    wake();
  };
  const list = createWriteList(owner, store, changed);
  const setSender = (next: Sender) => {
    sender.set(next);
    changed();
  };
  const run = async (stop: AbortSignal) => {
    const onWake = () => wake();
    stop.addEventListener('abort', onWake);
    globalThis.addEventListener?.('online', onWake);
    await sendWrites({ list, sender, setSender, send, onSent, woken }, stop);
    globalThis.removeEventListener?.('online', onWake);
  };
  return {
    writes: list.writes,
    sender,
    run,
    add: (...actions: Action[]) => addWrites(list, actions),
    drop: list.drop,
    resolve: (no: number, whose: 'mine' | 'theirs') => resolveConflict(list, no, whose),
    reload: async () => {
      await list.reload();
      wake();
    },
    /** Retries after the service denied everything. */
    restart: () => setSender({ isOffline: false }),
  };
}

/** If a line has a conflict that the person must settle, a new decision settles it and replaces the earlier ones. */
async function addWrites(list: WriteList, actions: readonly Action[]): Promise<void> {
  const writes = list.writes.get();
  const held = new Map<number, Write>();
  for (const write of writes)
    if (write.state !== 'waiting' && write.kind === 'decide') held.set(write.no, write);
  const last = writes.at(-1)?.at ?? 0;
  const added = actions.map((action, index): Write => {
    const theirs = action.kind === 'decide' ? held.get(action.no)?.theirs : undefined;
    const based = theirs === undefined ? action : { ...action, version: theirs.version };
    const at = Math.max(Date.now(), last + 1) + index;
    return { id: newWriteId(), owner: list.owner, at, state: 'waiting', ...based };
  });
  const lines = new Set(actions.flatMap((action) => (isDecision(action) ? linesOf(action) : [])));
  const replaced = writes.filter(
    (write) => write.kind === 'decide' && held.has(write.no) && lines.has(write.no),
  );
  if (replaced.length > 0) await list.drop(replaced);
  await list.put(...added);
}

/** `theirs` drops the own decisions. `mine` decides about the other person's version, and unlocks a locked take. */
async function resolveConflict(list: WriteList, no: number, whose: 'mine' | 'theirs'): Promise<void> {
  const own = list.writes.get().filter((write) => write.kind === 'decide' && write.no === no);
  const held = own.find(({ state }) => state === 'conflict' || state === 'locked');
  const theirs = held?.theirs;
  const mine = own.at(-1);
  if (whose === 'theirs' || mine?.kind !== 'decide' || theirs === undefined) {
    await list.drop(own);
    return;
  }
  const { theirs: _, ...waiting } = mine;
  const body = held?.state === 'locked' ? { ...mine.body, unlock: true } : mine.body;
  await list.put({ ...waiting, body, version: theirs.version, state: 'waiting' });
  await list.drop(own.filter(({ id }) => id !== mine.id));
}
