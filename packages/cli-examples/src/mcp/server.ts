import type { Voiceloom } from '@voiceloom/sdk';
import type { CatalogOperation } from '@voiceloom/sdk/catalog';
import type { Caller } from '../error-text.ts';
import { VERSION } from '../version.ts';
import { MOST_BYTES, TOO_LONG } from './lines.ts';
import type { LocalTool } from './local-files.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import {
  type Answer,
  CODES,
  PROTOCOL_VERSIONS,
  parseMessage,
  type Request,
  type RequestId,
  RpcError,
  readRequest,
} from './protocol.ts';
import { listResources, readResource } from './resources.ts';
import { permitted } from './sets.ts';
import { callTool, toolView } from './tools.ts';

const PAGE = 50;
/** Requests that are worked on at once, and the most messages of a batch. */
const AT_ONCE = 32;
const INSTRUCTIONS =
  'Voiceloom turns scripts into audio. Make a workflow (workflows_create), estimate it (workflows_preview), start a run (runs_start), follow it (runs_status) and fetch the result (runs_download). Read voiceloom://docs/guides/workflows.md first.';

type Params = Record<string, unknown>;
type Options = {
  client: Voiceloom;
  tools: CatalogOperation[];
  signal: AbortSignal;
  caller?: Caller;
  local?: LocalTool[];
};
type Method = (params: Params, signal: AbortSignal) => Promise<unknown>;

function initialized({ protocolVersion }: Params): object {
  const known = PROTOCOL_VERSIONS.find((version) => version === protocolVersion);
  return {
    protocolVersion: known ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: 'voiceloom', title: 'Voiceloom', version: VERSION },
    instructions: INSTRUCTIONS,
  };
}

/** One page of a list; a cursor is the place where the next begins. */
function pageOf<T>(key: string, items: T[], { cursor }: Params): object {
  const start = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isInteger(start) || start < 0 || start > items.length)
    throw new RpcError(CODES.invalidParams, 'There is no such cursor.');
  const next = start + PAGE;
  return { [key]: items.slice(start, next), ...(next < items.length && { nextCursor: String(next) }) };
}

/** The arguments of a tool. */
function argumentsOf(given: unknown): Params {
  if (given === undefined || given === null) return {};
  if (typeof given === 'object' && !Array.isArray(given)) return given as Params;
  throw new RpcError(CODES.invalidParams, 'The arguments must be an object.');
}

function methodsOf({
  client,
  tools,
  caller = { usesKey: false },
  local = [],
}: Options): Record<string, Method> {
  return {
    initialize: async (params) => initialized(params),
    ping: async () => ({}),
    'tools/list': async (params, signal) => {
      const offered = await permitted(client, tools, signal);
      return pageOf('tools', [...offered.map(toolView), ...local.map(({ view }) => view)], params);
    },
    'tools/call': async ({ name, arguments: given }, signal) =>
      callTool(client, { tools, local, name: String(name), args: argumentsOf(given), signal, caller }),
    'resources/list': async (params, signal) =>
      pageOf('resources', await listResources(client, signal), params),
    'resources/templates/list': async () => ({ resourceTemplates: [] }),
    'resources/read': async ({ uri }, signal) => readResource(client, { uri: String(uri), signal }),
    'prompts/list': async (params) => pageOf('prompts', listPrompts(), params),
    'prompts/get': async ({ name, arguments: given }) => getPrompt(name, given),
  };
}

function faultOf(error: unknown): { code: number; message: string; data?: unknown } {
  if (error instanceof RpcError)
    return {
      code: error.code,
      message: error.message,
      ...(error.data !== undefined && { data: error.data }),
    };
  return { code: CODES.internal, message: error instanceof Error ? error.message : String(error) };
}

type Reply = Answer | Answer[] | undefined;

/** The requests that are being worked on: side by side, each id once, and so many at most. */
function createDesk(methods: Record<string, Method>, stop: AbortSignal) {
  const open = new Map<RequestId, AbortController>();

  async function work({ method, params = {} }: Request, signal: AbortSignal): Promise<unknown> {
    const todo = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!todo) throw new RpcError(CODES.methodNotFound, `There is no method ${method}.`);
    return todo(params, signal);
  }

  /** A cancelled request is not answered. */
  async function answer(id: RequestId, request: Request): Promise<Answer | undefined> {
    const cancelled = new AbortController();
    open.set(id, cancelled);
    try {
      const result = await work(request, AbortSignal.any([stop, cancelled.signal]));
      return cancelled.signal.aborted ? undefined : { jsonrpc: '2.0', id, result };
    } catch (error) {
      return cancelled.signal.aborted ? undefined : { jsonrpc: '2.0', id, error: faultOf(error) };
    } finally {
      open.delete(id);
    }
  }

  return {
    cancel: (id: unknown) => open.get(id as RequestId)?.abort(),
    begin: (id: RequestId, request: Request): Promise<Answer | undefined> => {
      if (open.has(id)) throw new RpcError(CODES.invalidRequest, `A request ${id} is being worked on.`);
      // A ping is answered however much there is to do.
      if (open.size >= AT_ONCE && request.method !== 'ping')
        throw new RpcError(CODES.busy, `${AT_ONCE} requests are being worked on: wait for one of them.`);
      return answer(id, request);
    },
  };
}

/** Answers the messages of one peer. */
export function createMcpServer(options: Options): (text: string | typeof TOO_LONG) => Promise<Reply> {
  const desk = createDesk(methodsOf(options), options.signal);

  async function reply(message: unknown): Promise<Answer | undefined> {
    let id: RequestId | null = null;
    try {
      const request = readRequest(message);
      id = request?.id ?? null;
      if (request && id !== null) return await desk.begin(id, request);
      if (request?.method === 'notifications/cancelled') desk.cancel(request.params?.requestId);
      return undefined;
    } catch (error) {
      return { jsonrpc: '2.0', id, error: faultOf(error) };
    }
  }

  /** A batch is what versions before 2025-06-18 may send. */
  async function replyToAll(messages: unknown[]): Promise<Reply> {
    if (messages.length === 0 || messages.length > AT_ONCE)
      throw new RpcError(CODES.invalidRequest, `A batch has 1 to ${AT_ONCE} messages.`);
    const answers = (await Promise.all(messages.map(reply))).filter((one) => one !== undefined);
    return answers.length > 0 ? answers : undefined;
  }

  return async (text) => {
    try {
      if (text === TOO_LONG)
        throw new RpcError(CODES.invalidRequest, `A message has at most ${MOST_BYTES} bytes.`);
      const message = parseMessage(text);
      return Array.isArray(message) ? await replyToAll(message) : await reply(message);
    } catch (error) {
      return { jsonrpc: '2.0', id: null, error: faultOf(error) };
    }
  };
}
