import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../../../tools/dev/axe.ts';
import type { Browser, Page } from '../../../tools/dev/browser.ts';
import { openBrowser } from '../../../tools/dev/browser.ts';
import { runJobs } from '../../server/src/engine/jobs.ts';
import { startWorker, type Worker } from '../../server/src/jobs/index.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { createMember } from '../../server/test/support/factories.ts';
import { scriptedSpeech } from '../../server/test/support/fake-speech.ts';
import { changeLimits } from '../../server/test/support/mail.ts';
import { picture } from './support/pictures.ts';
import { openAs } from './support/review.ts';
import { continueHere, dropScript, openStudio, SCRIPT } from './support/studio.ts';

let server: TestApp;
let worker: Worker;
let browser: Browser;
beforeAll(async () => {
  // One credit for each character.
  const speech = scriptedSpeech({ durationMs: () => 700, credits_per_1000_characters: 1_000 });
  [server, browser] = await Promise.all([
    startTestApp({ role: 'all', speech: speech.providers }),
    openBrowser(),
  ]);
  await changeLimits(server, { monthly_credits: 'unlimited', seats: 'unlimited' });
  worker = await startWorker(server.app, runJobs);
});
afterAll(async () => {
  await browser?.close();
  await worker?.stop(1_000);
  await server?.close();
});

const budgetsOf = (page: Page) => page.getByRole('region', { name: 'Budgets' });

async function openUsage(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await budgetsOf(page).waitFor();
}

