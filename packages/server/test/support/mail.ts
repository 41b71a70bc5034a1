import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanLimits } from '@voiceloom/contract';
import { SMTPServer } from 'smtp-server';
import { mailJob } from '../../src/features/mail/jobs.ts';
import type { TestApp } from './app.ts';
import { runJob } from './run-job.ts';

/** A message as a reader sees it: unfolded headers, decoded words and parts. */
export function decoded(message: string): string {
  const end = message.search(/\r?\n\r?\n/);
  const [head, rest] = end < 0 ? [message, ''] : [message.slice(0, end), message.slice(end)];
  const headers = head
    .replace(/\r?\n[ \t]+/g, ' ')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : fromQuoted(word.replaceAll('_', ' ')),
    );
  return headers + fromQuoted(rest.replace(/=\r?\n/g, ''));
}

function fromQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Sends the emails in the outbox like a worker, and returns the emails to an address from the folder. */
export async function mailsTo({ app }: TestApp, email: string): Promise<string[]> {
  const open = await app.db
    .selectFrom('mail_outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
  for (const { id } of open) await runJob(app, mailJob, { id });
  if (app.config.mail.kind !== 'folder') throw new Error('Mails do not go into a folder here.');
  const { directory } = app.config.mail;
  // The first email creates the directory.
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.eml'))
    .sort();
  const messages = files.map((name) => readFileSync(join(directory, name), 'latin1'));
  return messages.map(decoded).filter((message) => message.includes(`To: ${email}`));
}

/** The token in the newest invite to an address. */
export async function inviteToken(server: TestApp, email: string): Promise<string> {
  const mails = await mailsTo(server, email);
  const token = /invites\/([A-Za-z0-9_-]{43})/.exec(mails.at(-1) ?? '')?.[1];
  if (token === undefined) throw new Error(`No invite to ${email} was sent.`);
  return token;
}

/** Sets the number of seats of the default plan. */
export const limitSeats = (server: TestApp, seats: number | 'unlimited'): Promise<void> =>
  changeLimits(server, { seats });

/** Changes limits of the default plan. */
export async function changeLimits({ app: { db } }: TestApp, changes: Partial<PlanLimits>): Promise<void> {
  const plans = db.selectFrom('plan').select('limits').where('is_default', '=', true);
  const { limits } = await plans.executeTakeFirstOrThrow();
  const changed = JSON.stringify({ ...limits, ...changes });
  await db.updateTable('plan').set({ limits: changed }).where('is_default', '=', true).execute();
}

export interface TestSmtp {
  url: string;
  /** The accepted messages, unchanged. */
  messages: string[];
  /** Decides per recipient: undefined accepts, a number rejects with this SMTP status. */
  refuse: ((recipient: string) => number | undefined) | undefined;
  /** Awaited before a message is accepted. */
  hold: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

/** A local mail server that keeps its messages. */
export async function startSmtp(login?: { user: string; password: string }, port = 0): Promise<TestSmtp> {
  const refusal = (status: number) => Object.assign(new Error('Not today.'), { responseCode: status });
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) return done(null, { user: username });
      return done(refusal(535));
    },
    onRcptTo({ address }, _session, done) {
      const status = smtp.refuse?.(address);
      done(status === undefined ? null : refusal(status));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const take = () => {
          smtp.messages.push(decoded(Buffer.concat(chunks).toString('latin1')));
          done(null);
        };
        void (smtp.hold?.() ?? Promise.resolve()).then(take, () => done(refusal(451)));
      });
    },
  });
  // A killed client leaves a broken connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const bound = typeof address === 'object' && address ? address.port : 0;
  const credentials = login ? `${login.user}:${encodeURIComponent(login.password)}@` : '';
  const smtp: TestSmtp = {
    url: `smtp://${credentials}127.0.0.1:${bound}`,
    messages: [],
    refuse: undefined,
    hold: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return smtp;
}
