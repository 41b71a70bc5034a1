import { type KeyedOptions, type MatchOptions, Pages } from '@voiceloom/sdk';
import { type CatalogOperation, callOperation, nearestName, operations } from '@voiceloom/sdk/contract';
import type { Command } from 'commander';
import { bodyFrom, bodyHelp } from '../api/body.ts';
import { takesAway } from '../api/operation-effects.ts';
import { addParameters, parametersFrom } from '../api/parameters.ts';
import { ignoredFields, rejectMisplaced, reportIgnoredFields } from '../api/unknown-fields.ts';
import { withIdsInBody } from '../api/written-graph.ts';
import type { Context, World } from '../context.ts';
import { confirm } from '../dialog/prompt.ts';
import { several } from '../option-values.ts';
import { safeJson } from '../terminal/terminal-text.ts';
import { handle, writeLine } from './command.ts';

type ApiOptions = {
  all?: boolean;
  body?: string;
  set?: string[];
  strict?: boolean;
  idempotencyKey?: string;
  ifMatch?: string;
} & Record<string, unknown>;

/** The rights that a call requires. */
function describeRights({ auth, scope, role }: CatalogOperation): string {
  if (auth === 'none') return 'Requires no credential.';
  let key = `API keys with ${scope}`;
  if (auth === 'jwt') key = 'API keys are rejected';
  else if (scope === null) key = 'any API key';
  return `Requires ${role === null ? 'a user' : `the role ${role}`}; ${key}.`;
}

/** Prints a response as JSON: one page, or with `all` and for streams, one item per line. */
async function printResponse({ world }: Context, result: unknown, all: boolean): Promise<void> {
  const line = (value: unknown, space?: number) => writeLine(world, safeJson(value, space));
  if (result instanceof Pages && !all) {
    const { data, pagination } = await result.page();
    return line({ data, pagination }, 2);
  }
  const response = await result;
  const isMany = result instanceof Pages || Symbol.asyncIterator in Object(response);
  if (!isMany) return line(response ?? null, 2);
  for await (const item of response as AsyncIterable<unknown>) await line(item);
}

/** Calls an operation with the arguments and options of its command, and prints the response. */
async function callAndPrint(
  context: Context,
  operation: CatalogOperation,
  { args, options }: { args: string[]; options: ApiOptions },
): Promise<void> {
  let body = await bodyFrom(operation, options, context.world);
  const fields = ignoredFields(operation.id, body);
  if (/^workflows\.(create|replace|validate)$/.test(operation.id)) rejectMisplaced(body, fields);
  reportIgnoredFields(context, fields, { strict: options.strict === true });
  if (operation.area === 'workflows') body = withIdsInBody(body);
  if (takesAway(operation)) await confirm(context, `${operation.summary} (${args.join(' ')})?`);
  const input = { parameters: parametersFrom(operation, args, options), body };
  const callOptions: KeyedOptions & MatchOptions = { signal: context.world.signal };
  if (options.idempotencyKey) callOptions.idempotencyKey = options.idempotencyKey;
  if (options.ifMatch) callOptions.ifMatch = options.ifMatch;
  const result = callOperation(await context.client(), operation, input, callOptions);
  await printResponse(context, result, options.all === true);
}

/** Adds the command of an operation, with its parameters and body as options. */
function addOperation(api: Command, world: World, operation: CatalogOperation): void {
  const command = api
    .command(operation.id)
    .helpGroup(`${operation.area}:`)
    .summary(operation.summary)
    .description(`${operation.summary}.\n${operation.description}\n${describeRights(operation)}`);
  addParameters(command, operation);
  if (operation.body) {
    command
      .option('--body <json>', 'the body as JSON; @file reads a file, - reads stdin')
      .option(
        '--set <name=value>',
        'one field of the body, as JSON or text; dots address nested fields',
        several,
      )
      .option('--strict', 'reject unknown fields');
  }
  if (operation.paged) command.option('--all', 'print the items of all pages, one per line');
  const takes = (header: string) => operation.parameters.some(({ name }) => name === header);
  if (takes('Idempotency-Key'))
    command.option('--idempotency-key <key>', 'idempotency key: makes it safe to repeat the call');
  if (takes('If-Match')) command.option('--if-match <etag>', 'only if the resource still has this version');
  command.addHelpText('after', bodyHelp(operation));
  handle<ApiOptions>(command, world, (context, call) => callAndPrint(context, operation, call));
}

const MAX_SUGGESTIONS = 3;

/** The operations whose names are nearest to an unknown one. */
function suggestOperations(unknown: string): string {
  const names = operations.map(({ id }) => id);
  const suggestions: string[] = [];
  while (suggestions.length < MAX_SUGGESTIONS) {
    const nearest = nearestName(unknown.replaceAll('-', '_'), names);
    if (nearest === undefined) break;
    suggestions.push(nearest);
    names.splice(names.indexOf(nearest), 1);
  }
  if (suggestions.length === 0) return '\n`voiceloom api` lists the operations.';
  return `\n(Did you mean ${suggestions.join(', ')}?)`;
}

/** `api <operation>`: every operation of the API by its id. Prints JSON; with `--all`, one item per line. */
export function addApiCommands(program: Command, world: World, { expanded }: { expanded: boolean }): void {
  const api = program
    .command('api')
    .description('Call any operation of the API. `voiceloom api` lists them.')
    .showSuggestionAfterError()
    .allowExcessArguments()
    // Options of an operation that does not exist must not hide that it does not exist.
    .allowUnknownOption()
    .action(() => {
      const [unknown] = api.args;
      if (unknown?.startsWith('-')) api.error(`error: unknown option '${unknown}'`);
      if (unknown !== undefined)
        api.error(`error: unknown operation '${unknown}'${suggestOperations(unknown)}`);
      world.stdout.write(api.helpInformation());
    });
  if (expanded) for (const operation of operations) addOperation(api, world, operation);
}
