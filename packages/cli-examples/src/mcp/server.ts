import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Voiceloom } from '@voiceloom/sdk';
import type { CatalogOperation } from '@voiceloom/sdk/contract';
import type { Caller } from '../errors/error-text.ts';
import { VERSION } from '../version.ts';
import type { LocalTool } from './local-files.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, readResource } from './resources.ts';
import { listPermitted } from './sets.ts';
import { callTool, toolView } from './tools.ts';

const PAGE = 50;
const INSTRUCTIONS =
  'Voiceloom turns scripts into audio. Create a workflow (workflows_create), estimate it (workflows_preview), start a run (runs_start), follow it (runs_status) and download the result (runs_download). Read voiceloom://docs/guides/workflows.md first.';

export type McpServerOptions = {
  client: Voiceloom;
  tools: CatalogOperation[];
  signal: AbortSignal;
  caller?: Caller;
  local?: LocalTool[];
};

/** One page of a list; a cursor is the position at which the next page begins. */
function pageOf<T>(items: T[], cursor = '0'): { page: T[]; nextCursor?: string } {
  const start = Number(cursor);
  if (!Number.isInteger(start) || start < 0 || start > items.length)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is unknown.');
  const next = start + PAGE;
  return { page: items.slice(start, next), ...(next < items.length && { nextCursor: String(next) }) };
}

/**
 * The API as a server of the Model Context Protocol. The schemas of the tools are JSON Schemas from the catalog, and the
 * list depends on the credential, so requests are handled directly instead of by registered tools.
 */
export function createMcpServer(options: McpServerOptions): Server {
  const { client, tools, caller = { usesKey: false }, local = [] } = options;
  const server = new Server(
    { name: 'voiceloom', title: 'Voiceloom', version: VERSION },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  const until = ({ mcpReq }: { mcpReq: { signal: AbortSignal } }) =>
    AbortSignal.any([options.signal, mcpReq.signal]);

  server.setRequestHandler('tools/list', async ({ params }, context) => {
    const offered = await listPermitted(client, tools, until(context));
    const views = [...offered.map(toolView), ...local.map(({ view }) => view)];
    const { page, ...next } = pageOf(views, params?.cursor);
    return { tools: page, ...next };
  });
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }, context) =>
    callTool(client, { tools, local, name, args, signal: until(context), caller }),
  );
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const { page, ...next } = pageOf(await listResources(client, until(context)), params?.cursor);
    return { resources: page, ...next };
  });
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
    readResource(client, { uri, signal: until(context) }),
  );
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }) =>
    getPrompt(name, args),
  );
  return server;
}
