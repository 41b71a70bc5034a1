import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Review, ReviewItem, RunOverview } from '@voiceloom/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../../../tools/dev/axe.ts';
import type { Browser, Page } from '../../../tools/dev/browser.ts';
import { openBrowser } from '../../../tools/dev/browser.ts';
import { runJobs } from '../../server/src/engine/jobs.ts';
import { runEndedJob } from '../../server/src/features/runs/jobs.ts';
import { startWorker, type Worker } from '../../server/src/jobs/index.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import type { Member } from '../../server/test/support/factories.ts';
import { unzip } from '../../server/test/support/unzip.ts';
import { language } from '../src/format/format.ts';
import { HARBOR_LIGHTS } from './support/harbor.ts';
import { picture } from './support/pictures.ts';
import { openAs, openLink, serviceAway } from './support/review.ts';

/** Long enough if other tests run in parallel. */
const PATIENCE = { timeout: 240_000 };
const ALL = '160 of 160 lines';

let server: TestApp;
let worker: Worker;
let browser: Browser;
let ada: Member;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestApp({ role: 'all' }), openBrowser()]);
  worker = await startWorker(server.app, [...runJobs, runEndedJob]);
  const token = await server.token({ given_name: 'Ada', family_name: 'Winter' });
  const { body } = await server.request('GET', '/api/v1/auth/whoami', { as: { token } });
  ada = { ...body.data, role: 'admin', token };
});
afterAll(async () => {
  await browser?.close();
  await worker?.stop(1_000);
  await server?.server.close(0);
  await server?.close();
});

async function api<T>(method: string, path: string): Promise<T> {
  const { status, text, body } = await server.request(method, `/api/v1${path}`, { as: ada });
  expect(status, text).toBeLessThan(300);
  return body.data;
}

/** The production and the run of a page. */
function placeOf(page: Page): { production: string; run: string; path: string } {
  const [path = '', production = '', run = ''] =
    /\/productions\/([^/]+)\/runs\/([^/]+)/.exec(new URL(page.url()).pathname) ?? [];
  return { production, run, path };
}

const openedReview = ({ production, run }: { production: string; run: string }) =>
  api<Review>('POST', `/workflows/${production}/runs/${run}/review`);
const itemsOf = async (reviewId: string): Promise<ReviewItem[]> =>
  (await api<{ items: ReviewItem[] }>('GET', `/reviews/${reviewId}/items?limit=500`)).items;
const creditsLeft = async () => (await api<{ balance: number }>('GET', '/users/me/credits')).balance;

const shows = (page: Page, index: number, what: string) =>
  expect.poll(() => page.locator(`#line-${index}`).textContent()).toContain(what);

async function press(page: Page, index: number, key: string): Promise<void> {
  await page.locator(`#line-${index}`).click();
  await page.keyboard.press(key);
}

/** `key`: a line and a language. `take`: the approved take. */
const approvedIn = (items: readonly ReviewItem[]) =>
  new Map(
    items
      .filter(({ decision }) => decision === 'approved')
      .map((item) => [`${item.line_id} ${item.locale_code}`, item.chosen_audio_id]),
  );

