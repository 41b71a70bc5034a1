import { listOperatorActivity } from '../../ledger/activity.ts';
import type { Command } from './command.ts';
import { listReport, personText } from './output.ts';
import { limitOf } from './values.ts';

type Action = Awaited<ReturnType<typeof listOperatorActivity>>[number];

const resourceText = ({ person, resource_id: id, resource_name }: Action) =>
  person ? personText({ ...person, id }) : (resource_name ?? id);

/** The metadata without the fields that have a column. */
function detailsText({ metadata }: Action): string {
  const { operator: _, reason: __, ...details } = metadata ?? {};
  return Object.entries(details)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

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
        isSearch: false,
        columns: [
          ['TIME', (action) => action.created_at],
          ['OPERATOR', (action) => action.operator],
          ['ACTION', (action) => action.kind],
          ['RESOURCE', resourceText],
          ['DETAILS', detailsText],
          ['REASON', (action) => action.reason],
          ['WORKSPACE', (action) => action.workspace_id],
        ],
      });
    },
  },
];
