import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import { Pages, type Voiceloom, VoiceloomError } from '@voiceloom/sdk';
import { type CatalogOperation, callOperation, isReadOnly } from '@voiceloom/sdk/contract';
import { isRepeatable, overwrites } from '../api/operation-effects.ts';
import { ignoredFields, isObject } from '../api/unknown-fields.ts';
import { checkWritten, withIdsInBody } from '../api/written-graph.ts';
import { type Caller, errorJson } from '../errors/error-text.ts';
import { CredentialError } from '../errors/failures.ts';
import { descriptionOf } from './descriptions.ts';
import { type Event, eventsOf } from './events.ts';
import { type LocalTool, LocalToolError } from './local-files.ts';
import { inputSchemaOf } from './schema.ts';
import { toolNameOf } from './sets.ts';

/** The maximum size of a response: more would exceed a model's context. */
const MAX_CHARACTERS = 200_000;

/** The maximum length of a field in a shortened response. */
const MAX_FIELD_LENGTH = 2_000;

/** A tool as `tools/list` shows it. */
export function toolView(operation: CatalogOperation): Tool {
  return {
    name: toolNameOf(operation),
    title: operation.summary,
    description: descriptionOf(operation),
    inputSchema: inputSchemaOf(operation),
    annotations: {
      readOnlyHint: isReadOnly(operation),
      destructiveHint: overwrites(operation),
      idempotentHint: isRepeatable(operation),
      openWorldHint: false,
    },
  };
}

const asText = (value: unknown, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  ...(isObject(value) && { structuredContent: value }),
  ...(isError && { isError }),
});

const rejectInput = (message: string) => asText({ error: { code: 'INVALID_INPUT', message } }, true);

/**
 * Arguments that the tool does not have. The service would ignore them, and the model would assume they
 * worked.
 */
function describeUnknownArguments(
  operation: CatalogOperation,
  { body, ...args }: Record<string, unknown>,
): string[] {
  const argumentNames = Object.keys(inputSchemaOf(operation).properties as object);
  const names = Object.keys(args).filter((name) => !argumentNames.includes(name));
  const fields = ignoredFields(operation.id, body);
  const allowed = argumentNames.join(', ') || 'none';
  const texts = names.map((name) => `There is no argument ${name}. Arguments: ${allowed}.`);
  for (const { path, meant } of fields)
    texts.push(`There is no field ${path}.${meant ? ` Did you mean ${meant}?` : ''}`);
  if (body !== undefined && !operation.body) texts.push('This tool does not accept a body.');
  return texts;
}

type Call = {
  tools: readonly CatalogOperation[];
  local: readonly LocalTool[];
  name: string;
  args: Record<string, unknown>;
  signal: AbortSignal;
  caller: Caller;
};

/** Calls an operation, after replacing names in a graph by ids. */
async function callService(client: Voiceloom, operation: CatalogOperation, { args, signal }: Call) {
  const { body: bodyArgument, after, ...parameters } = args;
  if (operation.id === 'workflows.validate' && isObject(bodyArgument))
    return checkWritten(client, bodyArgument.definition, signal);
  const body = operation.area === 'workflows' ? withIdsInBody(bodyArgument) : bodyArgument;
  const from = Number.isInteger(after) ? { lastEventId: Number(after) } : {};
  const open = (ends: AbortSignal) =>
    callOperation(client, operation, { parameters, body }, { signal: ends, ...from });
  if (operation.stream) return eventsOf((ends) => open(ends) as AsyncIterable<Event>, signal);
  const response = open(signal);
  if (!(response instanceof Pages)) return (await response) ?? null;
  const { data, pagination } = await response.page();
  return { data, pagination };
}

/** Calls an operation, and shortens a response that is too long for a model. */
async function callWithinLimit(
  client: Voiceloom,
  operation: CatalogOperation,
  call: Call,
): Promise<CallToolResult> {
  const response = await callService(client, operation, call);
  const size = JSON.stringify(response).length;
  if (size <= MAX_CHARACTERS) return asText(response);
  if (isReadOnly(operation))
    return rejectInput(
      `The response has ${size} characters, more than the maximum of ${MAX_CHARACTERS}. Request less, for example with limit.`,
    );
  // It must still show that the call succeeded, or the model repeats it: omit long fields and name them.
  const fields = Object.entries(Object(response));
  const isLong = ([, value]: [string, unknown]) => JSON.stringify(value).length > MAX_FIELD_LENGTH;
  const left_out = fields.filter(isLong).map(([name]) => name);
  return asText({ ...Object.fromEntries(fields.filter((field) => !isLong(field))), left_out });
}

/** Calls a tool. Errors of the service are returned as results, so that the model can correct its call. */
export async function callTool(client: Voiceloom, call: Call): Promise<CallToolResult> {
  const { tools, local, name, args, signal } = call;
  const operation = tools.find((one) => toolNameOf(one) === name);
  const localTool = local.find(({ view }) => view.name === name);
  try {
    if (localTool) return asText(await localTool.call(args, signal));
    if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
    const complaints = describeUnknownArguments(operation, args);
    if (complaints.length > 0) throw new LocalToolError(`Nothing was sent. ${complaints.join(' ')}`);
    return await callWithinLimit(client, operation, call);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LocalToolError) return rejectInput(error.message);
    if (error instanceof VoiceloomError || error instanceof CredentialError)
      return asText(errorJson(error, call.caller), true);
    throw error;
  }
}
