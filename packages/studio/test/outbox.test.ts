import { ConnectionError, type ReviewItem } from '@voiceloom/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOutbox } from '../src/api/outbox/outbox.ts';
import type { Action, SendResult, Write } from '../src/api/outbox/writes.ts';

const item = (no: number, version: number) => ({ no, version, decision: 'rejected' }) as ReviewItem;
const decide = (no: number, version: number, decision: 'approved' | 'rejected' = 'approved'): Action => ({
  kind: 'decide',
  no,
  version,
  body: { decision },
});

/** An outbox whose store outlives it, and a service that the test controls. */
function outboxOn(stored: Map<string, Write>, send: (write: Write) => Promise<SendResult>) {
  const store = {
    list: async () => [...stored.values()],
    put: async (write: Write) => stored.set(write.id, write),
    delete: async (id: string) => stored.delete(id),
  };
  const outbox = createOutbox({ owner: 'o', store, send, onSent: () => {}, onChange: () => {} });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  return { outbox, start: () => void outbox.run(stop.signal) };
}

const isEmpty = (writes: () => readonly Write[]) => vi.waitFor(() => expect(writes()).toEqual([]));

test('changes to a line are sent in order, each with the version that the previous one created', async () => {
  const sent: [number, number][] = [];
  const { outbox, start } = outboxOn(new Map(), async (write) => {
    if (write.kind !== 'decide') throw new Error('unexpected');
    sent.push([write.no, write.version]);
    return { items: [item(write.no, write.version + 1)], conflicts: [] };
  });
  await outbox.add(decide(1, 4), decide(2, 0));
  await outbox.add(decide(1, 4, 'rejected'));
  start();
  await isEmpty(outbox.writes.get);
  expect(sent).toEqual([
    [1, 4],
    [2, 0],
    [1, 5],
  ]);
});

test('unsent changes are sent after a restart, with the same key', async () => {
  const stored = new Map<string, Write>();
  const lost = outboxOn(stored, async () => Promise.reject(new ConnectionError('It is away.')));
  await lost.outbox.add(decide(1, 0));
  lost.start();
  await vi.waitFor(() => expect(lost.outbox.sender.get().isOffline).toBe(true));
  const keys: string[] = [];
  const next = outboxOn(new Map(stored), async (write) => {
    keys.push(write.id);
    return { items: [item(1, 1)], conflicts: [] };
  });
  next.start();
  await vi.waitFor(() => expect(keys).toEqual([...stored.keys()]));
});

test('a conflict blocks only its own line, and “Use mine” applies to the version of the other person', async () => {
  const versions: number[] = [];
  const { outbox, start } = outboxOn(new Map(), async (write) => {
    if (write.kind !== 'decide') throw new Error('unexpected');
    versions.push(write.version);
    if (write.no === 1 && write.version === 0) return { items: [], conflicts: [item(1, 7)] };
    return { items: [item(write.no, write.version + 1)], conflicts: [] };
  });
  await outbox.add(decide(1, 0), decide(1, 0, 'rejected'), decide(2, 3));
  start();
  await vi.waitFor(() => expect(versions).toEqual([0, 3]));
  await vi.waitFor(() =>
    expect(outbox.writes.get().map(({ state }) => state)).toEqual(['conflict', 'waiting']),
  );
  await outbox.resolve(1, 'mine');
  await isEmpty(outbox.writes.get);
  expect(versions).toEqual([0, 3, 7]);
});

test('lines of a batch that another person changed become conflicts of their own', async () => {
  const { outbox, start } = outboxOn(new Map(), async () => ({
    items: [item(1, 1)],
    conflicts: [item(2, 9)],
  }));
  const entries = [1, 2].map((no) => ({ no, expected_version: 0, decision: 'approved' as const }));
  await outbox.add({ kind: 'decide_many', entries });
  start();
  await vi.waitFor(() =>
    expect(outbox.writes.get()).toMatchObject([{ kind: 'decide', no: 2, state: 'conflict' }]),
  );
  await outbox.resolve(2, 'theirs');
  expect(outbox.writes.get()).toEqual([]);
});

test('a line whose approval was used by a run changes only after “Unlock and use mine”', async () => {
  const kept = { ...item(1, 4), decision: 'approved', is_locked: true } as ReviewItem;
  const unlocks: (boolean | undefined)[] = [];
  const { outbox, start } = outboxOn(new Map(), async (write) => {
    if (write.kind !== 'decide') return { items: [], conflicts: [kept, item(2, 6)] };
    unlocks.push(write.body.unlock);
    return write.body.unlock ? { items: [item(1, 5)], conflicts: [] } : { items: [], conflicts: [kept] };
  });
  // Alone, and in a batch with a line that cannot have the decision for another reason.
  const entry = { decision: 'rejected' as const };
  const entries = [
    { no: 1, expected_version: 4, ...entry },
    { no: 2, expected_version: 6, ...entry },
  ];
  const actions: [Action, string[]][] = [
    [decide(1, 4, 'rejected'), ['locked']],
    [{ kind: 'decide_many', entries }, ['locked', 'rejected']],
  ];
  for (const [action, states] of actions) {
    await outbox.add(action);
    if (action === actions[0]?.[0]) start();
    await vi.waitFor(() => expect(outbox.writes.get().map(({ state }) => state)).toEqual(states));
    await outbox.resolve(1, 'mine');
    await vi.waitFor(() => expect(outbox.writes.get().some(({ state }) => state === 'waiting')).toBe(false));
    await outbox.resolve(2, 'theirs');
    await isEmpty(outbox.writes.get);
  }
  expect(unlocks).toEqual([undefined, true, true]);
});
