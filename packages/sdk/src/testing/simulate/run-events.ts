import type { RunEvent } from '../../generated/types.ts';
import type { World } from '../world.ts';
import { hasEnded, type SimulatedRun } from './simulated-run.ts';

const message = ({ id, type, ...event }: RunEvent): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, ...event })}\n\n`;

/**
 * The events of a run after `after`, then those to come, until it has ended. Where the clock goes by itself, whoever
 * reads makes the run go on: nothing happens faster than it is read.
 */
export function streamOf(world: World, run: SimulatedRun, after: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let sent = after;
  let ring: () => void = () => {};
  const bell = () => ring();
  const waiting = () =>
    new Promise<void>((resolve) => {
      ring = resolve;
    });
  const release = () => {
    run.listeners.delete(bell);
    ring();
  };
  let open = true;
  return new ReadableStream({
    start: () => {
      run.listeners.add(bell);
    },
    pull: async (controller) => {
      while (open && run.events.length <= sent && !hasEnded(run)) {
        // A paused run goes on when somebody resumes it.
        const goes = world.options.clock === 'auto' && run.status !== 'paused';
        if (!(goes && (await world.clock.step()))) await waiting();
      }
      const event = run.events[sent];
      if (open && event) {
        sent += 1;
        controller.enqueue(encoder.encode(message(event)));
      } else if (open) {
        release();
        controller.close();
      }
    },
    cancel: () => {
      open = false;
      release();
    },
  });
}
