import type { Command } from './command.ts';
import { DEFAULT_ROWS, MAX_ROWS } from './values.ts';

interface Option {
  type: 'boolean' | 'string';
  short?: string;
  multiple?: boolean;
  /** The name of the value in the help. */
  value?: string;
  about: string;
}

/** The options of all commands. */
export const OPTIONS = {
  reason: {
    type: 'string',
    value: 'REASON',
    about:
      'Why you do it. If the command acts on a workspace, its members can read it in their activity log.',
  },
  key: {
    type: 'string',
    value: 'KEY',
    about: 'Changes the credits of a person only once per key, so that you can repeat the command.',
  },
  state: {
    type: 'string',
    multiple: true,
    value: 'STATE',
    about:
      'Only runs in this state: pending, running, pausing or paused. Repeat the option for several states.',
  },
  'older-than': {
    type: 'string',
    value: 'TIME',
    about: 'Only runs that started at least this long ago: 90s, 30m, 12h or 3d.',
  },
  limit: {
    type: 'string',
    value: 'LIMIT',
    about: `The maximum number of rows, up to ${MAX_ROWS.toLocaleString('en')}. Default: ${DEFAULT_ROWS}.`,
  },
  to: { type: 'string', value: 'DIRECTORY', about: 'The directory to create. It must not exist yet.' },
  models: {
    type: 'string',
    value: 'MODELS',
    about:
      'Only these models, separated by commas: elevenlabs/eleven_flash_v2_5. Default: all listed models.',
  },
  'characters-per-day': {
    type: 'string',
    value: 'COUNT',
    about: 'The characters that an account may send in a day (UTC). Default: no limit.',
  },
  since: {
    type: 'string',
    value: 'DATE',
    about: 'The first day (UTC), such as 2026-03-01. Default: the first day of the month.',
  },
  'with-shared': { type: 'boolean', about: 'Also delete workspaces that have other members.' },
  yes: { type: 'boolean', about: 'Do it. Without this option, the command only shows what it would do.' },
  json: { type: 'boolean', about: 'Print one JSON object.' },
  as: {
    type: 'string',
    value: 'NAME',
    about: 'Your name in the activity log. Default: the account of this machine.',
  },
  help: { type: 'boolean', short: 'h', about: 'Describe the command and its options.' },
} as const satisfies Record<string, Option>;

/** An option with the name of its value. */
function optionText(name: keyof typeof OPTIONS): string {
  const { value = '' }: Option = OPTIONS[name];
  return `--${name} ${value}`.trimEnd();
}

function optionLines(names: (keyof typeof OPTIONS)[]): string[] {
  const width = Math.max(...names.map((name) => optionText(name).length));
  return names.map((name) => `  ${optionText(name).padEnd(width)}  ${OPTIONS[name].about}`);
}

/** A command with its parameters and options. */
export function formatUsage({ name, params, options = [], required = [], destroys }: Command): string {
  const optional = options.filter((option) => !required.includes(option));
  const words = [name, ...params, ...required.map(optionText)];
  for (const option of optional) words.push(`[${optionText(option)}]`);
  if (destroys) words.push('[--yes]');
  return words.join(' ');
}

/** The help for one command. */
export function helpLines(command: Command): string[] {
  const { summary, options = [], destroys } = command;
  const names: (keyof typeof OPTIONS)[] = [...options];
  if (destroys) names.push('yes');
  const lines = optionLines([...names, 'json', 'as']);
  return [`Usage: admin.ts ${formatUsage(command)}`, '', summary, '', 'Options:', ...lines];
}

/** The commands that begin with this word, or all if none do. */
export function commandLines(commands: readonly Command[], word?: string): string[] {
  const similar = commands.filter(({ name }) => name.split(' ')[0] === word);
  const lines: string[] = [];
  for (const command of similar.length > 0 ? similar : commands)
    lines.push(`  ${formatUsage(command)}`, `      ${command.summary}`);
  return lines;
}

/** The help for the commands that begin with this word, or for all. */
export const usageLines = (commands: readonly Command[], word?: string): string[] => [
  'Usage: admin.ts COMMAND',
  '',
  ...commandLines(commands, word),
  '',
  'Options of every command:',
  ...optionLines(['json', 'as', 'help']),
  '',
  'Without --yes, commands that have this option only show what they would do.',
];
