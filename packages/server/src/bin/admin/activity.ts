import { listOperatorActivity } from '../../ledger/activity.ts';
import type { Command } from './command.ts';
import { listReport } from './output.ts';
import { limitOf } from './values.ts';

export const activityCommands: Command[] = [
  {
    name: 'activity list',
    params: [],
    options: ['limit'],
    summary: 'List what operators did, the latest first. Includes erased people and workspaces.',
    async run({ db }, { options }) {
      const limit = limitOf(options.limit);
      const rows = await listOperatorActivity(db, { limit: limit + 1 });
      return listReport('actions', {
        rows,
        limit,
        columns: [
          ['TIME', (action) => action.created_at],
          ['OPERATOR', (action) => action.operator],
          ['ACTION', (action) => action.kind],
          ['RESOURCE', (action) => action.resource_name ?? action.resource_id],
          ['REASON', (action) => action.reason],
          ['WORKSPACE', (action) => action.workspace_id],
        ],
      });
    },
  },
];
