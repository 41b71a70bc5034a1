import { listOperatorActivity } from '../../ledger/activity.ts';
import type { Command } from './command.ts';
import { listReport, personText } from './output.ts';
import { parseLimit } from './values.ts';

export const activityCommands: Command[] = [
  {
    name: 'activity list',
    params: [],
    options: ['limit'],
    summary: 'List what operators did, the latest first. Includes erased people and workspaces.',
    async run({ db }, { options }) {
      const limit = parseLimit(options.limit);
      const rows = await listOperatorActivity(db, { limit: limit + 1 });
      return listReport('actions', {
        rows,
        limit,
        isSearch: false,
        columns: [
          ['TIME', (action) => action.created_at],
          ['OPERATOR', (action) => action.operator],
          ['ACTION', (action) => action.kind],
          [
            'RESOURCE',
            ({ person, resource_id: id, resource_name }) => {
              if (person) return personText({ ...person, id });
              return resource_name ?? id;
            },
          ],
          [
            'DETAILS',
            ({ metadata }) => {
              // Without the fields that have a column.
              const { operator: _, reason: __, ...details } = metadata ?? {};
              const fields = Object.entries(details).map(([name, value]) => `${name}=${value}`);
              return fields.join(' ');
            },
          ],
          ['REASON', (action) => action.reason],
          ['WORKSPACE', (action) => action.workspace_id],
        ],
      });
    },
  },
];
