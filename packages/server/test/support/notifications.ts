import type { App } from '../../src/app.ts';
import { addRunNotice } from '../../src/engine/runs/end.ts';
import { newId } from '../../src/ids.ts';
import type { TestApp } from './app.ts';
import { shortPipeline } from './definitions.ts';
import { createMember, type Member } from './factories.ts';
import { mailsTo } from './mail.ts';
import { insertRun, insertWorkflow, type StoredRun } from './run-factory.ts';

/** A member with an address of their own. */
export interface Reader extends Member {
  email: string;
}

export async function createReader(server: TestApp): Promise<Reader> {
  const email = `reader-${newId()}@example.com`;
  return { ...(await createMember(server, { email })), email };
}

type Facts = Partial<{
  lines_delivered: number;
  lines_dropped: number;
  lines_failed: number;
  characters: number;
  audio_ms: number;
  credits: number;
  error: string;
}>;

export interface EndedPlan {
  status: 'completed' | 'failed' | 'cancelled';
  workflow?: string;
  workspace_id?: string;
  run_number?: number;
  started_at?: Date | null;
  completed_at?: Date;
  facts?: Facts;
}

/** A run of a member that has ended, as the engine leaves it, and no word of it. */
export async function insertEndedRun(server: TestApp, member: Member, plan: EndedPlan): Promise<StoredRun> {
  const { workflow: name, workspace_id = member.workspace_id, facts, ...rest } = plan;
  const scene = { server, member: { ...member, workspace_id } };
  const run = await insertRun(scene, await insertWorkflow(scene, shortPipeline(), name), rest);
  if (facts) await server.app.db.updateTable('run').set(facts).where('id', '=', run.id).execute();
  return run;
}

/** Leaves the notice of a run, as the engine does with the end of it. */
export async function leaveNotice(app: App, run: { id: string }, now = app.clock()): Promise<void> {
  await app.db.transaction().execute((tx) => addRunNotice(app, tx, { run_id: run.id, now }));
}

export const noticesOf = ({ app }: TestApp, run: { id: string }) =>
  app.db.selectFrom('run_notice').selectAll().where('run_id', '=', run.id).execute();

/** What a person would read of a mail. */
export const textOf = (message: string) => partOf(message, 'plain');
export const htmlOf = (message: string) => partOf(message, 'html');

function partOf(message: string, kind: 'plain' | 'html'): string {
  const found = new RegExp(`Content-Type: text/${kind}[\\s\\S]*?\r?\n\r?\n([\\s\\S]*?)\r?\n--`).exec(message);
  return (found?.[1] ?? '').replaceAll('\r\n', '\n');
}

/** The address that a mail names to turn its kind off. */
export function unsubscribeUrl(message: string): string {
  const url = /^List-Unsubscribe: <([^>]+)>\r?$/m.exec(message)?.[1];
  if (url === undefined) throw new Error(`The mail has no List-Unsubscribe:\n${message}`);
  return url;
}

/** The one mail to an address. */
export async function onlyMail(server: TestApp, email: string): Promise<string> {
  const [mail, ...more] = await mailsTo(server, email);
  if (mail === undefined || more.length > 0)
    throw new Error(`${more.length + (mail ? 1 : 0)} mails to ${email}`);
  return mail;
}
