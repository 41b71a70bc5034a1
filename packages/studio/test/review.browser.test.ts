import type { ReviewDecidedEvent, ReviewEvent, ReviewItem } from '@voiceloom/sdk';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityProblems } from '../../../tools/dev/axe.ts';
import type { Browser, Page } from '../../../tools/dev/browser.ts';
import { openBrowser } from '../../../tools/dev/browser.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { fullPipeline } from '../../server/test/support/definitions.ts';
import { createMember, type Member } from '../../server/test/support/factories.ts';
import { insertRun, insertWorkflow } from '../../server/test/support/run-factory.ts';
import { insertScriptRun, SCRIPT } from '../../server/test/support/run-script.ts';
import { picture } from './support/pictures.ts';
import { anotherTab, openAs, openLink, openReview, reviewProblems, serviceAway } from './support/review.ts';

let server: TestApp;
let browser: Browser;
let ada: Member;
let path: string;
let reviewId: string;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
});
beforeEach(async () => {
  ada = await createMember(server);
  const run = await insertScriptRun({ server, member: ada });
  path = run.path.replace('/api/v1/workflows', '/productions');
  reviewId = (await server.request('POST', `${run.path}/review`, { as: ada })).body.data.id;
});
afterAll(async () => {
  await browser?.close();
  await server?.server.close(0);
  await server?.close();
});

const open = (member: Member) => openReview(browser, { server, member, path });
const shows = (page: Page, index: number, what: string) =>
  expect.poll(() => page.locator(`#line-${index}`).textContent()).toContain(what);

test('everything works with the keyboard and is announced', async () => {
  const page = await open(ada);
  const status = page.getByRole('status');
  await page.keyboard.press('a');
  await shows(page, 0, 'approved');
  await expect.poll(() => status.allTextContents()).toContain('Line hello: approved');
  await page.keyboard.press('j');
  await page.keyboard.press('2');
  await page.keyboard.press('r');
  await shows(page, 1, 'rejected');
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: 'Write a comment' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Too <b>fast</b> here.');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => page.getByRole('region', { name: 'Comments' }).textContent())
    .toContain('Too <b>fast</b>');
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await shows(page, 1, 'open');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('w');
  await shows(page, 1, 'waived');
  await shows(page, 2, 'waived');
  // A different decision keeps the note.
  await page.keyboard.press('r');
  const note = page.getByRole('textbox', { name: 'What to do differently' });
  await note.fill('Slower');
  await note.blur();
  await expect.poll(async () => (await status.allTextContents()).join()).toContain(': note saved');
  const stored = async () => {
    const { body } = await server.request('GET', `/api/v1/reviews/${reviewId}/items/3`, { as: ada });
    return [body.data.decision, body.data.note];
  };
  await expect.poll(stored).toEqual(['rejected', 'Slower']);
  await page.getByRole('button', { name: 'Needs work' }).click();
  await expect.poll(stored).toEqual(['needs_work', 'Slower']);
  await page.keyboard.press('/');
  await page.keyboard.type('once');
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await picture(page, 'studio-keys');
  await page.getByRole('dialog').getByRole('checkbox').press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('grid').press('a');
  expect(await page.locator('#line-0').textContent()).toContain('open');
  expect(await reviewProblems(page)).toEqual([]);
}, 60_000);

test('nothing is lost when two people decide at once while the service is unavailable', async () => {
  const ben = await createMember(server, { workspace_id: ada.workspace_id });
  const [one, other] = await Promise.all([open(ada), open(ben)]);
  const press = async (page: Page, line: number, key: string) => {
    await page.locator(`#line-${line}`).click();
    await page.keyboard.press(key);
  };
  await press(one, 0, 'a');
  await shows(other, 0, 'approved');
  await press(other, 1, 'r');
  await shows(one, 1, 'rejected');

  const comeBack = await serviceAway(server);
  await press(one, 2, 'n');
  await press(one, 3, 'w');
  await press(one, 5, 'n');
  await press(other, 2, 'r');
  await press(other, 5, 'n');
  await one.getByText('Offline. 3 changes will be sent.').waitFor();
  await other.getByText('Offline. 2 changes will be sent.').waitFor();
  await shows(one, 2, 'sending');
  await comeBack();

  // The first decision stays until the other person has seen it.
  const asked = (page: Page) => page.locator('#line-2').getByRole('button', { name: 'Use mine' });
  await expect.poll(async () => (await asked(one).count()) + (await asked(other).count())).toBe(1);
  const late = (await asked(one).count()) === 1 ? one : other;
  await late.locator('#line-2').click();
  const note = late.getByRole('textbox', { name: 'What to do differently' });
  await note.fill('Slower');
  await note.blur();
  await asked(late).click();
  const last = late === one ? 'needs work' : 'rejected';
  for (const page of [one, other]) {
    await shows(page, 2, last);
    await shows(page, 3, 'waived');
    await shows(page, 5, 'needs work');
    await expect.poll(() => page.getByText('sending').count()).toBe(0);
  }
  const history = await server.request('GET', `/api/v1/reviews/${reviewId}/history?limit=100`, { as: ada });
  const events = history.body.data.filter(({ type }: ReviewEvent) => type === 'review.decided');
  const countOf = (no: number) =>
    events.filter(({ data }: ReviewDecidedEvent) => data.items.some((item) => item.no === no)).length;
  // Line 3 was decided twice, one after the other. Line 6 was decided once, because both people decided the
  // same.
  expect([1, 2, 3, 4, 6].map(countOf)).toEqual([1, 1, 2, 1, 1]);
}, 90_000);

