import { setTimeout as delay } from 'node:timers/promises';
import { bodyOf, type Caller, pauseOf } from './client.ts';

/** Longer than the interval between two heartbeats of a stream. */
const SILENCE_MS = 40_000;
const FINAL = new Set(['completed', 'failed', 'cancelled']);

/** The events of a run, as seen by a reader. */
export interface Reading {
  /** When lines were completed, in milliseconds since 1970. */
  lines: number[];
  /** Events that were missing, repeated or out of order. */
  gaps: number;
  /** The number of reconnections. */
  reconnects: number;
  /** The final status; undefined while the run is in progress. */
  status: string | undefined;
}

interface Event {
  id: number;
  type: string;
  data: { status?: string };
}

/** Reads the events of a run to the end. If a stream ends early, continues after the last event. */
export async function readEvents(caller: Caller, key: string, path: string, reading: Reading): Promise<void> {
  let last = 0;
  while (reading.status === undefined) {
    const quiet = new AbortController();
    const headers: Record<string, string> = last > 0 ? { 'Last-Event-ID': String(last) } : {};
    const timer = setTimeout(() => quiet.abort(), SILENCE_MS);
    const response = await caller.ask(key, 'GET', `${path}/events`, { headers, signal: quiet.signal });
    try {
      if (!response?.ok) await bodyOf(response);
      for await (const event of response?.ok ? parseEvents(response, () => timer.refresh()) : []) {
        if (event.id !== last + 1) reading.gaps += 1;
        last = event.id;
        note(reading, event);
      }
    } catch {
      // The stream broke. The next one continues.
    }
    clearTimeout(timer);
    if (reading.status !== undefined) return;
    reading.reconnects += 1;
    await delay(response?.ok ? 200 : pauseOf(response));
  }
}

/** Records the time of a completed line, and the status in which the run ended. */
function note(reading: Reading, { type, data }: Event): void {
  if (type === 'line.completed') reading.lines.push(Date.now());
  if (type === 'run.status' && FINAL.has(data.status ?? '')) reading.status = data.status;
}

/** The events of a stream; `onSign` is called for every piece, also for comments. */
async function* parseEvents(response: Response, onSign: () => void): AsyncGenerator<Event> {
  let waiting = '';
  const pieces = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
  for await (const piece of pieces as AsyncIterable<string>) {
    onSign();
    const blocks = (waiting + piece).split('\n\n');
    waiting = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield JSON.parse(data) as Event;
    }
  }
}
