import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../../../tools/dev/axe.ts';
import type { Browser, Page } from '../../../tools/dev/browser.ts';
import { openBrowser } from '../../../tools/dev/browser.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { numberedLines, shortPipeline } from '../../server/test/support/definitions.ts';
import { createMember, type Member } from '../../server/test/support/factories.ts';
import { scriptedSpeech } from '../../server/test/support/fake-speech.ts';
import { changeLimits } from '../../server/test/support/mail.ts';
import { fire } from '../../server/test/support/schedules.ts';
import { picture } from './support/pictures.ts';
import { openAs } from './support/review.ts';
import { continueHere, dropScript, openStudio } from './support/studio.ts';

let server: TestApp;
let browser: Browser;
beforeAll(async () => {
  const speech = scriptedSpeech({ durationMs: () => 300, credits_per_1000_characters: 1_000 });
  [server, browser] = await Promise.all([
    startTestApp({ role: 'all', speech: speech.providers }),
    openBrowser(),
  ]);
  await changeLimits(server, { monthly_credits: 'unlimited', seats: 'unlimited' });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** A production and its schedule, which starts on workdays at 6:00 in Berlin. */
async function createSchedule(member: Member, definition: object, name = 'Every working day') {
  const workflow = { name: 'Harbor news', definition };
  const created = await server.request('POST', '/api/v1/workflows', { as: member, body: workflow });
  const workflow_id: string = created.body.data.id;
  const times = { cron: '0 6 * * 1-5', time_zone: 'Europe/Berlin', input: { max_credits: 500 } };
  const body = { workflow_id, name, ...times };
  const schedule = await server.request('POST', '/api/v1/schedules', { as: member, body });
  return { workflow_id, id: schedule.body.data.id as string };
}

/** Handles the next due time. */
async function fireNext(member: Member, id: string): Promise<void> {
  const { body } = await server.request('GET', `/api/v1/schedules/${id}`, { as: member });
  await fire(server.app, id, new Date(body.data.next_run_at));
}

const entry = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

test('a person schedules a production, pauses, changes and deletes the schedule', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await dropScript(page, 'scheduled');
  const card = page.getByRole('region', { name: 'Schedules' });
  await card.getByRole('link', { name: 'Add a schedule' }).click();
  await page.getByText('No schedule: this production runs only when somebody starts it.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-schedules-none');
  await page.getByRole('button', { name: 'Add a schedule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Morning news');
  await dialog.getByLabel('Time', { exact: true }).fill('07:30');
  await dialog.getByRole('checkbox', { name: 'Friday' }).uncheck();
  await dialog.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo');
  await dialog.getByRole('spinbutton', { name: 'Cap (credits)' }).fill('400');
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-schedule-form');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const news = entry(page, 'Morning news');
  await news.getByText(/^Monday, Tuesday, Wednesday, Thursday at 7:30\sAM, Asia\/Tokyo$/).waitFor();
  await news.getByText(/^Next: (Mon|Tue|Wed|Thu), .+, 7:30\sAM$/).waitFor();
  await news.getByText(/^At most 400 credits a run\. Skipped if nothing has changed\. Runs start/).waitFor();
  await news.getByRole('button', { name: 'Pause Morning news' }).click();
  await news.getByText('Not due until it is enabled').waitFor();
  await news.getByText('paused', { exact: true }).waitFor();
  await news.getByRole('button', { name: 'Enable Morning news' }).click();
  await news.getByText(/^Next: /).waitFor();
  await news.getByRole('button', { name: 'Change Morning news' }).click();
  for (const day of ['Friday', 'Saturday', 'Sunday'])
    await dialog.getByRole('checkbox', { name: day }).check();
  await dialog.getByRole('spinbutton', { name: 'Cap (credits)' }).fill('');
  await dialog.getByRole('checkbox', { name: /^Skip a run/ }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await news.getByText(/^Every day at 7:30\sAM, Asia\/Tokyo$/).waitFor();
  await news.getByText(/^No cap\. Runs start with the rights of/).waitFor();
  await page.getByRole('link', { name: 'scheduled' }).click();
  await card.getByText('Morning news').waitFor();
  await card.getByRole('link', { name: 'Open the schedules' }).click();
  await news.getByRole('button', { name: 'Delete Morning news' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^No schedule/).waitFor();
}, 60_000);

test('what the service rejects is at the field, and the form needs no mouse', async () => {
  const member = await createMember(server, { email: 'kay@example.com' });
  const { workflow_id } = await createSchedule(member, { graph: { nodes: [] } });
  const path = `/productions/${workflow_id}/schedules`;
  const page = await openAs(browser, { server, member, path, refusal: 422 });
  await entry(page, 'Every working day').waitFor();
  await page.getByRole('button', { name: 'Add a schedule' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.press('x');
  await dialog.getByText('Advanced').press('Enter');
  const cron = dialog.getByRole('textbox', { name: 'Cron expression' });
  await cron.pressSequentially('*/5 * * * *');
  expect(await dialog.getByRole('checkbox', { name: 'Monday' }).isDisabled()).toBe(true);
  await cron.press('Enter');
  await dialog.getByText('Due times must be at least 15 minutes apart, also around midnight.').waitFor();
  expect(await cron.getAttribute('aria-invalid')).toBe('true');
  expect(await name.getAttribute('aria-invalid')).toBe('false');
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-schedule-fault');
  await cron.fill('0 9,17 * * *');
  await cron.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await entry(page, 'x').getByText('0 9,17 * * *').waitFor();
  // The expression of days and a time comes back as days and a time, another one as itself.
  await entry(page, 'x').getByRole('button', { name: 'Change x' }).press('Enter');
  expect(await cron.inputValue()).toBe('0 9,17 * * *');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change Every working day' }).press('Enter');
  expect(await dialog.getByRole('checkbox', { name: 'Monday' }).isChecked()).toBe(true);
  expect(await dialog.getByRole('checkbox', { name: 'Sunday' }).isChecked()).toBe(false);
  expect(await cron.count()).toBe(0);
}, 60_000);

test('a person sees what happened at due times, why, and opens the run', async () => {
  const member = await createMember(server, { email: 'otto@example.com' });
  const { workflow_id, id } = await createSchedule(member, { graph: { nodes: [] } });
  await fireNext(member, id);
  const definition = shortPipeline({ text: numberedLines(2) });
  await server.request('PATCH', `/api/v1/workflows/${workflow_id}`, { as: member, body: { definition } });
  await fireNext(member, id);
  const page = await openAs(browser, { server, member, path: `/productions/${workflow_id}/schedules` });
  const schedule = entry(page, 'Every working day');
  await schedule.getByText('started', { exact: true }).waitFor();
  await fireNext(member, id);
  await page.reload();
  await schedule.getByText('skipped', { exact: true }).waitFor();
  await schedule.getByText('A run was still active or paused.').waitFor();
  await schedule.getByText('Earlier due times').click();
  await schedule.getByText('failed', { exact: true }).waitFor();
  await schedule.getByText(/^There is no source node\./).waitFor();
  expect(await schedule.getByText('skipped', { exact: true }).count()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-schedules');
  await schedule.getByRole('link', { name: /^Open the run of (Mon|Tue|Wed|Thu|Fri), .+ 6:00\sAM$/ }).click();
  await page.getByRole('heading', { name: /^Run 1/ }).waitFor();
}, 60_000);

test('viewers read schedules, editors change only their own, and admins see why one was disabled', async () => {
  const admin = await createMember(server, { email: 'ruth@example.com' });
  const { workspace_id } = admin;
  const { workflow_id, id } = await createSchedule(admin, { graph: { nodes: [] } });
  for (let failure = 0; failure < 5; failure += 1) await fireNext(admin, id);
  const path = `/productions/${workflow_id}/schedules`;
  const open = (member: Member) => openAs(browser, { server, member, path });
  const viewer = await createMember(server, { workspace_id, role: 'viewer', email: 'vera@example.com' });
  const read = await open(viewer);
  await entry(read, 'Every working day').getByText('disabled after failed starts').waitFor();
  await entry(read, 'Every working day').getByText('Not due until it is enabled').waitFor();
  expect(await read.getByRole('main').getByRole('button').count()).toBe(0);
  const editor = await createMember(server, { workspace_id, role: 'editor', email: 'edna@example.com' });
  const edit = await open(editor);
  await edit.getByRole('button', { name: 'Add a schedule' }).waitFor();
  expect(await edit.getByRole('button', { name: /Every working day/ }).count()).toBe(0);
  const page = await open(admin);
  await page.getByRole('button', { name: 'Enable Every working day' }).click();
  await entry(page, 'Every working day')
    .getByText(/^Next: /)
    .waitFor();
}, 60_000);
