import { publishTemplate } from '../../features/templates/index.ts';
import type { Command } from './command.ts';
import { plain } from './output.ts';
import { idOf } from './values.ts';

export const templateCommands: Command[] = [
  publication('publish', 'Add a workspace template to the public gallery.'),
  publication(
    'unpublish',
    'Remove a workspace template from the public gallery. Existing workflows are not affected.',
  ),
];

function publication(verb: 'publish' | 'unpublish', summary: string): Command {
  const is_public = verb === 'publish';
  return {
    name: `templates ${verb}`,
    params: ['TEMPLATE_ID'],
    options: ['reason'],
    summary,
    async run(app, { args, operator, now }) {
      const id = idOf(args[0], 'TEMPLATE_ID');
      const { name, changed } = await publishTemplate(app, { id, is_public, operator, now });
      const state = is_public ? 'public' : 'private';
      const line = `"${plain(name)}" ${changed ? 'is now' : 'was already'} ${state}.`;
      return { data: { template_id: id, name, is_public, changed }, lines: [line] };
    },
  };
}
