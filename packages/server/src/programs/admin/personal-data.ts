import { countText } from '@voiceloom/text';
import {
  type Erased,
  type ErasureReach,
  type ErasureTarget,
  erase,
  exportUser,
  readErasure,
} from '../../features/users/index.ts';
import type { AdminApp, Command, Given, Report } from './command.ts';
import { plain, tableLines } from './output.ts';
import { idOf } from './values.ts';

export const personalDataCommands: Command[] = [
  {
    name: 'users export',
    params: ['USER_ID'],
    options: ['to', 'reason'],
    required: ['to'],
    summary: 'Export all data of a person to a new directory: rows as JSON, and audio.',
    async run(app, { args, options, operator, now }) {
      const user_id = idOf(args[0], 'USER_ID');
      const { to: directory = '' } = options;
      const storage = await app.openStorage();
      const manifest = await exportUser({ ...app, storage }, { user_id, directory, operator, now });
      const { count, size_bytes, missing } = manifest.objects;
      const lines = [
        `Wrote ${countText(sumOf(manifest.tables), 'row')} and ${countText(count, 'object')} of ${countText(size_bytes, 'byte')} to ${directory}.`,
      ];
      if (missing > 0) lines.push(`Deleted during the export: ${countText(missing, 'object')}.`);
      return { data: { directory, ...manifest }, lines };
    },
  },
  erasure(
    'user',
    'Delete a person and all workspaces that the person owns, and verify that nothing is left.',
  ),
  erasure('workspace', 'Delete a workspace with all of its data, and verify that nothing is left.'),
];

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, of) => sum + of, 0);

function erasure(type: ErasureTarget['type'], summary: string): Command {
  const param = `${type.toUpperCase()}_ID`;
  return {
    name: `${type}s erase`,
    params: [param],
    options: ['reason', 'with-shared'],
    destroys: true,
    summary,
    async run(app, given) {
      const target = { type, id: idOf(given.args[0], param) };
      if (given.isApplied) return eraseTarget(app, given, target);
      const reach = await readErasure({ ...app, storage: await app.openStorage() }, target);
      return {
        data: { target, ...reach },
        lines: [
          'This would delete:',
          ...reachLines(reach),
          ...effectLines(reach),
          ...keptLines(target, reach),
          ...addressLines(reach),
          ...customerLines(reach),
          ...sharedLines(reach),
          ...(reach.obstacle === null ? [] : [`This is not possible yet. ${reach.obstacle}`]),
        ],
      };
    },
  };
}

async function eraseTarget(
  app: AdminApp,
  { operator, now, options }: Given,
  target: ErasureTarget,
): Promise<Report> {
  const secrets = { storage: await app.openStorage(), signingSecret: await app.readSigningSecret() };
  const erasing = { target, with_shared: options['with-shared'] ?? false, operator, now };
  const erased = await erase({ ...app, ...secrets }, erasing);
  const { mentions } = erased;
  const lines = ['Deleted:', ...reachLines(erased)];
  lines.push(
    `A search of all tables, jobs and objects found no other data of this ${target.type === 'user' ? 'person' : 'workspace'}.`,
  );
  if (erased.has_old_statistics)
    lines.push('The statistics of PostgreSQL may still contain values of deleted rows: run "analyze".');
  lines.push(...keptLines(target, erased), ...addressLines(erased), ...customerLines(erased));
  if (mentions.length > 0)
    lines.push(
      'These texts of other people contain a name, an address or an ID of the person. They were not changed:',
      ...mentions.map(mentionLine),
    );
  return { data: { target, ...erased }, lines };
}

function effectLines({ keys_elsewhere, open_runs }: ErasureReach): string[] {
  const runs = open_runs > 0 ? [`It would cancel ${countText(open_runs, 'run')} in progress.`] : [];
  const keys = keys_elsewhere.map((key) => `It would revoke the API key ${nameOf(key)}.`);
  return [...runs, ...keys];
}

function mentionLine({ place, count, ids }: Erased['mentions'][number]): string {
  const more = ids.length < count ? ' and others' : '';
  return `  ${place}: ${countText(count, 'row')}${ids.length > 0 ? ` (${ids.join(', ')}${more})` : ''}`;
}

function keptLines(
  { type, id }: ErasureTarget,
  { links_elsewhere, webhooks_elsewhere }: ErasureReach,
): string[] {
  if (type === 'workspace') return [];
  return [
    `The account, its credits, and what the person made in other workspaces stay, as "Erased user" with the ID ${id}.`,
    ...links_elsewhere.map((link) => `The share link ${nameOf(link)} stays valid.`),
    ...webhooks_elsewhere.map(
      (webhook) => `The webhook endpoint ${nameOf(webhook)} continues to receive events.`,
    ),
  ];
}

const nameOf = ({ id, name, workspace_name }: ErasureReach['keys_elsewhere'][number]): string =>
  `"${plain(name)}" (${id}) in "${plain(workspace_name)}"`;

const addressLines = ({ emails }: ErasureReach): string[] =>
  emails.length > 0 ? [`Addresses of the person: ${emails.map(plain).join(', ')}.`] : [];

const customerLines = ({ processor_customer_id: id }: ErasureReach): string[] =>
  id === null ? [] : [`The customer at the payment processor is ${id}. Delete it there after the erasure.`];

const sharedLines = ({ shared }: ErasureReach): string[] =>
  shared.map(
    ({ id, name, members }) =>
      `"${plain(name)}" (${id}) has ${countText(members, 'other member')} and needs --with-shared.`,
  );

function reachLines({ workspace_ids, rows, objects }: ErasureReach): string[] {
  return [
    ...tableLines(
      [
        ['TABLE', ([name]) => name],
        ['ROWS', ([, count]) => count.toLocaleString('en')],
      ],
      Object.entries(rows),
    ),
    `Total: ${countText(sumOf(rows), 'row')} of ${countText(workspace_ids.length, 'workspace')}, and ${countText(objects, 'object')}.`,
  ];
}
