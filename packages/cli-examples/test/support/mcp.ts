import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Voiceloom, type VoiceloomOptions } from '@voiceloom/sdk';
import type { CatalogOperation } from '@voiceloom/sdk/contract';
import { onTestFinished } from 'vitest';
import type { LocalTool } from '../../src/mcp/local-files.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { toolsOf } from '../../src/mcp/sets.ts';

type Connected = { tools?: CatalogOperation[]; local?: LocalTool[]; fetch?: VoiceloomOptions['fetch'] };

/** The protocol's own client, connected to a server for the service at `baseUrl`. */
export async function connectTo(baseUrl: string, options: Connected = {}): Promise<Client> {
  const { tools = toolsOf('all'), local = [], fetch } = options;
  const client = new Voiceloom({ baseUrl, token: 'x', maxRetries: 0, ...(fetch && { fetch }) });
  const server = createMcpServer({ client, tools, local, signal: new AbortController().signal });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const peer = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(theirs), peer.connect(ours)]);
  onTestFinished(() => peer.close());
  return peer;
}

/** Calls a tool. Returns whether the result is an error, and its parsed text. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return {
    isError: isError === true,
    value: JSON.parse(first?.type === 'text' ? first.text : 'null'),
    structuredContent,
  };
}
