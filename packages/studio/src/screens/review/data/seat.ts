import type { ReviewEvent, ReviewItem } from '@voiceloom/sdk';
import { client, queries } from '../../../api/client.ts';
import { storedWrites } from '../../../api/db.ts';
import { createOutbox, type Outbox } from '../../../api/outbox/outbox.ts';
import type { Sender } from '../../../api/outbox/writes.ts';
import { joinTabs, type Tabs } from '../../../api/tabs.ts';
import { applyChanges, applyEvent, getReview, reviewKey } from './cache.ts';
import { sendWrite } from './send.ts';

/** The messages between the leading tab and the others. */
type Message =
  | { kind: 'event'; event: ReviewEvent }
  | { kind: 'sent'; items: ReviewItem[] }
  /** From any tab: the stored writes changed. */
  | { kind: 'writes' }
  | { kind: 'sender'; sender: Sender }
  | { kind: 'restart' };

/** The minimum interval for reading counts that events do not contain, such as those of assignments. */
const RECOUNT_MS = 1_500;

export interface Listener {
  /** The lines must be read again. */
  onRefetch(): void;
  /** The reason why changes of others no longer arrive. */
  onError(error: unknown): void;
}

/** A person's place in a review. */
interface Seat {
  id: string;
  outbox: Outbox;
  tabs: Tabs<Message> | undefined;
  isLeading: boolean;
  /** The last event that the page shows. */
  seen: number;
}

/** Creates the outbox before the page joins the other tabs, so that early actions are not lost. */
export function seatIn(id: string, personId: string) {
  const owner = `${id} ${personId}`;
  const outbox = createOutbox({
    owner,
    store: storedWrites,
    send: (write, signal) => sendWrite(id, write, signal),
    onSent: (_, { items, conflicts }) => {
      const changed = [...items, ...conflicts];
      applyChanges(id, changed);
      if (changed.length > 0) seat.tabs?.say({ kind: 'sent', items: changed });
    },
    onChange: (sender) => {
      seat.tabs?.say({ kind: 'writes' });
      if (seat.isLeading) seat.tabs?.say({ kind: 'sender', sender });
    },
  });
  const seat: Seat = { id, outbox, tabs: undefined, isLeading: false, seen: 0 };
  return {
    outbox,
    join: (listener: Listener) => join(seat, `voiceloom.review.${owner}`, listener),
    resend: () => {
      outbox.restart();
      seat.tabs?.say({ kind: 'restart' });
    },
  };
}

function join(seat: Seat, name: string, listener: Listener): () => void {
  const { id, outbox } = seat;
  const recount = recounter(id);
  seat.seen = getReview(id)?.seq ?? 0;
  const take = (event: ReviewEvent) => {
    if (event.id <= seat.seen) return;
    seat.seen = event.id;
    if (applyEvent(id, event)) listener.onRefetch();
    recount.soon();
  };
  const tabs = joinTabs<Message>(name, {
    lead: (signal) => lead(seat, { take, onError: listener.onError }, signal),
    hear: (message) => {
      if (message.kind === 'event') take(message.event);
      else if (message.kind === 'sent') applyChanges(id, message.items);
      else if (message.kind === 'writes') void outbox.reload();
      // Only the leading tab sends, so only it can restart. It reports its state to the others.
      else if (message.kind === 'restart') seat.isLeading && outbox.restart();
      else if (!seat.isLeading) outbox.sender.set(message.sender);
    },
  });
  seat.tabs = tabs;
  void outbox.reload();
  return () => {
    tabs.leave();
    recount.stop();
  };
}

interface Leader extends Pick<Listener, 'onError'> {
  take(event: ReviewEvent): void;
}

/** Receives events and sends writes for all tabs of the browser. */
async function lead(seat: Seat, { take, onError }: Leader, signal: AbortSignal): Promise<void> {
  seat.isLeading = true;
  const sending = seat.outbox.run(signal);
  const options = { signal, lastEventId: seat.seen, maxReconnects: Number.POSITIVE_INFINITY };
  try {
    for await (const event of client.reviews.events(seat.id, options)) {
      take(event);
      seat.tabs?.say({ kind: 'event', event });
    }
  } catch (failed) {
    if (!signal.aborted) onError(failed);
  }
  await sending;
  seat.isLeading = false;
}

function recounter(id: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: reviewKey(id), exact: true });
      }, RECOUNT_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