async function makeProduction(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New production' }).click();
  await page.locator('input[type=file]').setInputFiles(HARBOR_LIGHTS);
  await page.getByRole('radio', { name: /^Multi-language narration/ }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Harbor lights' }).waitFor();
  const script = page.getByRole('region', { name: 'Script' });
  await expect.poll(() => script.textContent()).toContain('160 lines');
  expect(await script.textContent()).toContain('German (Germany) 40');
  // Checks cause an unknown number of retries. Without checks, the cost is known.
  for (const name of ['Noise check', 'Loudness check']) {
    const check = page.getByRole('checkbox', { name, exact: true });
    await check.click();
    // Shortly after the click, the page shows the cached state.
    await expect.poll(() => check.isChecked()).toBe(false);
  }
}

/** Listens to a voice and assigns it to a character. */
async function cast(page: Page, cell: string): Promise<void> {
  await page.getByRole('button', { name: cell }).click();
  const dialog = page.getByRole('dialog');
  // Similar voices appear above the others when they are loaded, so the first one must have a name.
  const first = dialog.getByRole('button', { name: /^Use / }).first();
  const name = ((await first.getAttribute('aria-label')) ?? '').replace('Use ', '');
  await dialog
    .getByRole('button', { name: `Play ${name}`, exact: true })
    .first()
    .click();
  await dialog
    .getByRole('button', { name: `Use ${name}`, exact: true })
    .first()
    .click();
  await page.getByRole('button', { name: `${cell}: ${name}`, exact: true }).waitFor();
}

/** Starts the production and waits until every line is done. `name`: of a picture of the run in progress. */
async function start(page: Page, name?: string): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const progress = page.getByRole('region', { name: 'Progress' });
  await progress.getByText(/^[1-9]\d* of 160 lines$/).waitFor(PATIENCE);
  if (name !== undefined) await picture(page, name, 760);
  await watch(page);
}

async function watch(page: Page): Promise<void> {
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect.poll(() => progress.textContent(), PATIENCE).toContain(ALL);
  await page.getByRole('link', { name: 'Review', exact: true }).waitFor();
}

/** Opening the page does not create a review. */
async function lookAtDelivery(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Deliver' }).click();
  await page.getByText('Nobody has reviewed this run yet.').waitFor();
  const { production, run } = placeOf(page);
  const overview = await api<RunOverview>('GET', `/workflows/${production}/runs/${run}/overview`);
  expect(overview.run.review_id).toBe(null);
}

async function openRunReview(page: Page): Promise<Review> {
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.locator('#line-0').waitFor();
  return openedReview(placeOf(page));
}

/** Shares the review, and opens the link as a person without an account. */
async function inviteGuest(page: Page): Promise<{ guest: Page; link: string; token: string }> {
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Who it is for' }).fill('Northlight');
  await dialog.getByRole('combobox', { name: 'Guests may' }).selectOption('decide');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const guest = await openLink(browser, server.url, link);
  guest.setDefaultTimeout(60_000);
  await picture(guest, 'studio-enter');
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Li Chen');
  const entered = guest.waitForResponse(/\/review-links\/enter$/);
  await guest.getByRole('button', { name: 'Enter' }).click();
  const { data } = await (await entered).json();
  await guest.locator('#line-0').waitFor();
  return { guest, link, token: data.token };
}

/** Both decide about different and the same lines, while the service is available and while it is not. */
async function decideTogether(one: Page, guest: Page): Promise<void> {
  await press(one, 0, 'a');
  await shows(guest, 0, 'approved');
  await press(guest, 0, 'r');
  await guest
    .getByText('Ada Winter has decided about this line. Only members of the workspace')
    .first()
    .waitFor();
  await press(guest, 1, 'r');
  await shows(one, 1, 'Li Chen');

  const comeBack = await serviceAway(server);
  await press(one, 2, 'r');
  await press(one, 3, 'r');
  await press(one, 4, 'n');
  await press(one, 6, 'a');
  await press(guest, 2, 'n');
  await press(guest, 4, 'n');
  await press(guest, 5, 'r');
  await press(guest, 6, 'r');
  for (const page of [one, guest]) await page.getByText('Offline. 4 changes will be sent.').waitFor();
  // The guest's last response arrives after the approval of the same line.
  await guest.route('**/items/7/decision', (route) => route.abort());
  await comeBack();
  await expect.poll(() => one.getByText('sending').count()).toBe(0);
  await guest.unroute('**/items/7/decision');

  // Of two answers, the first one stays until the other person has seen it.
  const asked = (page: Page) => page.locator('#line-2').getByRole('button', { name: 'Use mine' });
  await expect.poll(async () => (await asked(one).count()) + (await asked(guest).count())).toBe(1);
  const late = (await asked(one).count()) === 1 ? one : guest;
  await asked(late).click();
  for (const page of [one, guest]) {
    await shows(page, 2, late === one ? 'rejected' : 'needs work');
    await shows(page, 3, 'rejected');
    await shows(page, 4, 'needs work');
    await shows(page, 5, 'rejected');
    if (page === guest) await giveIn(guest, 6);
    await shows(page, 6, 'approved');
    await expect.poll(() => page.getByText('sending').count()).toBe(0);
    // Data that could not be read during the outage has arrived.
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  }
}

