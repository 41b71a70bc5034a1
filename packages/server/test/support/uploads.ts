import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';
import { createNamed } from './workflows.ts';

export const putBytes = (url: string, content: string | Uint8Array<ArrayBuffer>, type: string) =>
  fetch(url, { method: 'PUT', body: content, headers: { 'Content-Type': type } });

/** Waits for a condition that another part of the server fulfills after its response. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); !(await condition()); await delay(5)) {
    if (Date.now() - start > 10_000) throw new Error('The condition never came true.');
  }
}

/** A workflow of the member, and the calls that tests make for its uploads. */
export async function uploadScene(server: TestApp, member: Member) {
  const { db, storage } = server.app;
  const { workspace_id } = member;
  const workflow = await createNamed({ server, member }, 'Trailer');

  const announce = (body: object) => server.request('POST', '/api/v1/uploads', { as: member, body });

  async function uploaded(content: string | Uint8Array<ArrayBuffer>, fields: object = {}): Promise<string> {
    const { status, body } = await announce({ filename: 'script.txt', category: 'script', ...fields });
    expect(status).toBe(201);
    const { upload, upload_url } = body.data;
    expect((await putBytes(upload_url, content, upload.content_type)).status).toBe(200);
    return upload.id;
  }

  return {
    workflow,
    announce,
    /** An upload whose bytes are stored. */
    uploaded,
    confirm: (id: string, context_id: string = workflow.id, as = member) =>
      server.request('POST', `/api/v1/uploads/${id}`, { as, body: { context_type: 'workflow', context_id } }),
    remove: (id: string, as = member) => server.request('DELETE', `/api/v1/uploads/${id}`, { as }),
    row: (id: string) => db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst(),
    async usedBytes(): Promise<number> {
      const counters = db.selectFrom('workspace_storage').select('used_bytes');
      return (await counters.where('workspace_id', '=', workspace_id).executeTakeFirst())?.used_bytes ?? 0;
    },
    async chargedBytes(): Promise<number> {
      const charges = db.selectFrom('storage_charge').select('delta_bytes');
      const rows = await charges.where('workspace_id', '=', workspace_id).execute();
      return rows.reduce((sum, row) => sum + row.delta_bytes, 0);
    },
    async storedKeys(id: string): Promise<string[]> {
      const pending = await storage.list(`uploads/pending/${workspace_id}/${id}`);
      const final = await storage.list(`uploads/${workspace_id}/${id}`);
      return [...pending.keys, ...final.keys];
    },
  };
}

export type UploadScene = Awaited<ReturnType<typeof uploadScene>>;
