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
  /** From the leading tab: an event of the service. */
  | { kind: 'event'; event: ReviewEvent }
  /** From the leading tab: the lines as the service returned them after a write. */
  | { kind: 'sent'; items: ReviewItem[] }
  /** From any tab: the stored writes changed. */
  | { kind: 'writes' }
  /** From the leading tab: whether it can send. */
  | { kind: 'sender'; sender: Sender }
  /** From any tab: the person wants to send again after the service denied it. */
  | { kind: 'restart' };

/** The minimum interval for reading counts that events do not contain, such as those of assignments. */
const RECOUNT_MS = 1_500;

export interface Listener {
  /** The lines must be read again. */
  onRefetch(): void;
  /** The reason why changes of others no longer arrive. */
  onError(error: unknown): void;
}

/** A person who takes part in a review. */
interface Connection {
  id: string;
  outbox: Outbox;
  tabs: Tabs<Message> | undefined;
  isLeading: boolean;
  /** The last event that the page shows. */
  lastEventId: number;
}

/** Creates the outbox before the page joins the other tabs, so that early actions are not lost. */
export function createConnection(id: string, personId: string) {
  const owner = `${id} ${personId}`;
  const outbox = createOutbox({
    owner,
    store: storedWrites,
    send: (write, signal) => sendWrite(id, write, signal),
    onSent: (_, result) => {
      const items = [...result.items, ...result.conflicts];
      applyChanges(id, items);
      if (items.length > 0) connection.tabs?.post({ kind: 'sent', items });
    },
    onChange: (sender) => {
      connection.tabs?.post({ kind: 'writes' });
      if (connection.isLeading) connection.tabs?.post({ kind: 'sender', sender });
    },
  });
  const connection: Connection = { id, outbox, tabs: undefined, isLeading: false, lastEventId: 0 };
  return {
    outbox,
    join: (listener: Listener) => join(connection, `voiceloom.review.${owner}`, listener),
    resend: () => {
      outbox.restart();
      connection.tabs?.post({ kind: 'restart' });
    },
  };
}

/** Shows the events of the service and of the other tabs until the returned function is called. */
function join(connection: Connection, name: string, { onRefetch, onError }: Listener): () => void {
  const { id, outbox } = connection;
  connection.lastEventId = getReview(id)?.seq ?? 0;
  let recount: ReturnType<typeof setTimeout> | undefined;
  const onEvent = (event: ReviewEvent) => {
    if (event.id <= connection.lastEventId) return;
    connection.lastEventId = event.id;
    const needsRefetch = applyEvent(id, event);
    if (needsRefetch) onRefetch();
    recount ??= setTimeout(() => {
      recount = undefined;
      void queries.invalidateQueries({ queryKey: reviewKey(id), exact: true });
    }, RECOUNT_MS);
  };
  const tabs = joinTabs<Message>(name, {
    lead: (signal) => lead(connection, { onEvent, onError }, signal),
    receive: (message) => {
      switch (message.kind) {
        case 'event':
          onEvent(message.event);
          break;
        case 'sent':
          applyChanges(id, message.items);
          break;
        case 'writes':
          void outbox.reload();
          break;
        case 'restart':
          // Only the leading tab sends, so only it can restart. It reports its state to the others.
          if (connection.isLeading) outbox.restart();
          break;
        case 'sender':
          if (!connection.isLeading) outbox.sender.set(message.sender);
      }
    },
  });
  connection.tabs = tabs;
  void outbox.reload();
  return () => {
    tabs.leave();
    clearTimeout(recount);
  };
}

/** Receives events and sends writes for all tabs of the browser. */
async function lead(
  connection: Connection,
  listener: { onEvent(event: ReviewEvent): void; onError(error: unknown): void },
  signal: AbortSignal,
): Promise<void> {
  connection.isLeading = true;
  const sending = connection.outbox.run(signal);
  const options = {
    signal,
    lastEventId: connection.lastEventId,
    maxReconnects: Number.POSITIVE_INFINITY,
  };
  try {
    for await (const event of client.reviews.events(connection.id, options)) {
      listener.onEvent(event);
      connection.tabs?.post({ kind: 'event', event });
    }
  } catch (error) {
    if (!signal.aborted) listener.onError(error);
  }
  await sending;
  connection.isLeading = false;
}
