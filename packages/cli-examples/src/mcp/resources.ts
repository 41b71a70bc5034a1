import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { Voiceloom } from '@voiceloom/sdk';
import { beginningOf } from '../files/read-text.ts';

const SCHEME = 'voiceloom:/';
const MAX_CHARACTERS = 500_000;
const DEADLINE_MS = 15_000;

/** The text of a document of the service. */
async function read(client: Voiceloom, path: string, signal: AbortSignal): Promise<string> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  // The documents of the service are public: no credential goes with the request.
  const response = await fetch(`${client.baseUrl}${path}`, { signal: ends, redirect: 'error' });
  if (response.status === 404) throw new ResourceNotFoundError(`${SCHEME}${path}`, `There is no ${path}.`);
  if (!response.ok)
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      `The service returned ${response.status} for ${path}.`,
    );
  return beginningOf(response, MAX_CHARACTERS);
}

/** The documents of the service, as its `llms.txt` lists them. */
export async function listResources(client: Voiceloom, signal: AbortSignal): Promise<Resource[]> {
  const text = await read(client, '/llms.txt', signal);
  // `- [Name](/docs/guides/name.md): What it describes.`
  const links = [...text.matchAll(/^- \[([^\]]+)\]\((\/docs\/[^)]+\.md)\): (.*)$/gm)];
  return links.map(([, name = '', path = '', description = '']) => ({
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
): Promise<ReadResourceResult> {
  const path = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : '';
  if (!/^\/docs\/[\w/-]+\.md$/.test(path)) throw new ResourceNotFoundError(uri, `There is no ${uri}.`);
  return { contents: [{ uri, mimeType: 'text/markdown', text: await read(client, path, signal) }] };
}
