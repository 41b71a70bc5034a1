import type { App } from '../../../app.ts';

/** The prefixes of all objects of a workspace. */
const objectPrefixes = (workspaceId: string): string[] => [
  `workspaces/${workspaceId}/`,
  `uploads/${workspaceId}/`,
  `uploads/pending/${workspaceId}/`,
  `previews/${workspaceId}/`,
];

/** The keys of the objects of these workspaces, page by page. */
export async function* listObjects(
  { storage }: Pick<App, 'storage'>,
  workspaceIds: readonly string[],
): AsyncGenerator<string[]> {
  for (const prefix of workspaceIds.flatMap(objectPrefixes)) yield* listKeys({ storage }, prefix);
}

async function* listKeys({ storage }: Pick<App, 'storage'>, prefix: string): AsyncGenerator<string[]> {
  for (let cursor: string | undefined; ; ) {
    const page = await storage.list(prefix, { limit: 1_000, ...(cursor !== undefined && { cursor }) });
    if (page.keys.length > 0) yield page.keys;
    cursor = page.next;
    if (cursor === undefined) return;
  }
}
