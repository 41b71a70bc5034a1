import { signal } from '../../session/signal.ts';
import { type SendOptions, sendWrites } from './sender.ts';
import { createWriteList, type WriteList } from './write-list.ts';
import {
  type Action,
  getLines,
  isDecision,
  newWriteId,
  type Sender,
  type Write,
  type WriteStore,
} from './writes.ts';

interface Options extends Pick<SendOptions, 'send' | 'onSent'> {
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
  // Ends the current wait of `sendWrites`.
  let wake = () => {};
  const waitForChange = (ms?: number) =>
    new Promise<void>((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (ms !== undefined) timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const notify = () => {
    onChange(sender.get());
    wake();
  };
  const list = createWriteList(owner, store, notify);
  const setSender = (newSender: Sender) => {
    sender.set(newSender);
    notify();
  };
  const run = async (stop: AbortSignal) => {
    const onWake = () => wake();
    stop.addEventListener('abort', onWake);
    globalThis.addEventListener?.('online', onWake);
    await sendWrites({ list, sender, setSender, send, onSent, waitForChange }, stop);
    globalThis.removeEventListener?.('online', onWake);
  };
  return {
    writes: list.writes,
    sender,
    run,
    add: (...actions: Action[]) => addWrites(list, actions),
    drop: list.drop,
    resolve: (no: number, side: 'mine' | 'theirs') => resolveConflict(list, no, side),
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
  const conflicts = new Map<number, Write>();
  for (const write of writes)
    if (write.state !== 'waiting' && write.kind === 'decide') conflicts.set(write.no, write);
  const lastAt = writes.at(-1)?.at ?? 0;
  const additions = actions.map((action, index): Write => {
    // After all stored writes, even if the clock was set back.
    const writtenAt = Math.max(Date.now(), lastAt + 1) + index;
    const write: Write = { id: newWriteId(), owner: list.owner, at: writtenAt, state: 'waiting', ...action };
    if (write.kind === 'decide') write.version = conflicts.get(write.no)?.theirs?.version ?? write.version;
    return write;
  });
  const lines = new Set(actions.filter(isDecision).flatMap(getLines));
  const outdated = writes.filter(
    (write) => write.kind === 'decide' && conflicts.has(write.no) && lines.has(write.no),
  );
  if (outdated.length > 0) await list.drop(outdated);
  await list.put(...additions);
}

/** `theirs` drops the own decisions. `mine` decides about the other person's version, and unlocks a locked take. */
async function resolveConflict(list: WriteList, no: number, side: 'mine' | 'theirs'): Promise<void> {
  const lineDecisions = list.writes.get().filter((write) => write.kind === 'decide' && write.no === no);
  const conflict = lineDecisions.find(({ state }) => state === 'conflict' || state === 'locked');
  const latest = lineDecisions.at(-1);
  if (side === 'theirs' || latest?.kind !== 'decide' || conflict?.theirs === undefined) {
    await list.drop(lineDecisions);
    return;
  }
  const { theirs: _, ...decision } = latest;
  const body = { ...latest.body };
  if (conflict.state === 'locked') body.unlock = true;
  await list.put({ ...decision, body, version: conflict.theirs.version, state: 'waiting' });
  await list.drop(lineDecisions.filter(({ id }) => id !== latest.id));
}
