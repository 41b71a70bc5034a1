import { countText } from '@voiceloom/text';
import {
  type ErasureReach,
  type ErasureTarget,
  erase,
  exportUser,
  readErasure,
} from '../../features/users/index.ts';
import type { AdminApp, Command, CommandInput, Report } from './command.ts';
import { plain, tableLines } from './output.ts';
import { parseId } from './values.ts';

export const personalDataCommands: Command[] = [
  {
    name: 'users export',
    params: ['USER_ID'],
    options: ['to', 'reason'],
    required: ['to'],
    summary: 'Export all data of a person to a new directory: rows as JSON, and audio.',
    async run(app, { args, options, operator, now }) {
      const user_id = parseId(args[0], 'USER_ID');
      const { to: directory = '' } = options;
      const storage = await app.openStorage();
      const manifest = await exportUser({ ...app, storage }, { user_id, directory, operator, now });
      const { count, size_bytes, missing } = manifest.objects;
      const lines = [
        `Wrote ${countText(sumCounts(manifest.tables), 'row')} and ${countText(count, 'object')} of ${countText(size_bytes, 'byte')} to ${directory}.`,
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

const sumCounts = (counts: Record<string, number>) => Object.values(counts).reduce((sum, of) => sum + of, 0);

function erasure(type: ErasureTarget['type'], summary: string): Command {
  const param = `${type.toUpperCase()}_ID`;
  return {
    name: `${type}s erase`,
    params: [param],
    options: ['reason', 'with-shared'],
    destroys: true,
    summary,
    async run(app, input) {
      const target = { type, id: parseId(input.args[0], param) };
      if (input.isApplied) return eraseTarget(app, input, target);
      const reach = await readErasure({ ...app, storage: await app.openStorage() }, target);
      const lines = ['This would delete:', ...reachLines(reach)];
      if (reach.open_runs > 0)
        lines.push(`It would cancel ${countText(reach.open_runs, 'run')} in progress.`);
      for (const key of reach.keys_elsewhere) lines.push(`It would revoke the API key ${describe(key)}.`);
      lines.push(...remainderLines(target, reach));
      for (const { id, name, members } of reach.shared)
        lines.push(
          `"${plain(name)}" (${id}) has ${countText(members, 'other member')} and needs --with-shared.`,
        );
      if (reach.obstacle !== null) lines.push(`This is not possible yet. ${reach.obstacle}`);
      return { data: { target, ...reach }, lines };
    },
  };
}

async function eraseTarget(
  app: AdminApp,
  { operator, now, options }: CommandInput,
  target: ErasureTarget,
): Promise<Report> {
  const secrets = { storage: await app.openStorage(), signingSecret: await app.readSigningSecret() };
  const erasing = { target, with_shared: options['with-shared'] ?? false, operator, now };
  const erased = await erase({ ...app, ...secrets }, erasing);
  const lines = ['Deleted:', ...reachLines(erased)];
  let subject = 'workspace';
  if (target.type === 'user') subject = 'person';
  lines.push(`A search of all tables, jobs and objects found no other data of this ${subject}.`);
  if (erased.has_old_statistics)
    lines.push('The statistics of PostgreSQL may still contain values of deleted rows: run "analyze".');
  lines.push(...remainderLines(target, erased));
  if (erased.mentions.length > 0)
    lines.push(
      'These texts of other people contain a name, an address or an ID of the person. They were not changed:',
    );
  for (const { place, count, ids } of erased.mentions) {
    let names = ids.join(', ');
    if (ids.length < count) names += ' and others';
    let line = `  ${place}: ${countText(count, 'row')}`;
    if (ids.length > 0) line += ` (${names})`;
    lines.push(line);
  }
  return { data: { target, ...erased }, lines };
}

/** What stays, the addresses, and the customer at the payment processor. */
function remainderLines({ type, id }: ErasureTarget, reach: ErasureReach): string[] {
  const lines: string[] = [];
  if (type === 'user') {
    lines.push(
      `The account, its credits, and what the person made in other workspaces stay, as "Erased user" with the ID ${id}.`,
    );
    for (const link of reach.links_elsewhere) lines.push(`The share link ${describe(link)} stays valid.`);
    for (const webhook of reach.webhooks_elsewhere)
      lines.push(`The webhook endpoint ${describe(webhook)} continues to receive events.`);
  }
  if (reach.emails.length > 0) lines.push(`Addresses of the person: ${reach.emails.map(plain).join(', ')}.`);
  if (reach.processor_customer_id !== null)
    lines.push(
      `The customer at the payment processor is ${reach.processor_customer_id}. Delete it there after the erasure.`,
    );
  return lines;
}

const describe = ({ id, name, workspace_name }: ErasureReach['keys_elsewhere'][number]): string =>
  `"${plain(name)}" (${id}) in "${plain(workspace_name)}"`;

function reachLines({ workspace_ids, rows, objects }: ErasureReach): string[] {
  return [
    ...tableLines(
      [
        ['TABLE', ([name]) => name],
        ['ROWS', ([, count]) => count.toLocaleString('en')],
      ],
      Object.entries(rows),
    ),
    `Total: ${countText(sumCounts(rows), 'row')} of ${countText(workspace_ids.length, 'workspace')}, and ${countText(objects, 'object')}.`,
  ];
}
