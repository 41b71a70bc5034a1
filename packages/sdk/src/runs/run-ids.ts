import { InputError } from '../errors/errors.ts';
import type { RunStatus } from '../generated/types.ts';

/** How to follow a run. */
export interface EventOptions {
  /** Ends the stream with AbortError. */
  signal?: AbortSignal;
  /** Start after this event; 0 or absent starts with the first one. */
  lastEventId?: number | string;
  /** Milliseconds for the whole stream, after which it fails with TimeoutError. Default: no limit. */
  timeoutMs?: number;
  /** How many connections in a row may fail without an event before the stream gives up. Default 8. */
  maxReconnects?: number;
  /** The workspace of the run. */
  workspaceId?: string;
}

/** The two IDs that name a run. */
export interface RunIds {
  workflowId: string;
  runId: string;
}

/** The content of a run token. */
export interface RunRef extends RunIds {
  workspaceId?: string | undefined;
  /** The last event that was received; 0 before the first. */
  lastEventId: number;
}

/**
 * Whether a run in this status can no longer change.
 *
 * @example
 * ```ts
 * if (isFinal((await client.runs.status(workflowId, runId)).status)) console.log('It has ended.');
 * ```
 */
export function isFinal(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** The version of the token, so that the format can change. */
const PREFIX = 'run1';

/** Encodes a position in a run as text. It is not a secret: it identifies the run but grants no access. */
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

/** Decodes a token. Throws InputError for other text. */
export function fromToken(token: string): RunRef {
  const parts = typeof token === 'string' ? token.split(':') : [];
  const [prefix, workflowId, runId, workspaceId, last] = parts.map(decoded);
  if (prefix !== PREFIX || !workflowId || !runId || !/^\d+$/.test(last ?? '')) {
    throw new InputError('token must be a value that token() of a run returned.');
  }
  return { workflowId, runId, workspaceId: workspaceId || undefined, lastEventId: Number(last) };
}
