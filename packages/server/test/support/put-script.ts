import type { Engine } from './engine.ts';

/** A confirmed upload of a script. */
export async function putScript(
  engine: Pick<Engine, 'app'>,
  owner: { user_id: string; workspace_id: string },
  content: string | Uint8Array,
  format = 'srt',
): Promise<string> {
  const id = crypto.randomUUID();
  const object_key = `workspaces/${owner.workspace_id}/uploads/${id}.${format}`;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  await engine.app.storage.put(object_key, bytes, { content_type: 'text/plain' });
  const at = { created_at: new Date(), updated_at: new Date() };
  const facts = { filename: `script.${format}`, category: 'script', content_type: 'text/plain', format };
  await engine.app.db
    .insertInto('upload')
    .values({ id, ...owner, ...facts, status: 'confirmed', size_bytes: bytes.length, object_key, ...at })
    .execute();
  return id;
}
