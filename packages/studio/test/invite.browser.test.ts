import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { accessibilityProblems } from '../../../tools/dev/axe.ts';
import type { Browser, Page } from '../../../tools/dev/browser.ts';
import { openBrowser } from '../../../tools/dev/browser.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { createMember, type Member } from '../../server/test/support/factories.ts';
import { changeLimits, mailsTo } from '../../server/test/support/mail.ts';
import { htmlOf } from '../../server/test/support/notifications.ts';
import { picture } from './support/pictures.ts';
import { continueHere, openStudio } from './support/studio.ts';

let server: TestApp;
let browser: Browser;
let ada: Member;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
  await changeLimits(server, { seats: 'unlimited', workspaces_per_owner: 'unlimited' });
  ada = await createMember(server, { email: 'ada@example.com' });
  const body = { name: 'Harbor Tales' };
  await server.request('PATCH', `/api/v1/workspaces/${ada.workspace_id}`, { as: ada, body });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Invites an address. Returns the invite, and the link in its email. */
async function invite(email: string): Promise<{ id: string; link: string }> {
  const path = `/api/v1/workspaces/${ada.workspace_id}/invites`;
  const { body } = await server.request('POST', path, { as: ada, body: { email, role: 'editor' } });
  const [mail = ''] = await mailsTo(server, email);
  return { id: body.data.id, link: /<a href="([^"]+)"/.exec(htmlOf(mail))?.[1] ?? '' };
}

/** Makes the development sign-in of a page sign in the person with this address. */
async function signInAs(page: Page, email: string): Promise<void> {
  const access_token = await server.token({ sub: email, email });
  await page.route('**/studio/session/development', (route) =>
    route.fulfill({ json: { access_token, token_type: 'Bearer', expires_in: 3_600 } }),
  );
}

test('an invited person signs in, returns to the invitation, accepts it and is in its workspace', async () => {
  const { link } = await invite('grace@example.com');
  const page = await openStudio(browser, server.url);
  await signInAs(page, 'grace@example.com');
  await page.goto(link);
  await page.getByText('You are invited to a workspace.').waitFor();
  await picture(page, 'studio-invite-sign-in');
  await continueHere(page);
  await page.getByRole('heading', { name: 'Invitation to Harbor Tales' }).waitFor();
  await page.getByText('ada@example.com invites you to the workspace “Harbor Tales” as an editor.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-invite');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByRole('heading', { name: 'Productions' }).waitFor();
  const chosen = page.getByRole('combobox', { name: 'Workspace' });
  await expect.poll(() => chosen.inputValue()).toBe(ada.workspace_id);

  await page.goto(link);
  await page.getByText('You are a member of this workspace.').waitFor();
  // Another workspace, until a link of an email names this one.
  await chosen.selectOption({ label: 'Personal workspace' });
  await page.goto(`${server.url}/studio/settings?workspace=${ada.workspace_id}`);
  const members = page.getByRole('region', { name: 'Members' });
  await members.getByText('ada@example.com').first().waitFor();
  await page.getByText('Only admins invite people').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect([page.url(), await chosen.inputValue()]).toEqual([
    `${server.url}/studio/settings`,
    ada.workspace_id,
  ]);
}, 60_000);

