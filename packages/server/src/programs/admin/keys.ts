import { ApiError } from '../../errors.ts';
import {
  type FoundKey,
  findKeysByText,
  findRevokedAt,
  revokeKeyAsOperator,
} from '../../features/api-keys/index.ts';
import { type Command, UsageError } from './command.ts';
import { type Columns, personText, tableLines } from './output.ts';

/** No installation should have more keys with the same first characters. */
const MAX_KEYS = 20;

const getPreview = ({ key_prefix, key_suffix }: FoundKey): string => `${key_prefix}…${key_suffix}`;

const COLUMNS: Columns<FoundKey> = [
  ['ID', (key) => key.id],
  ['KEY', getPreview],
  ['NAME', (key) => key.name],
  ['WORKSPACE', (key) => key.workspace_name],
  ['CREATOR', (key) => personText({ email: key.creator_email, id: key.created_by })],
  ['LAST USED', (key) => key.last_used_at],
  ['REVOKED', (key) => key.revoked_at],
];

export const keyCommands: Command[] = [
  {
    name: 'keys revoke',
    params: ['KEY'],
    options: ['reason'],
    destroys: true,
    summary: 'Revoke an API key by its value (- reads it from standard input), beginning or ID.',
    async run(app, input) {
      let [text = ''] = input.args;
      if (text === '-') text = (await input.readSecret()).trim();
      const prefix = `${app.config.api_key_prefix}_live_`;
      if (text.length < prefix.length + 4 && (prefix.startsWith(text) || text.startsWith(prefix)))
        throw new UsageError(
          `This is too short: every key begins with ${prefix}. Enter the first ${prefix.length + 4} characters, such as ${prefix}Ab3x.`,
        );
      const keys = await findKeysByText(app, { text, limit: MAX_KEYS });
      const [key] = keys;
      // Never repeats what was typed: it may be a secret.
      if (!key)
        throw new ApiError(
          'NOT_FOUND',
          `No API key matches. Enter its full value, its first characters (such as ${prefix}Ab3x), or its ID.`,
        );
      const lines = tableLines(COLUMNS, keys);
      if (keys.length > 1)
        throw new ApiError(
          'CONFLICT',
          `Several keys begin with this. Use the ID of one of them:\n${lines.join('\n')}`,
        );
      const { id, workspace_id, name } = key;
      const summary = { id, workspace_id, name, preview: getPreview(key) };
      if (!input.isApplied) return { data: { key: summary }, lines };
      if (findRevokedAt(key, input.now))
        return { data: { key: summary, changed: false }, lines: ['The key was already revoked.'] };
      const { operator, now } = input;
      await revokeKeyAsOperator(app, { id, operator, now });
      const done = `Revoked ${summary.preview}. Every process rejects it within a second.`;
      return { data: { key: summary, changed: true }, lines: [done] };
    },
  },
];
