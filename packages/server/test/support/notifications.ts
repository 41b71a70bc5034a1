import type { App } from '../../src/app.ts';
import { addRunNotice } from '../../src/engine/runs/end.ts';
import { newId } from '../../src/ids.ts';
import type { TestApp } from './app.ts';
import { shortPipeline } from './definitions.ts';
import { createMember, type Member } from './factories.ts';
import { mailsTo } from './mail.ts';
import { insertRun, insertWorkflow, type StoredRun } from './run-factory.ts';

/** A member with their own email address. */
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

/** An ended run of a member, as the engine leaves it, without its notice. */
export async function insertEndedRun(server: TestApp, member: Member, plan: EndedPlan): Promise<StoredRun> {
  const { workflow: name, workspace_id = member.workspace_id, facts, ...rest } = plan;
  const scene = { server, member: { ...member, workspace_id } };
  const run = await insertRun(scene, await insertWorkflow(scene, shortPipeline(), name), rest);
  if (facts) await server.app.db.updateTable('run').set(facts).where('id', '=', run.id).execute();
  return run;
}

/** Adds the notice of a run, as the engine does when the run ends. */
export async function leaveNotice(app: App, run: { id: string }, now = app.clock()): Promise<void> {
  await app.db.transaction().execute((tx) => addRunNotice(app, tx, { run_id: run.id, now }));
}

export const noticesOf = ({ app }: TestApp, run: { id: string }) =>
  app.db.selectFrom('run_notification').selectAll().where('run_id', '=', run.id).execute();

/** The plain text of an email. */
export const textOf = (message: string) => partOf(message, 'plain');
export const htmlOf = (message: string) => partOf(message, 'html');

function partOf(message: string, kind: 'plain' | 'html'): string {
  const found = new RegExp(`Content-Type: text/${kind}[\\s\\S]*?\r?\n\r?\n([\\s\\S]*?)\r?\n--`).exec(message);
  return (found?.[1] ?? '').replaceAll('\r\n', '\n');
}

/** The unsubscribe address in an email. */
export function unsubscribeUrl(message: string): string {
  const url = /^List-Unsubscribe: <([^>]+)>\r?$/m.exec(message)?.[1];
  if (url === undefined) throw new Error(`The mail has no List-Unsubscribe:\n${message}`);
  return url;
}

/** The only email to an address. */
export async function onlyMail(server: TestApp, email: string): Promise<string> {
  const [mail, ...more] = await mailsTo(server, email);
  if (mail === undefined || more.length > 0)
    throw new Error(`${more.length + (mail ? 1 : 0)} mails to ${email}`);
  return mail;
}
