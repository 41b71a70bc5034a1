import { operations } from '@voiceloom/sdk/catalog';
import type { Command } from 'commander';

const OPERATIONS = new Map(operations.map(({ id }) => [id, id]));
/** Groups that people know by another name than the API's area. */
const AREA_OF: Readonly<Record<string, string>> = { keys: 'api_keys', webhooks: 'webhook_endpoints' };
const plain = (word: string) => word.replaceAll('-', '_');
/** The command of this name, or other name, below another. */
export const childOf = (command: Command, word: string) =>
  command.commands.find((one) => one.name() === word || one.aliases().includes(word));

/** Where the words of a command line stand that are neither options nor their values. */
function wordsAt(program: Command, args: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = 0; at < args.length && found.length < 2; at += 1) {
    const word = args[at] ?? '';
    if (word === '--') break;
    const group = found[0] === undefined ? undefined : childOf(program, args[found[0]] ?? '');
    const options = [...program.options, ...(group?.options ?? [])];
    if (!word.startsWith('-')) found.push(at);
    else if (options.some((one) => one.required && (one.long === word || one.short === word))) at += 1;
  }
  return found;
}

/**
 * The names of the API are commands, too: `workflows duplicate` and `workflows.duplicate` are `api workflows.duplicate`
 * where no command of that name was made by hand. `help <words>` is `<words> --help`.
 */
export function withApiNames(program: Command, args: readonly string[]): string[] {
  const [first, second] = wordsAt(program, args);
  if (first === undefined) return [...args];
  const [group = '', name = ''] = [args[first], second === undefined ? '' : args[second]];
  const rest = args.slice(first + 1);
  const before = args.slice(0, first);
  if (group === 'help') return withApiNames(program, [...before, ...rest, '--help']);
  const dotted = OPERATIONS.get(plain(group));
  if (dotted !== undefined) return [...before, 'api', dotted, ...rest];
  const made = childOf(program, group);
  const operation = OPERATIONS.get(`${AREA_OF[group] ?? plain(group)}.${plain(name)}`);
  if (operation === undefined || second === undefined || (made && childOf(made, name))) return [...args];
  return [...before, 'api', operation, ...args.slice(first + 1, second), ...args.slice(second + 1)];
}
