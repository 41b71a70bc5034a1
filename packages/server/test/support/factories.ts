import { type Role, SCOPES, type Scope } from '@voiceloom/contract';
import { newId } from '../../src/ids.ts';
import type { TestApp } from './app.ts';

/** A user with a token, in a workspace. */
export interface Member {
  user_id: string;
  workspace_id: string;
  role: Role;
  token: string;
}

/**
 * A new user. Without `workspace_id`, an admin of a personal workspace; otherwise, a member of that
 * workspace.
 */
export async function createMember(
  server: TestApp,
  options: { role?: Role; workspace_id?: string; email?: string } = {},
): Promise<Member> {
  const { email } = options;
  const token = await server.token(email === undefined ? {} : { email });
  const { body } = await server.request('GET', '/api/v1/auth/whoami', { as: { token } });
  const { user_id, workspace_id } = body.data as { user_id: string; workspace_id: string };
  if (options.workspace_id === undefined) return { user_id, workspace_id, role: 'admin', token };
  const role = options.role ?? 'editor';
  await server.app.db
    .insertInto('workspace_member')
    .values({ id: newId(), workspace_id: options.workspace_id, user_id, role, created_at: new Date() })
    .execute();
  return { user_id, workspace_id: options.workspace_id, role, token };
}

export interface TestKey {
  id: string;
  token: string;
}

/** An API key of a member, by default with every scope. */
export async function createKey(
  server: TestApp,
  member: Member,
  fields: { scopes?: readonly Scope[]; rate_limit_per_min?: number; name?: string } = {},
): Promise<TestKey> {
  const body = { name: 'Key', scopes: SCOPES, ...fields };
  const answer = await server.request('POST', '/api/v1/api-keys', { as: member, body });
  if (answer.status !== 201) throw new Error(`The key was not made: ${answer.text}`);
  return { id: answer.body.data.id as string, token: answer.body.data.api_key as string };
}