async function addBudget(page: Page, name: string, credits: string): Promise<void> {
  await budgetsOf(page).getByRole('button', { name: 'Add a budget' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('spinbutton', { name: 'Limit in credits' }).fill(credits);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function removeBudget(page: Page, name: string): Promise<void> {
  await budgetsOf(page)
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await budgetsOf(page).getByText('There is no budget').waitFor();
}

test('an admin creates a budget for a member, sees its use, changes it and removes it', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await openUsage(page);
  await budgetsOf(page).getByText('There is no budget').waitFor();
  await budgetsOf(page).getByRole('button', { name: 'Add a budget' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Trailer team');
  await dialog.getByRole('combobox', { name: 'Applies to' }).selectOption({ label: 'Runs of one member' });
  await dialog.getByRole('combobox', { name: 'Member' }).selectOption({ index: 1 });
  await dialog.getByRole('spinbutton', { name: 'Limit in credits' }).fill('20000');
  await dialog.getByRole('spinbutton', { name: 'Limit in US dollars' }).fill('50');
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-budget-form');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const budgets = budgetsOf(page);
  await budgets.getByText('0 of 20,000 credits used').waitFor();
  await budgets.getByText('$0.00 of $50.00 used').waitFor();
  await expect.poll(() => budgets.textContent()).toMatch(/Runs of .+\. Each month \(UTC\), again from /);
  expect(await accessibilityProblems(page)).toEqual([]);
  await budgets.getByRole('button', { name: 'Change Trailer team' }).click();
  await dialog.getByRole('spinbutton', { name: 'Limit in credits' }).fill('30000');
  await dialog.getByRole('spinbutton', { name: 'Limit in US dollars' }).fill('');
  await dialog.getByRole('radio', { name: 'Only send an email' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await budgets.getByText('0 of 30,000 credits used').waitFor();
  await budgets.getByText('It only warns.').waitFor();
  expect(await budgets.getByText('$').count()).toBe(0);
  await removeBudget(page, 'Trailer team');
}, 60_000);

test('a run pauses at its cap, says what is missing, and continues when the cap is raised', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await dropScript(page, 'capped');
  const cost = page.getByRole('region', { name: 'Cost' });
  await cost.getByRole('spinbutton', { name: 'Cap (credits)' }).fill('50');
  await cost.getByText('The cap leaves 50 credits. The run will pause before its end.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-cap');
  await cost.getByRole('button', { name: 'Start', exact: true }).click();
  const notice = page.getByRole('region', { name: 'Paused at the cap of this run' });
  await notice
    .getByText(/The run has spent \d+ of at most 50 credits, and its next line needs up to \d+/)
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-paused-cap');
  const cap = notice.getByRole('spinbutton', { name: 'New cap, in credits' });
  expect(await cap.inputValue()).toBe('100');
  await cap.fill('5000');
  await notice.getByRole('button', { name: 'Raise and resume' }).click();
  await page.getByRole('heading', { name: /completed/ }).waitFor();
  await expect.poll(() => notice.count()).toBe(0);
}, 60_000);

test('a run that pauses at the maximum of its estimate does not name its cap, and suggests it', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await dropScript(page, 'estimated', SCRIPT.replace('tonight', 'always').replace('heute Nacht', 'stets'));
  const cost = page.getByRole('region', { name: 'Cost' });
  await cost.getByRole('spinbutton', { name: 'Cap (credits)' }).fill('50');
  await cost.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('region', { name: 'Paused at the cap of this run' }).waitFor();
  // As if its cap were higher, and its estimate had named less.
  await server.app.db
    .updateTable('run')
    .set({ pause_limit: 'estimate', estimated_max_credits: 50, max_credits: 7_000 })
    .where('status', '=', 'paused')
    .execute();
  await page.reload();
  const notice = page.getByRole('region', { name: 'Paused at the maximum of the estimate' });
  const cap = notice.getByRole('spinbutton', { name: 'New cap, in credits' });
  await expect.poll(() => cap.inputValue()).toBe('7000');
  await notice.getByRole('button', { name: 'Raise and resume' }).click();
  await page.getByRole('heading', { name: /completed/ }).waitFor();
}, 60_000);

test('a run that a budget pauses names the budget, and an admin raises it on the spot', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await openUsage(page);
  await addBudget(page, 'Small', '1');
  await page.getByRole('link', { name: 'Productions', exact: true }).click();
  // Other words, because lines that are already spoken cost nothing.
  await dropScript(page, 'budgeted', SCRIPT.replace('tonight', 'forever').replace('heute Nacht', 'immer'));
  const cost = page.getByRole('region', { name: 'Cost' });
  await cost
    .getByText(/^The budget “Small” leaves \d+ credits?\. The run will pause before its end\.$/)
    .waitFor();
  await cost.getByRole('button', { name: 'Start', exact: true }).click();
  const notice = page.getByRole('region', { name: 'Paused by the budget “Small”' });
  await notice.getByText(/has too little left: .* The next line needs up to \d+ credits/).waitFor();
  // Times are those of the reader, not of programs.
  expect(await notice.textContent()).not.toMatch(/\d{4}-\d\d-\d\dT/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-paused-budget');
  await notice.getByRole('spinbutton', { name: 'New limit, in credits' }).fill('90000');
  await notice.getByRole('button', { name: 'Raise and resume' }).click();
  await page.getByRole('heading', { name: /completed/ }).waitFor();
  await openUsage(page);
  await budgetsOf(page)
    .getByText(/of 90,000 credits used/)
    .waitFor();
  await removeBudget(page, 'Small');
}, 60_000);

test('a member who is no admin sees budgets, and is told who can raise one', async () => {
  const admin = await createMember(server, { email: 'ada@example.com' });
  const { workspace_id } = admin;
  const budget = { name: 'Quiet', limit_credits: 5_000 };
  await server.request('POST', '/api/v1/budgets', { as: admin, body: budget });
  const member = await createMember(server, { workspace_id, role: 'editor', email: 'eve@example.com' });
  const page = await openAs(browser, { server, member, path: '/usage' });
  const budgets = budgetsOf(page);
  await budgets.getByText('0 of 5,000 credits used').waitFor();
  await page.getByText('Who did what').waitFor();
  expect(await budgets.getByRole('button').count()).toBe(0);
  await picture(page, 'studio-budgets-member');
}, 60_000);