test('one browser tab holds the stream and sends for the others, and another tab takes over', async () => {
  const first = await open(ada);
  const second = await anotherTab(first);
  const streams: string[] = [];
  second.on('request', (request) => /\/events$/.test(request.url()) && streams.push(request.url()));
  await second.locator('#line-0').click();
  await second.keyboard.press('a');
  await shows(first, 0, 'approved');
  await expect.poll(() => second.getByText('sending').count()).toBe(0);
  expect(streams).toEqual([]);
  await first.goto(`${server.url}/studio`);

  // A decided line leaves the filter, but stays visible until the list is read again.
  await second.getByRole('combobox', { name: 'Decision' }).selectOption('open');
  await expect.poll(() => second.getByRole('grid').getAttribute('aria-rowcount')).toBe('6');
  await second.locator('#line-0').click();
  await second.keyboard.press('w');
  await second.getByRole('button', { name: '1 line no longer matches' }).click();
  await expect.poll(() => second.getByRole('grid').getAttribute('aria-rowcount')).toBe('5');
  expect(streams).toHaveLength(1);
  await second.getByRole('button', { name: 'Decide all' }).click();
  await second.getByRole('combobox', { name: 'Decision' }).last().selectOption('waived');
  await second.getByRole('button', { name: 'Decide', exact: true }).click();
  await second.getByText('No open lines.').waitFor();
  const { body } = await server.request('GET', `/api/v1/reviews/${reviewId}`, { as: ada });
  expect(body.data.progress.map(({ open_count }: { open_count: number }) => open_count)).toEqual([0, 0]);
}, 60_000);

