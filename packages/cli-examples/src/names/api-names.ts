import { operations } from '@voiceloom/sdk/contract';
import type { Command } from 'commander';

const OPERATIONS = new Map(operations.map(({ id }) => [id, id]));
/** Groups that commands name differently than the API. */
const AREA_OF: Readonly<Record<string, string>> = { keys: 'api_keys', webhooks: 'webhook_endpoints' };
const plain = (word: string) => word.replaceAll('-', '_');
/** The subcommand with this name or alias. */
export const childOf = (command: Command, word: string) =>
  command.commands.find((one) => one.name() === word || one.aliases().includes(word));

/** A command after its parents, whose options are valid after it as well. */
export function lineage(command: Command): Command[] {
  if (command.parent) return [...lineage(command.parent), command];
  return [command];
}

/** The positions of the first two words that are neither options nor option values: a command and its subcommand. */
function wordsAt(program: Command, args: readonly string[]): number[] {
  const positions: number[] = [];
  for (let at = 0; at < args.length && positions.length < 2; at += 1) {
    const word = args[at] ?? '';
    if (word === '--') break;
    const group = positions[0] === undefined ? undefined : childOf(program, args[positions[0]] ?? '');
    const options = [...program.options, ...(group?.options ?? [])];
    if (!word.startsWith('-')) positions.push(at);
    else if (options.some((one) => one.required && (one.long === word || one.short === word))) at += 1;
  }
  return positions;
}

/**
 * Accepts API names as commands: `workflows duplicate` and `workflows.duplicate` become `api
 * workflows.duplicate`, unless there is a command of that name. `help <words>` becomes `<words> --help`.
 */
export function withApiNames(program: Command, args: readonly string[]): string[] {
  const [first, second] = wordsAt(program, args);
  if (first === undefined) return [...args];
  const [group = '', name = ''] = [args[first], second === undefined ? '' : args[second]];
  const rest = args.slice(first + 1);
  const before = args.slice(0, first);
  if (group === 'help') return withApiNames(program, [...before, ...rest, '--help']);
  // No command has a dot, so the error is about an operation that does not exist.
  const dotted = OPERATIONS.get(plain(group)) ?? (group.includes('.') ? group : undefined);
  if (dotted !== undefined) return [...before, 'api', dotted, ...rest];
  const groupCommand = childOf(program, group);
  const operation = OPERATIONS.get(`${AREA_OF[group] ?? plain(group)}.${plain(name)}`);
  if (operation === undefined || second === undefined || (groupCommand && childOf(groupCommand, name)))
    return [...args];
  return [...before, 'api', operation, ...args.slice(first + 1, second), ...args.slice(second + 1)];
}
