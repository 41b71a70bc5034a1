import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers, WorkspaceCaller } from '../../handler/handler.ts';
import { listViews } from '../../handler/page.ts';
import { actorOf } from './actor.ts';
import { decideItem, decideMany } from './decide.ts';
import { getItemDetail } from './detail.ts';
import { openReview } from './open.ts';
import { countProgress, getReview, listItems, type ReviewRef, selectEvents } from './queries.ts';
import { eventView, itemView, reviewView } from './view.ts';

type Request = { caller: WorkspaceCaller; params: { review_id: string } };

const refOf = ({ caller, params }: Request): ReviewRef => ({ caller, review_id: params.review_id });

export function reviewRoutes(app: App): Handlers<typeof contract.reviews> {
  const { db } = app;
  const show = async (ref: ReviewRef) => {
    const review = await getReview(db, ref);
    const [progress, me] = await Promise.all([countProgress(db, ref), actorOf(db, ref.caller)]);
    return { data: reviewView({ ...review, progress, me }) };
  };
  return {
    open: async ({ caller, params, now }) =>
      show({ caller, review_id: await openReview(app, { caller, ...params, now }) }),
    get: (input) => show(refOf(input)),
    items: async (input) => ({ data: await listItems(db, refOf(input), input.query) }),
    item: async (input) => {
      const data = await getItemDetail(app, refOf(input), Number(input.params.no));
      return { data };
    },
    decide: async (input) => {
      const { params, body, ifMatch, now } = input;
      return {
        data: itemView(
          await decideItem(app, { ref: refOf(input), no: Number(params.no), body, ifMatch, now }),
        ),
      };
    },
    decideMany: async (input) => {
      const { body, now } = input;
      return { data: await decideMany(app, { ref: refOf(input), body, now }) };
    },
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
  };
}