test('keys work after a request and after the pressed button disappears, and Enter sends once', async () => {
  const page = await open(ada);
  const dialog = page.getByRole('dialog');
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route('**/links', async (route) => {
    if (route.request().method() === 'POST') {
      sent.push(route.request().url());
      await isAllowed;
    }
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('textbox', { name: 'Who it is for' }).fill('The client');
  await picture(page, 'studio-share');
  const create = dialog.getByRole('button', { name: 'Create link' });
  await create.press('Enter');
  await create.press('Enter');
  await expect.poll(() => sent.length).toBe(1);
  await create.and(page.locator(':focus')).waitFor();
  await dialog.getByRole('textbox', { name: 'Who it is for' }).press('Enter');
  await create.press('Enter');
  allow();
  await dialog.getByRole('button', { name: 'I have stored it' }).press('Enter');
  await dialog.locator('code').waitFor({ state: 'detached' });
  // The focus returns with the next frame.
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toHaveLength(1);
  // The focus is the last thing to return.
  await page.getByRole('grid').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('once');
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('7');
  // Until the focus is back and the line is loaded, a key has no effect.
  await page.locator('.review').and(page.locator(':focus-within')).waitFor();
  await shows(page, 0, 'open');
  await page.keyboard.press('a');
  await shows(page, 0, 'approved');
  // Shift selects from the last marked row.
  await page.locator('#line-1').getByRole('checkbox').click();
  await page
    .locator('#line-3')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await page.getByText('3 selected').waitFor();
}, 60_000);

test('the Unlock button unlocks only its line once, shows a failure, and returns the keyboard', async () => {
  const page = await open(ada);
  const pane = page.getByRole('region', { name: /^Line/ });
  const unlock = pane.getByRole('button', { name: 'Unlock' });
  const notice = page.getByRole('alert');
  const locked = async () => {
    const { body } = await server.request('GET', `/api/v1/reviews/${reviewId}/items`, { as: ada });
    return body.data.items.filter((item: ReviewItem) => item.is_locked).map(({ no }: ReviewItem) => no);
  };
  for (const line of [0, 1, 2]) {
    await page.locator(`#line-${line}`).click();
    await page.keyboard.press('a');
    await shows(page, line, 'approved');
  }
  await expect.poll(locked).toEqual([1, 2, 3]);
  for (const line of [1, 2]) await page.locator(`#line-${line}`).getByRole('checkbox').click();
  await page.getByText('2 selected').waitFor();
  await page.locator('#line-0').click();
  await pane.getByText('American English').waitFor();

  await page.route('**/unlock', (route) => route.abort());
  await unlock.press('Enter');
  await notice.getByText('The service cannot be reached.').waitFor();
  await unlock.and(page.locator(':focus')).waitFor();
  expect(await reviewProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 900 });
  await notice.getByRole('button', { name: 'Close' }).press('Enter');
  await notice.waitFor({ state: 'detached' });
  await page.getByRole('grid').and(page.locator(':focus')).waitFor();
  expect(await locked()).toEqual([1, 2, 3]);
  await page.unroute('**/unlock');

  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  await page.route('**/unlock', async (route) => {
    sent.push(route.request().postDataJSON());
    await isAllowed;
    await route.fallback();
  });
  await unlock.press('Enter');
  await unlock.press('Enter');
  await expect.poll(() => sent.length).toBe(1);
  allow();
  await unlock.waitFor({ state: 'detached' });
  await page.getByRole('grid').and(page.locator(':focus')).waitFor();
  expect(sent).toEqual([{ nos: [1] }]);
  expect(await locked()).toEqual([2, 3]);
  // The key is for the selected lines.
  await page.keyboard.press('u');
  await expect.poll(locked).toEqual([]);
}, 60_000);

test('the steps of a run fit a phone, however long their names are', async () => {
  const definition = fullPipeline();
  for (const node of definition.graph.nodes) node.name = `${node.type}_${'x'.repeat(60)} and more words`;
  const workflow = await insertWorkflow({ server, member: ada }, definition, 'Long names');
  const run = await insertRun({ server, member: ada }, workflow, { status: 'completed', lines: SCRIPT });
  const page = await openAs(browser, {
    server,
    member: ada,
    path: run.path.replace('/api/v1/workflows', '/productions'),
  });
  const steps = page.getByRole('region', { name: 'Steps' });
  const list = steps.getByRole('list').first();
  // Only a list that scrolls is a tab stop.
  await expect.poll(() => list.getAttribute('tabindex')).toBe('0');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => list.getAttribute('tabindex')).toBe(null);
  const ends = await steps
    .locator('.node, .node > *')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(ends.length).toBeGreaterThan(0);
  expect(Math.max(...ends)).toBeLessThan(390);
  expect(await accessibilityProblems(page)).toEqual([]);
}, 60_000);

test('the review and the run page show lines over a limit of the script, without a check', async () => {
  const base = { locale_code: 'en-us', status: 'delivered' as const, takes: [{}] };
  const lines = [
    { ...base, line_id: 'fits', line_index: 0, script: 'Hello.', max_duration_ms: 5_000 },
    { ...base, line_id: 'long', line_index: 1, script: 'Hello again.', max_duration_ms: 300 },
  ];
  const workflow = await insertWorkflow({ server, member: ada }, fullPipeline());
  const run = await insertRun({ server, member: ada }, workflow, { status: 'completed', lines });
  await server.request('POST', `${run.path}/review`, { as: ada });
  path = run.path.replace('/api/v1/workflows', '/productions');
  const page = await open(ada);
  await shows(page, 1, 'too long');
  expect(await page.locator('#line-0').textContent()).not.toContain('too long');
  await page.keyboard.press('j');
  await page.getByText('The file lasts 500 ms, 200 ms over its limit of 300 ms.').waitFor();
  await page.getByRole('checkbox', { name: 'Too long only' }).check();
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2');
  await page.goto(page.url().replace(/\/review.*/, ''));
  await page.getByText('1 line over the limit of the script').waitFor();
});

