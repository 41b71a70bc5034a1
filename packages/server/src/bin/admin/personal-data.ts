import { Uuid } from '@voiceloom/contract';
import { countText } from '@voiceloom/text';
import {
  type ErasureTarget,
  erase,
  exportUser,
  findPlaces,
  findTraces,
  type Place,
  readErasure,
} from '../../features/users/index.ts';
import { type AdminApp, type Command, type Given, type Report, UsageError } from './command.ts';
import { plain, tableLines } from './output.ts';
import { idOf } from './values.ts';

export const personalDataCommands: Command[] = [
  {
    name: 'users export',
    params: ['USER_ID'],
    options: ['to', 'reason'],
    required: ['to'],
    summary: 'Write everything that belongs to a person into a new directory: rows as JSON, and audio.',
    async run(app, { args, options, operator, now }) {
      const user_id = idOf(args[0], 'USER_ID');
      const { to: directory = '' } = options;
      const files = await app.openFiles();
      const manifest = await exportUser({ ...app, ...files }, { user_id, directory, operator, now });
      const { count, size_bytes, missing } = manifest.objects;
      const lines = [
        `Wrote ${countText(sumOf(manifest.tables), 'row')} and ${countText(count, 'object')} of ${size_bytes} bytes to ${directory}.`,
      ];
      if (missing > 0) lines.push(`Deleted meanwhile: ${countText(missing, 'object')}.`);
      return { data: { directory, ...manifest }, lines };
    },
  },
  erasure(
    'user',
    'Delete a person and all workspaces that the person owns, and verify that no data remains.',
  ),
  erasure('workspace', 'Delete a workspace and its contents, and verify that no data remains.'),
  {
    name: 'users traces',
    params: ['ID_OR_EMAIL'],
    summary: 'Search all tables, jobs and objects for a person, an ID or an email address.',
    async run(app, { args: [text = ''] }) {
      const isId = Uuid.safeParse(text).success;
      if (!isId && !text.includes('@'))
        throw new UsageError('ID_OR_EMAIL must be an ID (a UUID) or an email address.');
      const traces = await findTraces(app.db, isId ? { id: text.toLowerCase() } : { word: text });
      const places = await findPlaces({ ...app, ...(await app.openFiles()) }, traces);
      return { data: { places }, lines: placeLines(places) };
    },
  },
];

function erasure(type: ErasureTarget['type'], summary: string): Command {
  const param = `${type.toUpperCase()}_ID`;
  return {
    name: `${type}s erase`,
    params: [param],
    options: ['reason'],
    destroys: true,
    summary,
    async run(app, given) {
      const target = { type, id: idOf(given.args[0], param) };
      return given.isApplied ? eraseTarget(app, given, target) : previewErasure(app, target);
    },
  };
}

async function previewErasure(app: AdminApp, target: ErasureTarget): Promise<Report> {
  const reach = await readErasure({ ...app, ...(await app.openFiles()) }, target);
  return { data: { ...target, ...reach }, lines: ['This would delete:', ...reachLines(reach)] };
}

async function eraseTarget(app: AdminApp, { operator, now }: Given, target: ErasureTarget): Promise<Report> {
  const files = await app.openFiles();
  const erased = await erase({ ...app, ...files }, { target, operator, now });
  const { pseudonym, mentions, processor_customer_id } = erased;
  const lines = [
    'Deleted:',
    ...reachLines(erased),
    'A search of all tables, jobs and objects found no trace.',
  ];
  if (pseudonym) lines.push(`The remaining rows name ${pseudonym} instead of the person.`);
  if (processor_customer_id)
    lines.push(`The payment processor still has the customer ${processor_customer_id}. Delete it there.`);
  if (mentions.length > 0)
    lines.push(
      'The same name, or an account with the same address, is also here. Look at it:',
      ...placeLines(mentions),
    );
  return { data: { ...target, ...erased }, lines };
}

type Reach = Awaited<ReturnType<typeof readErasure>>;

const sumOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function reachLines({ workspace_ids, rows, objects, size_bytes, shared }: Reach): string[] {
  return [
    ...tableLines(
      [
        ['TABLE', ([name]) => name],
        ['ROWS', ([, count]) => count],
      ],
      Object.entries(rows),
    ),
    `Together ${countText(sumOf(rows), 'row')} of ${countText(workspace_ids.length, 'workspace')}, and ${countText(objects, 'object')} of ${size_bytes} bytes.`,
    ...shared.map(
      ({ id, name, members }) =>
        `"${plain(name)}" (${id}) has ${countText(members, 'other member')}, whose work in it is deleted too.`,
    ),
  ];
}

function placeLines(places: readonly Place[]): string[] {
  if (places.length === 0) return ['No trace was found.'];
  return tableLines(
    [
      ['PLACE', ({ place }) => place],
      ['COUNT', ({ count }) => count],
      ['KIND', ({ is_mention }) => (is_mention ? 'name only' : 'trace')],
    ],
    places,
  );
}
