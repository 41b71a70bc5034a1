import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';

export type TemplateBody = Record<string, unknown> & { id: string; name: string };

export const TEMPLATES = '/api/v1/templates';
export const MINE = '/api/v1/users/me/templates';

type Scene = { server: TestApp; member: Member };

export async function createTemplate(
  { server, member }: Scene,
  fields: object = { name: 'Template' },
): Promise<TemplateBody> {
  const { status, body } = await server.request('POST', TEMPLATES, { as: member, body: fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

/** Only the operator of the service can publish a template, not the API. */
export async function publish({ app }: TestApp, id: string): Promise<void> {
  await app.db.updateTable('template').set({ is_public: true }).where('id', '=', id).execute();
}

/** Every row of a list, page by page. */
export async function collectTemplates({ server, member }: Scene, path: string): Promise<TemplateBody[]> {
  const found: TemplateBody[] = [];
  for (let url: string | null = path; url !== null; ) {
    const { status, body } = await server.request('GET', url, { as: member });
    expect(status, JSON.stringify(body)).toBe(200);
    found.push(...body.data);
    url = body.pagination.next;
  }
  return found;
}

/** A word that no other test searches for. */
export const uniqueWord = (): string => `w${randomUUID().slice(0, 8)}`;
