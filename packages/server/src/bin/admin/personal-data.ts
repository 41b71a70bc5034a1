import { countText } from '@voiceloom/text';
import { exportUser } from '../../features/users/index.ts';
import type { Command } from './command.ts';
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
      const storage = await app.openStorage();
      const manifest = await exportUser({ ...app, storage }, { user_id, directory, operator, now });
      const { count, size_bytes, missing } = manifest.objects;
      const rows = Object.values(manifest.tables).reduce((sum, of) => sum + of, 0);
      const lines = [
        `Wrote ${countText(rows, 'row')} and ${countText(count, 'object')} of ${size_bytes} bytes to ${directory}.`,
      ];
      if (missing > 0) lines.push(`${countText(missing, 'object')} were deleted meanwhile.`);
      return { data: { directory, ...manifest }, lines };
    },
  },
];
