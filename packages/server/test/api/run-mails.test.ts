import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { mailJob } from '../../src/features/mail/jobs.ts';
import { runEndedJob } from '../../src/features/runs/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { SpeechError } from '../../src/providers/speech/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { startSmtp, type TestSmtp } from '../support/mail.ts';
import { createReader, type Reader, textOf, unsubscribeUrl } from '../support/notifications.ts';
import { until } from '../support/until.ts';
import { narration } from '../support/workflows.ts';

const PUBLIC_URL = 'https://voices.example.com';

let fault: SpeechError | undefined;
const speech = scriptedSpeech({
  before: () => (fault ? Promise.reject(fault) : Promise.resolve()),
  durationMs: () => 300,
});
let smtp: TestSmtp;
let server: TestApp;
let worker: Worker;
beforeAll(async () => {
  smtp = await startSmtp();
  const mail = { kind: 'smtp' as const, url: smtp.url, from: 'us@example.com' };
  const config = { mail, public_url: PUBLIC_URL };
  server = await startTestApp({ role: 'all', speech: speech.providers, config });
  const { app } = server;
  worker = await startWorker(app, [...runJobs, mailJob, runEndedJob]);
});
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
  await smtp.close();
});

async function startRun(as: Reader): Promise<void> {
  const body = { name: 'Story', definition: narration() };
  const workflow = await server.request('POST', '/api/v1/workflows', { as, body });
  const path = `/api/v1/workflows/${workflow.body.data.id}/runs`;
  expect((await server.request('POST', path, { as })).status).toBe(202);
}

/** The email that arrives at an address. */
async function arrived({ email }: Reader): Promise<string> {
  const found = () => smtp.messages.find((message) => message.includes(`To: ${email}`));
  await until(() => Promise.resolve(found() !== undefined), 60_000);
  return found() ?? '';
}

test('the user who starts a run gets an email when it completes, with a one-click unsubscribe link', async () => {
  const reader = await createReader(server);
  await startRun(reader);
  const mail = await arrived(reader);
  expect(mail).toContain('Subject: Run 1 of "Story" is done');
  expect(textOf(mail)).toContain('Lines: 1 delivered, 0 dropped, 0 failed\nCredits: 1\n');
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  const url = new URL(unsubscribeUrl(mail));
  expect(url.origin).toBe(PUBLIC_URL);
  expect((await server.request('POST', url.pathname)).status).toBe(200);
  const preferences = '/api/v1/users/me/notification-preferences';
  const { body } = await server.request('GET', preferences, { as: reader });
  expect(body.data).toMatchObject({ completed_generation_email: false, failed_generation_email: true });
}, 90_000);

test('the user who starts a run gets an email with the reason when it fails', async () => {
  fault = new SpeechError('invalid_input', 'The provider does not speak this.');
  const reader = await createReader(server);
  await startRun(reader);
  const mail = await arrived(reader);
  expect(mail).toContain('Subject: Run 1 of "Story" failed');
  const text = textOf(mail);
  expect(text).toContain('The only line failed.');
  expect(text).toContain('The provider does not speak this.');
}, 90_000);
