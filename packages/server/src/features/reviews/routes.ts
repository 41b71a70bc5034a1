import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { emptyReply, type Handlers, type ReviewCaller } from '../../handler/handler.ts';
import { streamReply } from '../../handler/stream-reply.ts';
import { listViews } from '../../lists/page.ts';
import { type EventWatch, getRun, runView, tailEvents } from '../runs/index.ts';
import { actorOf } from './actor.ts';
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

type Request<Caller> = { caller: Caller; params: { review_id: string } };

const refOf = <Caller extends ReviewCaller>({ caller, params }: Request<Caller>): ReviewRef<Caller> => ({
  caller,
  review_id: params.review_id,
});

/** The maximum duration of a stream. After that, the client reconnects and its rights are checked again. */
const MOST_STREAM_MS = 3_600_000;

/** The stream of a guest also ends with the session. */
const streamTime = ({ caller, now }: { caller: ReviewCaller; now: Date }): number =>
  caller.kind === 'guest'
    ? Math.min(MOST_STREAM_MS, caller.guest.expires_at.getTime() - now.getTime())
    : MOST_STREAM_MS;

type Routes = Handlers<typeof contract.reviews>;

export function reviewRoutes(app: App, watch: EventWatch): Routes {
  return {
    ...readRoutes(app),
    ...decisionRoutes(app),
    ...commentRoutes(app),
    ...retryRoutes(app),
    ...eventRoutes(app, watch),
    ...linkRoutes(app),
  };
}

function readRoutes(app: App): Pick<Routes, 'open' | 'get' | 'items' | 'item'> {
  const { db } = app;
  const show = async (ref: ReviewRef, now: Date) => {
    const review = await getReview(db, ref);
    const [assignments, progress, me] = await Promise.all([
      listAssignments(db, ref, now),
      countProgress(db, ref),
      actorOf(db, ref.caller),
    ]);
    return { data: reviewView({ ...review, assignments, progress, me }) };
  };
  return {
    open: async ({ caller, params, now }) =>
      show({ caller, review_id: await getOrCreateReview(app, { caller, ...params, now }) }, now),
    get: (input) => show(refOf(input), input.now),
    items: async (input) => ({ data: await listItems(db, refOf(input), input.query) }),
    item: async (input) => ({ data: await getItemDetail(app, refOf(input), Number(input.params.no)) }),
  };
}

function decisionRoutes(app: App): Pick<Routes, 'decide' | 'decideMany' | 'assign' | 'unassign'> {
  return {
    decide: async (input) => {
      const { caller, params, body, ifMatch, now } = input;
      rejectGuestWaiveOrUnlock(caller, [body]);
      const write = { ref: refOf(input), no: Number(params.no), body, ifMatch, now };
      return { data: itemView(await decideItem(app, write)) };
    },
    decideMany: async (input) => {
      const { caller, body, now } = input;
      rejectGuestWaiveOrUnlock(caller, [body, ...(body.entries ?? [])]);
      return { data: await decideMany(app, { ref: refOf(input), body, now }) };
    },
    assign: async (input) => {
      const { body, now } = input;
      return { data: await assign(app, { ref: refOf(input), body, now }) };
    },
    unassign: (input) => {
      const { params, now } = input;
      return emptyReply(unassign(app, { ref: refOf(input), id: params.assignment_id, now }));
    },
  };
}

function commentRoutes(app: App): Pick<Routes, 'comment' | 'updateComment' | 'deleteComment'> {
  return {
    comment: async (input) => {
      const { params, body, now } = input;
      const row = await addComment(app, { ref: refOf(input), no: Number(params.no), body, now });
      return { data: commentView(row) };
    },
    updateComment: async (input) => {
      const { params, body, ifMatch, now } = input;
      const write = { ref: refOf(input), id: params.comment_id, ifMatch, now };
      return { data: commentView(await changeComment(app, write, body)) };
    },
    deleteComment: (input) => {
      const { params, ifMatch, now } = input;
      const write = { ref: refOf(input), id: params.comment_id, ifMatch, now };
      return emptyReply(changeComment(app, write, { body: '', is_deleted: true }));
    },
  };
}

function retryRoutes(app: App): Pick<Routes, 'unlock' | 'retryPreview' | 'retry'> {
  return {
    unlock: async (input) => {
      const { body, now } = input;
      return { data: { unlocked_count: await unlock(app, { ref: refOf(input), body, now }) } };
    },
    retryPreview: async (input) => {
      const { body } = input;
      return { data: await estimateReviewRetry(app, { ref: refOf(input), body }) };
    },
    retry: async (input) => {
      const { body, now, url } = input;
      const ref = refOf(input);
      const place = await retryReviewLines(app, { ref, body, now });
      const run = await getRun(app.db, { workspace_id: ref.caller.workspace.id, ...place });
      const Location = `${url.origin}/api/v1/workflows/${place.workflow_id}/runs/${place.run_id}`;
      return { data: runView(run), headers: { Location } };
    },
  };
}

function eventRoutes({ db }: App, watch: EventWatch): Pick<Routes, 'history' | 'events'> {
  return {
    history: async (input) => {
      const { query, url } = input;
      const ref = refOf(input);
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
      const ref = refOf(input);
      await getReview(db, ref);
      const key = `review:${ref.review_id}` as const;
      const read = (after: number) => readReviewEvents(db, ref, after);
      return streamReply(async ({ lastEventId: after, send, ...sink }) => {
        const signal = AbortSignal.any([sink.signal, AbortSignal.timeout(streamTime(input))]);
        for await (const event of tailEvents(watch, { key, after, signal, read }))
          await send({ id: event.id, event: event.type, data: event });
      });
    },
  };
}
