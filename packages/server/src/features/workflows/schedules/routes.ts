import type { contract } from '@voiceloom/contract';
import type { App } from '../../../app.ts';
import { emptyReply, type Handlers } from '../../../handler/handler.ts';
import { latestFirst, listPage, listViews } from '../../../lists/page.ts';
import { changeSchedule, createSchedule, removeSchedule } from './actions.ts';
import { getSchedule, selectOccurrences, selectSchedules } from './queries.ts';
import { occurrenceView, scheduleReply, scheduleViews } from './view.ts';

export function scheduleRoutes(app: App): Handlers<typeof contract.schedules> {
  const { db } = app;
  return {
    list: async ({ caller, query, url }) => {
      let schedules = selectSchedules(db, caller.workspace.id);
      if (query.workflow_id !== undefined) schedules = schedules.where('workflow_id', '=', query.workflow_id);
      const order = latestFirst('schedule');
      const { items, pagination } = await listPage({
        list: 'schedules',
        url,
        page: query,
        order,
        query: schedules,
      });
      return { data: await scheduleViews(db, items), pagination };
    },
    create: async ({ caller, body, now }) => {
      const { data } = await scheduleReply(db, await createSchedule(app, { caller, body, now }));
      return { data };
    },
    get: async ({ caller, params }) =>
      scheduleReply(db, await getSchedule(db, caller.workspace.id, params.schedule_id)),
    update: async ({ caller, params, body, ifMatch, now }) =>
      scheduleReply(db, await changeSchedule(app, { caller, id: params.schedule_id, body, ifMatch, now })),
    delete: ({ caller, params, ifMatch, now }) =>
      emptyReply(removeSchedule(app, { caller, id: params.schedule_id, ifMatch, now })),
    occurrences: async ({ caller, params, query, url }) => {
      const { id } = await getSchedule(db, caller.workspace.id, params.schedule_id);
      return listViews({
        list: 'schedule_occurrences',
        url,
        page: query,
        order: [
          { column: 'schedule_occurrence.due_at', direction: 'desc', key: 'due_at', type: 'timestamp' },
          { column: 'schedule_occurrence.schedule_id', direction: 'asc', key: 'id', type: 'uuid' },
        ],
        query: selectOccurrences(db, { workspace_id: caller.workspace.id, id }),
        view: occurrenceView,
      });
    },
  };
}
