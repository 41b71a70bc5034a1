import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { emptyReply, type Handlers, type ReviewCaller } from '../../handler/handler.ts';
import { streamReply } from '../../handler/stream-reply.ts';
import { listViews } from '../../lists/page.ts';
import { type EventWatch, getRun, runView, tailEvents } from '../runs/index.ts';
import { getActor } from './actor.ts';
import { assign, listAssignments, unassign } from './assignments/index.ts';
import { addComment, changeComment } from './comments.ts';
import { decideItem, decideMany, unlock } from './decisions/index.ts';
import { selectEvents } from './event-queries.ts';
import { readReviewEvents } from './events.ts';
import { linkRoutes, rejectGuestWaiveOrUnlock } from './guests/index.ts';
import { countProgress, listItems } from './items.ts';
import { estimateReviewRetry, getOrCreateReview, retryReviewLines } from './run-lines/index.ts';
import { getReview, type ReviewRef } from './select-review.ts';
import { getItemDetail } from './takes/index.ts';
import { commentView, eventView, itemView, reviewView } from './view.ts';

/** The review of the request, and who asks for it. */
function toReviewRef<Caller extends ReviewCaller>(input: {
  caller: Caller;
  params: { review_id: string };
}): ReviewRef<Caller> {
  return { caller: input.caller, review_id: input.params.review_id };
}

/** The maximum duration of a stream. After that, the client reconnects and its rights are checked again. */
const MAX_STREAM_MS = 3_600_000;

/** The operations on reviews. */
export function reviewRoutes(app: App, watch: EventWatch): Handlers<typeof contract.reviews> {
  const { db } = app;
  const show = async (ref: ReviewRef, now: Date) => {
    const review = await getReview(db, ref);
    const [assignments, progress, me] = await Promise.all([
      listAssignments(db, ref, now),
      countProgress(db, ref),
      getActor(db, ref.caller),
    ]);
    return { data: reviewView(review, { assignments, progress, me }) };
  };
  return {
    ...linkRoutes(app),
    ...eventRoutes(app, watch),
    open: async ({ caller, params, now }) =>
      show({ caller, review_id: await getOrCreateReview(app, { caller, ...params, now }) }, now),
    get: (input) => show(toReviewRef(input), input.now),
    items: async (input) => ({ data: await listItems(db, toReviewRef(input), input.query) }),
    item: async (input) => ({
      data: await getItemDetail(app, toReviewRef(input), Number(input.params.no)),
    }),

    decide: async (input) => {
      const { caller, params, body, ifMatch, now } = input;
      rejectGuestWaiveOrUnlock(caller, [body]);
      const write = { ref: toReviewRef(input), no: Number(params.no), body, ifMatch, now };
      return { data: itemView(await decideItem(app, write)) };
    },
    decideMany: async (input) => {
      const { caller, body, now } = input;
      rejectGuestWaiveOrUnlock(caller, [body, ...(body.entries ?? [])]);
      return { data: await decideMany(app, { ref: toReviewRef(input), body, now }) };
    },
    assign: async (input) => {
      const { body, now } = input;
      return { data: await assign(app, { ref: toReviewRef(input), body, now }) };
    },
    unassign: (input) => {
      const { params, now } = input;
      return emptyReply(unassign(app, { ref: toReviewRef(input), id: params.assignment_id, now }));
    },

    comment: async (input) => {
      const { params, body, now } = input;
      const row = await addComment(app, { ref: toReviewRef(input), no: Number(params.no), body, now });
      return { data: commentView(row) };
    },
    updateComment: async (input) => {
      const { params, body, ifMatch, now } = input;
      const write = { ref: toReviewRef(input), id: params.comment_id, ifMatch, now };
      return { data: commentView(await changeComment(app, write, body)) };
    },
    deleteComment: (input) => {
      const { params, ifMatch, now } = input;
      const write = { ref: toReviewRef(input), id: params.comment_id, ifMatch, now };
      return emptyReply(changeComment(app, write, { body: '', is_deleted: true }));
    },

    unlock: async (input) => {
      const { body, now } = input;
      return { data: { unlocked_count: await unlock(app, { ref: toReviewRef(input), body, now }) } };
    },
    retryPreview: async (input) => ({
      data: await estimateReviewRetry(app, { ref: toReviewRef(input), body: input.body }),
    }),
    retry: async (input) => {
      const { caller, body, now, url } = input;
      const { workflow_id, run_id } = await retryReviewLines(app, { ref: toReviewRef(input), body, now });
      const run = await getRun(db, { workspace_id: caller.workspace.id, workflow_id, run_id });
      const Location = `${url.origin}/api/v1/workflows/${workflow_id}/runs/${run_id}`;
      return { data: runView(run), headers: { Location } };
    },
  };
}

/** The history as a list, and as a stream of new events. */
function eventRoutes(
  { db }: Pick<App, 'db'>,
  watch: EventWatch,
): Pick<Handlers<typeof contract.reviews>, 'history' | 'events'> {
  return {
    history: async (input) => {
      const { query, url } = input;
      const ref = toReviewRef(input);
      await getReview(db, ref);
      return listViews({
        list: 'review_history',
        url,
        page: query,
        order: [{ column: 'review_event.seq', direction: 'desc', key: 'id', type: 'int' }],
        query: selectEvents(db, ref, query.no),
        view: eventView,
      });
    },
    events: async (input) => {
      const { caller, now } = input;
      const ref = toReviewRef(input);
      await getReview(db, ref);
      let maxMs = MAX_STREAM_MS;
      // The stream of a guest also ends with the session.
      if (caller.kind === 'guest') maxMs = Math.min(maxMs, caller.guest.expires_at.getTime() - now.getTime());
      const key = `review:${ref.review_id}` as const;
      const readBatch = (after: number) => readReviewEvents(db, ref, after);
      return streamReply(async ({ lastEventId: after, send, ...sink }) => {
        const signal = AbortSignal.any([sink.signal, AbortSignal.timeout(maxMs)]);
        for await (const event of tailEvents(watch, { key, after, signal, read: readBatch }))
          await send({ id: event.id, event: event.type, data: event });
      });
    },
  };
}
