import type { Command, Option } from 'commander';
import { lineage } from './api-names.ts';

export type Detail = { field: string; message: string };

/** API fields that commands name differently. */
const OTHER_NAMES: Record<string, string> = {
  context_id: 'workflow_id',
  source_language: 'language',
  script_text: 'script',
  'x-workspace-id': 'workspace',
};

/** The commands that list ids. */
const LISTED_BY: Record<string, string> = {
  'workflow-id': 'workflows list',
  'run-id': 'runs list <workflow-id>',
  'upload-id': 'uploads list <workflow-id>',
  'template-id': 'templates list',
  'key-id': 'keys list',
  'endpoint-id': 'webhooks list',
  'entry-id': 'dictionary list',
  'schedule-id': 'schedules list',
  'voice-id': 'voices',
  'node-id': 'workflows get <workflow-id>',
  'line-id': 'api runs.data <workflow-id> <run-id>',
  workspace: 'api workspaces.list',
};

/** `line-id`, `line_id` and `line_ids` are equivalent. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '').replace(/s$/, '');

const kindOf = ({ flags, long }: Option): string =>
  /<([^<>]+)>/.exec(flags)?.[1] ?? long?.replace(/^--/, '') ?? '';

/** The argument or option that sets a request field. */
function typedFor(
  command: Command,
  field: string,
): { name: string; kind: string; value: unknown } | undefined {
  // `body.locales.0` is about `locales`.
  const last = field
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1);
  if (last === undefined) return undefined;
  const names = [last, OTHER_NAMES[last.toLowerCase()] ?? last].map(plain);
  const isMeant = (name: string) => names.includes(plain(name));
  const at = command.registeredArguments.findIndex((argument) => isMeant(argument.name()));
  const argument = command.registeredArguments[at];
  if (argument) return { name: `<${argument.name()}>`, kind: argument.name(), value: command.args[at] };
  for (const owner of lineage(command).reverse()) {
    const option = owner.options.find((one) => isMeant(kindOf(one)) || isMeant(one.long?.slice(2) ?? ''));
    if (!option?.long) continue;
    const kind = option.long === '--workspace' ? 'workspace' : kindOf(option);
    return { name: option.long, kind, value: owner.getOptionValue(option.attributeName()) };
  }
  return undefined;
}

/** A field name as in the service's messages, without the part of the request. */
export const bareField = (field: string): string => field.replace(/^(body|params|query|headers)\.(?=.)/, '');

const lister = (kind: string): string => {
  const command = LISTED_BY[kind];
  if (command === undefined) return '';
  return ` \`voiceloom ${command}\` shows the ids.`;
};

/**
 * An error detail in terms of the command line: the argument or option, its format, and the command that
 * lists ids.
 */
export function inTypedNames({ field, message }: Detail, command: Command | undefined): Detail {
  const isOfRequest = /^(body|params|query|headers)\./.test(field);
  const typed = command && isOfRequest ? typedFor(command, field) : undefined;
  if (typed === undefined) return { field: bareField(field), message };
  const { name, kind, value } = typed;
  if (message !== 'Not a UUID.') return { field: name, message: `${message}${lister(kind)}` };
  const complaint = typeof value === 'string' ? `${JSON.stringify(value)} is not an id.` : 'Not an id.';
  const form = 'An ID looks like 0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d01.';
  return { field: name, message: `${complaint} ${form}${lister(kind)}` };
}
