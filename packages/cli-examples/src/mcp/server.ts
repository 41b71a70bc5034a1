import { CONTRACT, type Voiceloom } from '@voiceloom/sdk';
import {
  type Answer,
  CODES,
  PROTOCOL_VERSIONS,
  type Request,
  type RequestId,
  RpcError,
  readRequest,
} from './protocol.ts';
import { listResources, readResource } from './resources.ts';
import { callTool, type ToolSet, toolsOf, toolView } from './tools.ts';

const PAGE = 50;
const INSTRUCTIONS =
  'Voiceloom turns scripts into audio. Make a workflow (workflows_create), estimate it (workflows_preview), start a run (runs_start), follow it (runs_status) and fetch the result (runs_download). Read voiceloom://docs/guides/workflows.md first.';

type Params = Record<string, unknown>;
type Options = { client: Voiceloom; set: ToolSet; signal: AbortSignal };
type Method = (params: Params, signal: AbortSignal) => Promise<unknown>;

function initialized({ protocolVersion }: Params): object {
  const known = PROTOCOL_VERSIONS.find((version) => version === protocolVersion);
  return {
    protocolVersion: known ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'voiceloom', title: 'Voiceloom', version: CONTRACT.version },
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

function methodsOf({ client, set }: Options): Record<string, Method> {
  return {
    initialize: async (params) => initialized(params),
    ping: async () => ({}),
    'tools/list': async (params) => pageOf('tools', toolsOf(set).map(toolView), params),
    'tools/call': async ({ name, arguments: args }, signal) =>
      callTool(client, { set, name: String(name), args: (args ?? {}) as Params, signal }),
    'resources/list': async (params, signal) =>
      pageOf('resources', await listResources(client, signal), params),
    'resources/templates/list': async () => ({ resourceTemplates: [] }),
    'resources/read': async ({ uri }, signal) => readResource(client, { uri: String(uri), signal }),
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

/** Answers messages of one peer. Requests are worked on side by side; a cancelled one is not answered. */
export function createMcpServer(options: Options): (text: string) => Promise<Answer | undefined> {
  const methods = methodsOf(options);
  const open = new Map<RequestId, AbortController>();

  async function answer(id: RequestId, { method, params = {} }: Request): Promise<Answer | undefined> {
    const controller = new AbortController();
    open.set(id, controller);
    try {
      const work = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!work) throw new RpcError(CODES.methodNotFound, `There is no method ${method}.`);
      const signal = AbortSignal.any([options.signal, controller.signal]);
      return { jsonrpc: '2.0', id, result: await work(params, signal) };
    } catch (error) {
      return controller.signal.aborted ? undefined : { jsonrpc: '2.0', id, error: faultOf(error) };
    } finally {
      open.delete(id);
    }
  }

  return async (text) => {
    let request: Request | undefined;
    try {
      request = readRequest(text);
    } catch (error) {
      return { jsonrpc: '2.0', id: null, error: faultOf(error) };
    }
    if (request?.id !== undefined) return answer(request.id, request);
    if (request?.method === 'notifications/cancelled')
      open.get(request.params?.requestId as RequestId)?.abort();
    return undefined;
  };
}