test('an invitation that cannot be accepted explains why', async () => {
  // The browser reports responses such as 404, so this page is not watched.
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await signInAs(page, 'heidi@example.com');
  const main = page.getByRole('main');
  const show = async (link: string, text: string) => {
    await page.goto(link);
    await main.getByText(text).waitFor();
  };
  const { id, link } = await invite('ivan@example.com');
  await page.goto(link);
  await continueHere(page);
  await main.getByText('It was sent to ivan@example.com. You are signed in as heidi@example.com.').waitFor();
  expect(await page.getByRole('button', { name: 'Accept the invitation' }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-invite-account');

  const { db } = server.app;
  const expires_at = new Date(Date.now() - 1_000);
  await db.updateTable('workspace_invite').set({ expires_at }).where('id', '=', id).execute();
  await show(link, 'It was valid until');
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-invite-expired');
  const status = (value: string) =>
    db.updateTable('workspace_invite').set({ status: value }).where('id', '=', id).execute();
  await status('revoked');
  await show(
    link,
    'It was revoked. To join the workspace, ask the person who invited you for a new invitation.',
  );
  // Not even the address or the name of a person who holds an old email.
  expect(await main.textContent()).not.toMatch(/ada@|Harbor Tales|ivan@/);
  await status('accepted');
  await show(link, 'Somebody has already accepted it.');
  await show(`${server.url}/studio/invites/${'a'.repeat(43)}`, 'There is no invitation at this address.');
  await show(`${server.url}/studio/invites/cut-off`, 'There is no invitation at this address.');
  // A link for somebody else: the personal workspace stays.
  await show(`${server.url}/studio/settings?workspace=${ada.workspace_id}`, 'heidi@example.com');
  await page.getByText('This link belongs to a workspace that you cannot open.').waitFor();
}, 60_000);

test('an invited person declines, and the page then says what to do after a mistake', async () => {
  const { link } = await invite('ken@example.com');
  const page = await openStudio(browser, server.url);
  await signInAs(page, 'ken@example.com');
  await page.goto(link);
  await continueHere(page);
  await page.getByRole('button', { name: 'Decline' }).click();
  const dialog = page.getByRole('alertdialog');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('heading', { name: 'You declined this invitation' }).waitFor();
  await page.getByText('If that was a mistake, ask the person who invited you for a new one.').waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain('Harbor Tales');
  await picture(page, 'studio-invite-declined');
}, 60_000);

test('a link of another workspace opens it, says so, and leads back', async () => {
  const page = await openStudio(browser, server.url);
  await page.route('**/studio/session/development', (route) =>
    route.fulfill({ json: { access_token: ada.token, token_type: 'Bearer', expires_in: 3_600 } }),
  );
  await page.goto(`${server.url}/studio/settings`);
  await continueHere(page);
  const chosen = page.getByRole('combobox', { name: 'Workspace' });
  const workspaces = page.getByRole('region', { name: 'Workspaces' });
  await workspaces.getByRole('textbox', { name: 'Name of the new workspace' }).fill('Night watch');
  await workspaces.getByRole('button', { name: 'Create workspace' }).click();
  await expect.poll(() => chosen.locator('option:checked').textContent()).toBe('Night watch');
  await page.goto(`${server.url}/studio/usage?workspace=${ada.workspace_id}`);
  const notice = page.getByText(
    'This link belongs to the workspace “Harbor Tales”, which is open now. You were in “Night watch”.',
  );
  await notice.waitFor();
  expect(await chosen.locator('option:checked').textContent()).toBe('Harbor Tales');
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-link-notice');
  await page.getByRole('button', { name: 'Go back to Night watch' }).click();
  await expect.poll(() => chosen.locator('option:checked').textContent()).toBe('Night watch');
  await expect.poll(() => notice.count()).toBe(0);
}, 60_000);

test('a person creates a workspace, renames it, and returns to the first one', async () => {
  const page = await openStudio(browser, server.url);
  await signInAs(page, 'judy@example.com');
  await page.goto(`${server.url}/studio/settings`);
  await continueHere(page);
  const workspaces = page.getByRole('region', { name: 'Workspaces' });
  await workspaces.getByRole('textbox', { name: 'Name of the new workspace' }).fill('Night shift');
  await workspaces.getByRole('button', { name: 'Create workspace' }).click();
  const chosen = page.getByRole('combobox', { name: 'Workspace' });
  await expect.poll(() => chosen.locator('option:checked').textContent()).toBe('Night shift');
  const name = workspaces.getByRole('textbox', { name: 'Name of this workspace' });
  expect(await name.inputValue()).toBe('Night shift');
  await name.fill('Day shift');
  await workspaces.getByRole('button', { name: 'Rename' }).click();
  await expect.poll(() => chosen.locator('option:checked').textContent()).toBe('Day shift');
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-workspaces');
  await workspaces.getByRole('button', { name: 'Open Personal workspace' }).click();
  await expect.poll(() => chosen.locator('option:checked').textContent()).toBe('Personal workspace');
}, 60_000);
