import { defineJob } from '../../jobs/index.ts';
import { announceUpdate, updatedQueue } from './notify.ts';

export const reviewUpdated = defineJob<{ review_id: string }>({
  name: updatedQueue.name,
  handle: (app, { data }) => announceUpdate(app, data.review_id),
  retry: { limit: 5 },
});
