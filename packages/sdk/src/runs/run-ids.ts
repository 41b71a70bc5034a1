import { InputError } from '../core/client-errors.ts';
import type { RunStatus } from '../generated/types.ts';

/** How to follow a run. */
export interface EventOptions {
  /** Ends the stream with AbortError. */
  signal?: AbortSignal;
  /** Begin after this event; 0 or absent = from the first one. */
  lastEventId?: number | string;
  /** Milliseconds for the whole stream, after which it ends with TimeoutError. Default: as long as the run takes. */
  timeoutMs?: number;
  /** How many connections in a row may fail without an event before the stream gives up. Default 8. */
  maxReconnects?: number;
  /** The workspace of the run. */
  workspaceId?: string;
}

/** The two ids that name a run. */
export interface RunIds {
  workflowId: string;
  runId: string;
}

/** What a token of a run holds. */
export interface RunRef extends RunIds {
  workspaceId?: string | undefined;
  /** The last event that was seen; 0 before the first. */
  lastEventId: number;
}

/**
 * Whether a run in this status never changes again.
 *
 * @example
 * ```ts
 * if (isFinal((await client.runs.status(workflowId, runId)).status)) console.log('It has ended.');
 * ```
 */
export function isFinal(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

const PREFIX = 'run1';

/** A place in a run as text. It is no secret: it names the run and gives no right to it. */
export function toToken({ workflowId, runId, workspaceId = '', lastEventId }: RunRef): string {
  return [PREFIX, workflowId, runId, workspaceId, lastEventId].map(encodeURIComponent).join(':');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** The place that a token names. Throws InputError for other text. */
export function fromToken(token: string): RunRef {
  const parts = typeof token === 'string' ? token.split(':') : [];
  const [prefix, workflowId, runId, workspaceId, last] = parts.map(decoded);
  if (prefix !== PREFIX || !workflowId || !runId || !/^\d+$/.test(last ?? '')) {
    throw new InputError('token must be what token() of a run gave.');
  }
  return { workflowId, runId, workspaceId: workspaceId || undefined, lastEventId: Number(last) };
}
