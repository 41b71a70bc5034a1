import type { Voiceloom } from '@voiceloom/sdk';
import { CODES, RpcError } from './protocol.ts';

const SCHEME = 'voiceloom:/';
const MAX_CHARACTERS = 500_000;

export interface Resource {
  uri: string;
  name: string;
  description: string;
  mimeType: string;
}

async function read(client: Voiceloom, path: string, signal: AbortSignal): Promise<string> {
  // The documents of the service are public: no credential goes with the request.
  const response = await fetch(new URL(path, client.baseUrl), { signal, redirect: 'error' });
  if (response.status === 404) throw new RpcError(CODES.resourceNotFound, `There is no ${path}.`);
  if (!response.ok) throw new RpcError(CODES.internal, `The service answered ${response.status} to ${path}.`);
  return (await response.text()).slice(0, MAX_CHARACTERS);
}

/** The documents of the service, as its `llms.txt` lists them. */
export async function listResources(client: Voiceloom, signal: AbortSignal): Promise<Resource[]> {
  const text = await read(client, '/llms.txt', signal);
  const listed = [...text.matchAll(/^- \[([^\]]+)\]\((\/docs\/[^)]+\.md)\): (.*)$/gm)];
  return listed.map(([, name = '', path = '', description = '']) => ({
    uri: `${SCHEME}${path}`,
    name,
    description,
    mimeType: 'text/markdown',
  }));
}

/** One document by its address. */
export async function readResource(
  client: Voiceloom,
  { uri, signal }: { uri: string; signal: AbortSignal },
): Promise<object> {
  const path = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : '';
  if (!/^\/docs\/[\w/-]+\.md$/.test(path)) throw new RpcError(CODES.resourceNotFound, `There is no ${uri}.`);
  return { contents: [{ uri, mimeType: 'text/markdown', text: await read(client, path, signal) }] };
}
