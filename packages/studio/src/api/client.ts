import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ConnectionError, Voiceloom, VoiceloomError } from '@voiceloom/sdk';
import { getAccessToken } from '../session/session.ts';
import { signal } from '../session/signal.ts';
import { text } from '../text/en.ts';
import { toLabel, toReadable } from '../text/labels.ts';
import { watchOutages } from './outage.ts';

const WORKSPACE = 'voiceloom.workspace';
const DEADLINE_MS = 10_000;
const FRESH_MS = 10_000;
const MAX_RETRIES = 2;

const send = watchOutages(
  (url, init) => fetch(url, init),
  // Repeats the queries that failed while the service was unavailable.
  () =>
    void queries.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      // Do not cancel requests in progress: the noticed response may belong to one of them.
      { cancelRefetch: false },
    ),
);

const connect = (workspaceId: string | undefined, token: () => string | Promise<string> = getAccessToken) =>
  new Voiceloom({
    baseUrl: location.origin,
    token,
    workspaceId,
    timeoutMs: DEADLINE_MS,
    // A person is waiting, and an error with a button is better than silence.
    pacing: false,
    maxRetries: MAX_RETRIES,
    fetch: send,
  });

/** The workspace that everything on the page belongs to. Undefined for the personal workspace. */
export const workspace = signal(localStorage.getItem(WORKSPACE) ?? undefined);

export let client = connect(workspace.get());

// Screens know that a request is pending before the next key, so that a second Enter sends nothing. By default, they know it
// after a timer, which is late on a busy machine.
notifyManager.setScheduler(queueMicrotask);

export const queries = new QueryClient({
  defaultOptions: {
    // The SDK has already retried.
    queries: { retry: false, staleTime: FRESH_MS },
    mutations: { retry: false },
  },
});

/** Undefined chooses the personal workspace. */
export function chooseWorkspace(id: string | undefined): void {
  if (id === undefined) localStorage.removeItem(WORKSPACE);
  else localStorage.setItem(WORKSPACE, id);
  client = connect(id);
  queries.clear();
  workspace.set(id);
}

/** A change of the workspace that a link made, not the person. `from` is undefined for the personal workspace. */
export interface LinkedWorkspace {
  from: string | undefined;
  to: string;
}

/** Set until the person has read it. */
export const linkedWorkspace = signal<LinkedWorkspace | undefined>(undefined);

/** Opens the workspace of a link. The page tells the person, who may be at work in another one. */
export function followLink(id: string): void {
  const from = workspace.get();
  if (from === id) return;
  chooseWorkspace(id);
  linkedWorkspace.set({ from, to: id });
}

export const MAX_WORKSPACES = 100;

/** The workspaces of the person, the personal one first. */
export const listWorkspaces = () => client.workspaces.list().toArray({ limit: MAX_WORKSPACES });

/** The paid plan of the person, in an object, because a query cannot be undefined; null on the default plan. */
export const findSubscription = async () => ({ paid: await client.users.getSubscription() });

/** Continues as the guest of a share link. The token stays in memory and is valid for one review. */
export function enterAs(guestToken: string): void {
  client = connect(undefined, () => guestToken);
  queries.clear();
}

/** Whether the resource no longer exists or is no longer visible. */
export const isGone = (error: unknown): boolean => error instanceof VoiceloomError && error.status === 404;

/** Input that the page itself rejects. */
export class InputError extends Error {}

/** Whether nothing is at an address. 422: the address contains something that is not an ID. */
export const isUnknownAddress = (error: unknown): boolean =>
  error instanceof VoiceloomError && (error.status === 404 || error.status === 422);

/** Whether the workspace of an invite was deleted, or the invite has ended. */
export const isInviteGone = (error: unknown): boolean =>
  error instanceof VoiceloomError && error.status === 410;

/** The headings of errors that people can resolve. Those of other codes are in `HEADING_OF_STATUS`. */
const HEADING_OF_CODE: Record<string, string> = {
  INSUFFICIENT_CREDITS: text.errors.credits,
  BUDGET_EXCEEDED: text.errors.budget,
  STORAGE_LIMIT_EXCEEDED: text.errors.plan,
  PLAN_LIMIT_REACHED: text.errors.plan,
  FEATURE_NOT_IN_PLAN: text.errors.plan,
  CONCURRENT_RUN_LIMIT: text.errors.plan,
};

const HEADING_OF_STATUS: Record<number, string> = {
  403: text.errors.forbidden,
  404: text.errors.gone,
  429: text.errors.busy,
};

export interface CreditShortage {
  needed: number;
  balance: number;
}

/** The parts of an error that people need: the message, the fields, and the request ID for support. */
export function describeError(error: unknown): {
  message: string;
  fields: string[];
  /** Set if the service works and the person can do something: correct the input, free a seat, wait. */
  heading: string | undefined;
  requestId: string | undefined;
  /** Set if the credits do not suffice. */
  shortage?: CreditShortage;
} {
  if (error instanceof ConnectionError)
    return { message: text.unreachable, fields: [], heading: undefined, requestId: undefined };
  if (error instanceof VoiceloomError) {
    const { code, status = 0, requestId } = error;
    // The message of invalid input repeats the first detail, with a path that only developers know. The details of
    // other errors are for programs.
    const details = status === 422 ? error.details : [];
    const [message = toReadable(error.message), ...fields] = details.map((detail) => {
      // The setting in a path such as `body.definition.graph.nodes.1.config.voices_by_locale.xx`.
      const setting = /^(?:.*\.config|body)\.([^.]+)/.exec(detail.field ?? '')?.[1];
      return toReadable([setting && toLabel(setting), detail.message].filter(Boolean).join(': '));
    });
    let heading: string | undefined;
    if (status >= 400 && status < 500 && status !== 401)
      heading = HEADING_OF_CODE[code] ?? HEADING_OF_STATUS[status] ?? text.errors.rejected;
    if (code !== 'INSUFFICIENT_CREDITS') return { message, fields, heading, requestId };
    const detail = (name: string) => Number(error.details.find(({ field }) => field === name)?.message);
    const shortage = { needed: detail('needed'), balance: detail('balance') };
    return { message, fields, heading, requestId, shortage };
  }
  if (!(error instanceof Error))
    return { message: String(error), fields: [], heading: undefined, requestId: undefined };
  const requestId = 'requestId' in error ? String(error.requestId) : undefined;
  const heading = error instanceof InputError ? text.errors.rejected : undefined;
  return { message: error.message, fields: [], heading, requestId };
}
