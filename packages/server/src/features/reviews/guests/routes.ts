import { type contract, type GuestPermission, ReviewLink } from '@voiceloom/contract';
import type { App } from '../../../app.ts';
import { emptyReply, type Handlers } from '../../../handler/handler.ts';
import { toView } from '../../../handler/view.ts';
import { latestFirst, listViews } from '../../../lists/page.ts';
import { getReview } from '../select-review.ts';
import { enterReview } from './enter.ts';
import { createLink, isActive, type LinkRow, listLinks, revokeLink } from './links.ts';

const linkView = (row: LinkRow): ReviewLink =>
  toView(ReviewLink, {
    ...row,
    permission: row.permission as GuestPermission,
    has_passcode: row.passcode_hash !== null,
  });

/** The operations on the links that let guests into a review. */
export function linkRoutes(
  app: App,
): Pick<Handlers<typeof contract.reviews>, 'createLink' | 'links' | 'revokeLink' | 'enter'> {
  /** The token is in the fragment, which browsers do not send to servers. */
  const linkUrl = (token: string) => {
    // Without slashes at the end.
    const baseUrl = app.baseUrl().replace(/(?<!\/)\/+$/, '');
    return `${baseUrl}/studio/enter#${token}`;
  };
  return {
    createLink: async ({ caller, params, body, now }) => {
      const { row, token } = await createLink(app, { ref: { caller, ...params }, body, now });
      return { data: { ...linkView(row), url: linkUrl(token) } };
    },
    links: async ({ caller, params, query, url, now }) => {
      const { active, ...page } = query;
      const ref = { caller, ...params };
      await getReview(app.db, ref);
      return listViews({
        list: 'review_links',
        url,
        page,
        order: latestFirst('review_link'),
        query: listLinks(app.db, ref).$if(active !== undefined, (links) =>
          links.where(isActive(now), '=', active === true),
        ),
        view: linkView,
      });
    },
    revokeLink: ({ caller, params, now }) => {
      const { link_id: id, ...review } = params;
      return emptyReply(revokeLink(app, { ref: { caller, ...review }, id, now }));
    },
    enter: async ({ body, request, now }) => ({
      data: await enterReview(app, { body, ip: request.ip, now }),
    }),
  };
}
