import { useState } from 'react';
import { Button } from 'react-aria-components';
import { isGone } from '../../api/client.ts';
import type { Outbox } from '../../api/outbox/outbox.ts';
import type { Write } from '../../api/outbox/writes.ts';
import { Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { countWaiting } from './data/line-decision.ts';
import type { Live } from './data/use-live.ts';

const words = text.review;

/** Changes that did not reach the service, with ways to resolve them. */
export function Notices({ live, isGuest }: { live: Live; isGuest: boolean }) {
  const { outbox } = live;
  const writes = outbox.writes.use();
  const { isOffline, stopped } = outbox.sender.use();
  const hasEnded = isGuest && isGone(live.error);
  const waitingCount = countWaiting(writes);
  const lostWrites = writes.filter(
    ({ kind, state }) => state === 'rejected' && kind !== 'decide' && kind !== 'comment',
  );
  return (
    <>
      {isOffline && stopped === undefined && (
        <p className="notice warn" role="status">
          {words.offline(waitingCount)}
        </p>
      )}
      {stopped !== undefined && waitingCount > 0 && (
        <Stopped message={stopped} writes={writes} outbox={outbox} onResend={live.resend} />
      )}
      {lostWrites.map((write) => (
        <p key={write.id} className="notice fail row" role="alert">
          {write.message}
          <Button className="button small" onPress={() => void outbox.drop([write])}>
            {words.discard}
          </Button>
        </p>
      ))}
      {hasEnded && (
        <p className="notice warn" role="alert">
          {text.enter.ended}
        </p>
      )}
      {live.error !== undefined && !hasEnded && <Failure error={live.error} onRetry={live.retry} />}
    </>
  );
}

/** The person lost a right. They can copy their decisions for someone else to send. */
function Stopped(props: { message: string; writes: readonly Write[]; outbox: Outbox; onResend: () => void }) {
  const { message, writes, outbox, onResend } = props;
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const exportedWrites = writes.map(({ id: _id, owner: _owner, theirs: _theirs, ...write }) => write);
    await navigator.clipboard.writeText(JSON.stringify(exportedWrites, null, 2));
    setCopied(true);
  };
  return (
    <div className="notice fail" role="alert">
      <strong>{words.stopped}</strong>
      <p>{message}</p>
      <div className="row">
        <Button className="button small" onPress={onResend}>
          {text.retry}
        </Button>
        <Button className="button small" onPress={() => void copy()}>
          {isCopied ? text.copied : words.copyDecisions}
        </Button>
        <Button className="button small" onPress={() => void outbox.drop(writes)}>
          {words.discard}
        </Button>
      </div>
    </div>
  );
}
