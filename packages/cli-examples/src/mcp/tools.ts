import { Pages, type Voiceloom, VoiceloomError } from '@voiceloom/sdk';
import {
  type CatalogOperation,
  callOperation,
  isDestructive,
  isIdempotent,
  isReadOnly,
  type JsonSchema,
  operations,
  schemas,
} from '@voiceloom/sdk/catalog';
import { CODES, RpcError } from './protocol.ts';

/** Which operations are offered: reading alone, all but money, members and secrets, or every one. */
export const TOOL_SETS = ['read', 'default', 'all'] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

/** Areas that a program should not touch unless it was told so. */
const SENSITIVE = new Set(['api_keys', 'billing', 'users', 'members', 'provider_keys', 'webhook_endpoints']);
/** The most events of a stream that one call answers. */
const MAX_EVENTS = 200;

/** `runs.start` as `runs_start`: tools have no dots in their names. */
export const toolNameOf = ({ id }: CatalogOperation): string => id.replace('.', '_');

/** The operations of a set. */
export function toolsOf(set: ToolSet): CatalogOperation[] {
  return operations.filter((operation) => {
    if (set === 'all') return true;
    if (SENSITIVE.has(operation.area))
      return set === 'default' && isReadOnly(operation) && operation.area === 'users';
    return set === 'default' || isReadOnly(operation);
  });
}

/** The named schemas that `value` refers to, with those that they refer to. */
function definitionsFor(value: unknown, found: Record<string, JsonSchema> = {}): Record<string, JsonSchema> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/\$defs\/(\w+)"/g)) {
    if (name in found) continue;
    found[name] = schemas[name] ?? {};
    definitionsFor(found[name], found);
  }
  return found;
}

/** What a tool takes: the parameters by name, and `body`. */
export function inputSchemaOf({ parameters, body }: CatalogOperation): JsonSchema {
  const own = parameters.filter((one) => one.in !== 'header');
  const fields = own.map(({ name, description, schema }) => [name, { description, ...schema }] as const);
  const properties = {
    ...Object.fromEntries(fields),
    ...(body && { body: { description: 'The body of the request.', ...body.schema } }),
  };
  const required = own.filter((one) => one.required).map(({ name }) => name);
  const $defs = definitionsFor(properties);
  return {
    type: 'object',
    properties,
    required: body?.required ? [...required, 'body'] : required,
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 && { $defs }),
  };
}

/** A tool as `tools/list` shows it. */
export function toolView(operation: CatalogOperation): object {
  return {
    name: toolNameOf(operation),
    title: operation.summary,
    description: `${operation.summary}. ${operation.description}`,
    inputSchema: inputSchemaOf(operation),
    annotations: {
      title: operation.summary,
      readOnlyHint: isReadOnly(operation),
      destructiveHint: isDestructive(operation),
      idempotentHint: isIdempotent(operation),
      openWorldHint: false,
    },
  };
}

const asText = (value: unknown, isError = false): object => ({
  content: [{ type: 'text', text: JSON.stringify(value, null, 2) }],
  structuredContent:
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { data: value },
  isError,
});

/** Events until the stream ends, or as many as one answer holds. */
async function eventsOf(stream: AsyncIterable<unknown>): Promise<object> {
  const events: unknown[] = [];
  for await (const event of stream) {
    events.push(event);
    if (events.length >= MAX_EVENTS) return { events, complete: false };
  }
  return { events, complete: true };
}

async function resultOf(answer: unknown): Promise<unknown> {
  if (answer instanceof Pages) {
    const { data, pagination } = await answer.page();
    return { data, pagination };
  }
  if (Symbol.asyncIterator in Object(answer)) return eventsOf(answer as AsyncIterable<unknown>);
  return (await answer) ?? null;
}

/** Calls a tool. What the service refuses is a result that says so: the model can mend its call. */
export async function callTool(
  client: Voiceloom,
  {
    set,
    name,
    args,
    signal,
  }: { set: ToolSet; name: string; args: Record<string, unknown>; signal: AbortSignal },
): Promise<object> {
  const operation = toolsOf(set).find((one) => toolNameOf(one) === name);
  if (!operation) throw new RpcError(CODES.invalidParams, `There is no tool ${name}.`);
  const { body, ...parameters } = args;
  try {
    return asText(await resultOf(callOperation(client, operation, { parameters, body }, { signal })));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof VoiceloomError) return asText({ error: error.toJSON() }, true);
    throw error;
  }
}