test('typed text survives a reload, and no script text, name or comment is executed', async () => {
  const attack = `<img src=x onerror="document.title='attacked'"><script>document.title='attacked'</script>`;
  const workflow = await insertWorkflow({ server, member: ada }, fullPipeline(), attack);
  const lines = SCRIPT.slice(0, 2).map((line) => ({
    ...line,
    line_id: attack,
    script: attack,
    character_name: attack,
  }));
  const run = await insertRun({ server, member: ada }, workflow, { status: 'completed', lines });
  const page = await openReview(browser, {
    server,
    member: ada,
    path: run.path.replace('/api/v1/workflows', '/productions'),
  });
  const comment = page.getByRole('textbox', { name: 'Write a comment' });
  await comment.fill(attack);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('region', { name: 'Comments' }).locator('.body', { hasText: 'onerror' }).waitFor();
  await page.locator('#line-0').getByText('1 open comment').waitFor();
  await picture(page, 'studio-comment');
  await comment.fill('Half a sent');
  await page.reload();
  await expect.poll(() => comment.inputValue()).toBe('Half a sent');
  expect([await page.title(), await page.locator('img').count()]).toEqual(['Voiceloom Studio', 0]);
}, 60_000);

test('a guest decides by a link and sees its assigned lines until it is revoked; no label or name is executed', async () => {
  const attack = `<img src=x onerror="document.title='attacked'">`;
  const page = await open(ada);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Who it is for' }).fill(attack);
  await dialog.getByRole('combobox', { name: 'Guests may' }).selectOption('decide');
  await dialog.getByRole('textbox', { name: 'Passcode' }).fill('quiet harbor');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = (await dialog.locator('code').textContent()) ?? '';
  const guest = await openLink(browser, server.url, url);
  expect(await accessibilityProblems(guest)).toEqual([]);
  await guest.setViewportSize({ width: 1366, height: 900 });
  await guest.getByRole('textbox', { name: 'Your name' }).fill(attack);
  expect(await guest.getByLabel('Passcode').count()).toBe(0);
  await guest.getByRole('button', { name: 'Enter' }).click();
  await guest.getByLabel('Passcode').fill('quiet harbor');
  await guest.getByRole('button', { name: 'Enter' }).click();
  await guest.locator('#line-0').waitFor();
  await guest.keyboard.press('r');
  await shows(page, 0, attack);
  expect(guest.url()).toBe(url);
  await page.keyboard.press('Escape');
  await page.locator('#line-0').click();
  await page.keyboard.press('a');
  await shows(guest, 0, 'approved');
  await guest.keyboard.press('z');
  await expect
    .poll(() => guest.getByRole('status').allTextContents())
    .toContain(
      'Nothing was undone: someone else has decided since then. Only members of the workspace can change that.',
    );
  await page.keyboard.press('e');
  await dialog.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: attack });
  await picture(page, 'studio-assign');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect
    .poll(() => guest.getByRole('region', { name: 'Assigned to you' }).textContent())
    .toContain('1 of 1');
  await guest.getByRole('button', { name: 'Show only these' }).click();
  await expect.poll(() => guest.getByRole('grid').getAttribute('aria-rowcount')).toBe('2');
  expect(await reviewProblems(guest)).toEqual([]);
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('button', { name: `Revoke ${attack}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await guest.getByText('This link no longer works').waitFor();
  for (const one of [page, guest])
    expect([await one.title(), await one.locator('img').count()]).toEqual(['Voiceloom Studio', 0]);
}, 60_000);

test('a guest who may only comment sees no decisions and no checkboxes, and can close a line on a phone', async () => {
  const page = await open(ada);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Who it is for' }).fill('The client');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByText('Only this machine can open this link.').waitFor();
  await picture(page, 'studio-share');
  const guest = await openLink(browser, server.url, url);
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Vera Client');
  await guest.getByRole('button', { name: 'Enter' }).click();
  await guest.locator('#line-0').waitFor();
  await guest.getByText('You are Vera Client').waitFor();
  await guest.setViewportSize({ width: 390, height: 700 });
  await guest.locator('#line-0').click();
  const sheet = guest.getByRole('region', { name: /^Line/ });
  await sheet.getByText('With this link, you can listen and comment.').waitFor();
  await sheet.getByText('History').scrollIntoViewIfNeeded();
  await sheet.getByRole('textbox', { name: 'Write a comment' }).fill('Softer, please.');
  await picture(guest, 'studio-guest');
  expect(await guest.getByRole('gridcell').getByRole('checkbox').count()).toBe(0);
  expect(await guest.getByRole('button', { name: /Approve|Reject|Needs work/ }).count()).toBe(0);
  expect(await reviewProblems(guest)).toEqual([]);
  await guest.setViewportSize({ width: 390, height: 700 });
  const close = sheet.getByRole('button', { name: 'Close' });
  const isVisible = async () => {
    const box = await close.boundingBox();
    return box !== null && box.y > 0 && box.y + box.height < 700;
  };
  await expect.poll(isVisible).toBe(true);
  await close.click();
  await close.waitFor({ state: 'hidden' });
}, 60_000);
