import type { App } from '../../../app.ts';

/** The folders that contain objects of workspaces. */
const FOLDERS = ['workspaces', 'uploads', 'uploads/pending', 'previews'];

/** The keys of the objects of these workspaces, page by page. */
export async function* listObjects(
  { storage }: Pick<App, 'storage'>,
  workspaceIds: readonly string[],
): AsyncGenerator<string[]> {
  for (const id of workspaceIds)
    for (const folder of FOLDERS) {
      let cursor: string | undefined;
      do {
        const start = cursor === undefined ? {} : { cursor };
        const page = await storage.list(`${folder}/${id}/`, { limit: 1_000, ...start });
        if (page.keys.length > 0) yield page.keys;
        cursor = page.next;
      } while (cursor !== undefined);
    }
}