/** A guest cannot change a line that a member approved, and the page does not offer it. */
async function giveIn(guest: Page, index: number): Promise<void> {
  const line = guest.locator(`#line-${index}`);
  const discard = line.getByRole('button', { name: 'Discard mine' });
  await discard.waitFor();
  expect(await line.getByRole('button', { name: 'Use mine' }).count()).toBe(0);
  await discard.click();
}

/** Approves all lines that nobody sent back. */
async function approveTheRest(page: Page, open: number): Promise<void> {
  const filter = page.getByRole('combobox', { name: 'Decision' });
  await filter.selectOption('open');
  await expect
    .poll(() => page.getByRole('grid').getAttribute('aria-rowcount'), PATIENCE)
    .toBe(String(open + 1));
  await page.getByRole('button', { name: 'Decide all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decide', exact: true }).click();
  await page.getByText(/^\d+ lines decided/).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.locator('#line-0').waitFor();
}

/** Speaks the lines again that were sent back. Returns the cost that was shown before. */
async function runAgain(page: Page, lines: number): Promise<number> {
  await page.getByRole('button', { name: `Speak ${lines} again`, exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  const cost = dialog.locator('strong', { hasText: 'credits expected' });
  const shown = Number(((await cost.textContent()) ?? '').replaceAll(/\D/g, ''));
  await picture(page, 'studio-re-run');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await watch(page);
  return shown;
}

/** The bytes of a ZIP from the Deliver screen. */
async function downloadApproved(page: Page, lines: number): Promise<Map<string, Buffer>> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${lines} approved lines` }).click();
  return unzip(await readFile(await (await waiting).path()));
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The digest of the audio of each approved line's take. */
async function digestsOf(items: readonly ReviewItem[]): Promise<Map<string, string>> {
  const approved = items.filter(({ decision }) => decision === 'approved');
  const stored = await server.app.db
    .selectFrom('audio')
    .select(['id', 'take_id', 'sha256'])
    .where('workspace_id', '=', ada.workspace_id)
    .execute();
  return new Map(
    approved.map(({ line_id, locale_code, audio_id, chosen_audio_id }) => {
      const audio = stored.find((one) => one.id === audio_id && one.take_id === chosen_audio_id);
      return [`${locale_code}/${line_id}.wav`, audio?.sha256 ?? 'missing'];
    }),
  );
}

test('a producer and a guest turn a script into a ZIP of approved takes while the service is interrupted', async () => {
  const page = await openAs(browser, { server, member: ada, path: '' });
  page.setDefaultTimeout(60_000);
  await makeProduction(page);
  await cast(page, 'Voice of Mara in German (Germany)');
  await page.getByRole('button', { name: 'Start', exact: true, disabled: false }).waitFor();
  await picture(page, 'studio-new', 900);
  await start(page, 'studio-run');
  await lookAtDelivery(page);

  const review = await openRunReview(page);
  const { path } = placeOf(page);
  const { guest, link, token } = await inviteGuest(page);
  await decideTogether(page, guest);
  await picture(page, 'studio-review', 900);
  await picture(guest, 'studio-guest');
  const decided = await itemsOf(review.id);
  const isSentBack = ({ decision }: ReviewItem) => decision === 'rejected' || decision === 'needs_work';
  const sentBack = decided.filter(isSentBack).map(({ no }) => no);
  await approveTheRest(page, decided.filter(({ decision }) => decision === null).length);

  const before = await itemsOf(review.id);
  const balance = await creditsLeft();
  const cost = await runAgain(page, sentBack.length);
  await expect.poll(creditsLeft).toBe(balance - cost);
  expect(cost).toBeGreaterThan(0);
  await expect.poll(async () => (await itemsOf(review.id)).filter(isSentBack).length).toBe(0);
  const after = await itemsOf(review.id);
  const isNew = ({ no, audio_id }: ReviewItem) => audio_id !== before[no - 1]?.audio_id;
  expect(after.filter(isNew).map(({ no }) => no)).toEqual(sentBack);
  expect(approvedIn(after)).toEqual(approvedIn(before));

  // Of the new takes, each person approves one, one is waived, and at least one waits.
  await openRunReview(page);
  await shows(page, 1, 'open');
  await page.locator('#line-1').click();
  await page.getByText('Rejected before').waitFor();
  await picture(page, 'studio-review-again');
  await press(page, 1, 'a');
  await press(page, 3, 'w');
  await shows(guest, 5, 'open');
  await press(guest, 5, 'a');
  await shows(page, 5, 'Li Chen');
  await shows(guest, 3, 'waived');
  const chosen = await itemsOf(review.id);
  const approved = approvedIn(chosen);
  const open = chosen.filter(({ decision }) => decision === null);
  expect(approved.size + open.length).toBe(159);
  expect(open.map(({ no }) => no)).toContain(5);

  await page.getByRole('link', { name: 'Deliver' }).click();
  const approval = page.getByRole('region', { name: 'Approval' });
  for (const count of [`${approved.size} approved`, '1 waived', `${open.length} open`])
    await approval.getByRole('link', { name: `${count}, All languages` }).waitFor();
  await page.getByRole('link', { name: /^Harbor lights · Run \d+$/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-deliver', 900);
  await page.setViewportSize({ width: 390, height: 844 });
  const table = approval.getByRole('region', { name: 'Decisions by language' });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1366, height: 900 });
  const files = await downloadApproved(page, approved.size);
  const audio = [...files].filter(([name]) => name.endsWith('.wav'));
  expect(new Map(audio.map(([name, bytes]) => [name, sha256(bytes)]))).toEqual(await digestsOf(chosen));
  const { lines } = JSON.parse(String(files.get('manifest.json')));
  const named = lines.map((line: { line_id: string; locale: string }) => `${line.line_id} ${line.locale}`);
  expect(named.sort()).toEqual([...approved.keys()].sort());
  await approval.getByRole('link', { name: `${open.length} open, All languages` }).click();
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(open.length + 1));

  // Another voice speaks the waiting lines. It changes no approved take.
  await page.getByRole('link', { name: /^Run / }).click();
  await page.getByRole('link', { name: 'Harbor lights' }).click();
  const { character_name, locale_code = '' } = open.find(({ no }) => no === 5) ?? {};
  await cast(page, `Voice of ${character_name} in ${language(locale_code)}`);
  const price = page.getByRole('region', { name: 'Cost' });
  await expect.poll(() => price.textContent()).toContain(`${approved.size} of them are approved`);
  await picture(page, 'studio-new-again');
  await start(page);
  const later = await itemsOf((await openedReview(placeOf(page))).id);
  expect(approvedIn(later)).toEqual(approved);
  expect(later[4]?.audio_id).not.toBe(chosen[4]?.audio_id);

  // A guest whose link was revoked sees nothing.
  await page.goto(`${server.url}/studio${path}/review`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke Northlight' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await guest.getByText('This link no longer works').waitFor();
  await picture(guest, 'studio-revoked');
  const secret = new URL(link).hash.slice(1);
  const answers = await Promise.all([
    server.request('GET', `/api/v1/reviews/${review.id}`, { as: { token } }),
    server.request('POST', '/api/v1/review-links/enter', { body: { token: secret, name: 'Li Chen' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
}, 900_000);
