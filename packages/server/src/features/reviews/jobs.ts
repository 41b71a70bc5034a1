import { defineHousekeeping, defineJob } from '../../jobs/index.ts';
import { sweepGuests } from './guests/index.ts';
import { announceUpdate, reviewUpdatedJobRef } from './notify.ts';

export const reviewUpdated = defineJob<{ review_id: string }>({
  name: reviewUpdatedJobRef.name,
  handle: (app, { data }) => announceUpdate(app, data.review_id),
  retry: { limit: 5 },
});

export const reviewGuests = defineHousekeeping('review_guests', ({ db }, now) => sweepGuests(db, now));
