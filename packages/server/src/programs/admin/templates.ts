import type { WorkflowDefinition } from '@voiceloom/contract';
import { countText } from '@voiceloom/text';
import {
  findTemplatesByText,
  getTemplateToPublish,
  publishTemplate,
} from '../../features/templates/index.ts';
import type { AdminApp, Command, CommandInput, Report } from './command.ts';
import { listReport, personText, plain } from './output.ts';
import { parseId, parseLimit } from './values.ts';

export const templateCommands: Command[] = [
  {
    name: 'templates find',
    params: ['TEXT'],
    options: ['limit'],
    summary: 'Find templates by name, ID, workspace or the email address of its owner.',
    async run({ db }, { args: [text = ''], options }) {
      const limit = parseLimit(options.limit);
      const rows = await findTemplatesByText(db, { text, limit: limit + 1 });
      return listReport('templates', {
        rows,
        limit,
        columns: [
          ['ID', (template) => template.id],
          ['NAME', (template) => template.name],
          ['WORKSPACE', (template) => template.workspace_name],
          ['OWNER', (own) => personText({ email: own.owner_email, id: own.owner_id })],
          ['PUBLIC', (template) => (template.is_public ? 'yes' : 'no')],
        ],
      });
    },
  },
  {
    name: 'templates publish',
    params: ['TEMPLATE_ID'],
    options: ['reason'],
    destroys: true,
    summary: 'Show a workspace template with its scripts to everyone.',
    async run(app, input) {
      if (input.isApplied) return publish(app, input, { is_public: true });
      const template = await getTemplateToPublish(app.db, parseId(input.args[0], 'TEMPLATE_ID'));
      const { name, description, workspace_name, definition, is_public } = template;
      if (is_public) return { data: { template }, lines: [`"${plain(name)}" is already public.`] };
      const owner = personText({ email: template.owner_email, id: template.owner_id });
      const { nodes } = definition.graph;
      const byType = Object.entries(Object.groupBy(nodes, ({ type }) => type));
      const counts = byType.map(([type, ofType = []]) => `${ofType.length} ${type}`);
      const lines = [
        `This would show the following to everyone, from the workspace "${workspace_name}" of ${owner}:`,
        `Name: ${name}`,
        `Description: ${description || '-'}`,
        `Nodes: ${counts.join(', ') || 'none'}`,
        ...nodes.flatMap((node) => textLines(node)),
        'Everyone also sees all other settings of the nodes. To read them, add --json.',
      ];
      return { data: { template }, lines: lines.map(plain) };
    },
  },
  {
    name: 'templates unpublish',
    params: ['TEMPLATE_ID'],
    options: ['reason'],
    summary: 'Hide a public template again. Workflows that were created from it remain.',
    run: (app, input) => publish(app, input, { is_public: false }),
  },
];

async function publish(
  app: AdminApp,
  { args, operator, now }: CommandInput,
  { is_public }: { is_public: boolean },
): Promise<Report> {
  const id = parseId(args[0], 'TEMPLATE_ID');
  const change = await publishTemplate(app, { id, is_public, operator, now });
  let state = 'private';
  if (is_public) state = 'public';
  let verb = 'was already';
  if (change.changed) verb = 'is now';
  const line = `"${plain(change.name)}" ${verb} ${state}.`;
  return { data: { template_id: id, name: change.name, is_public, changed: change.changed }, lines: [line] };
}

const MAX_SHOWN_LINES = 5;

function textLines(node: WorkflowDefinition['graph']['nodes'][number]): string[] {
  const { type, name, id: _, position: __, ...rest } = node;
  let title = type as string;
  if (name) title = `"${name}"`;
  const output: string[] = [];
  for (const [path, text] of listTexts(rest)) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    output.push(`Text in ${title}, ${path.join('.')}:`);
    output.push(...lines.slice(0, MAX_SHOWN_LINES).map((line) => `  ${line}`));
    const more = lines.length - MAX_SHOWN_LINES;
    if (more > 0) output.push(`  … and ${countText(more, 'more line')}`);
  }
  return output;
}

/** The fields of a node's `config` that are scripts. */
const SCRIPT_FIELDS = ['text', 'scripts'];

/** Scripts, and other values with several words. A person wrote these, and they can be confidential. */
function listTexts(value: unknown, path: string[] = []): [path: string[], text: string][] {
  if (typeof value === 'string') {
    // path[0] is 'config'.
    const isScript = SCRIPT_FIELDS.includes(path[1] ?? '');
    if (value.trim() === '' || (!isScript && !/\s/.test(value))) return [];
    return [[path, value]];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, own]) => listTexts(own, [...path, key]));
}
