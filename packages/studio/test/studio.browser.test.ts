import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { accessibilityProblems } from '../../../tools/dev/axe.ts';
import type { Browser, Page } from '../../../tools/dev/browser.ts';
import { openBrowser } from '../../../tools/dev/browser.ts';
import { runJobs } from '../../server/src/engine/jobs.ts';
import { startWorker, type Worker } from '../../server/src/jobs/index.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { scriptedSpeech } from '../../server/test/support/fake-speech.ts';
import { RESOURCE, STUDIO_CLIENT, startOpenIdProvider } from '../../server/test/support/openid-provider.ts';
import { startS3Server } from '../../server/test/support/s3-server.ts';
import { picture } from './support/pictures.ts';
import { continueHere, dropScript, openStudio, SCRIPT } from './support/studio.ts';

let server: TestApp;
let worker: Worker;
let browser: Browser;
beforeAll(async () => {
  const speech = scriptedSpeech({ durationMs: () => 700 });
  [server, browser] = await Promise.all([
    startTestApp({ role: 'all', speech: speech.providers }),
    openBrowser(),
  ]);
  worker = await startWorker(server.app, runJobs);
});
afterAll(async () => {
  await browser?.close();
  await worker?.stop(1_000);
  await server?.close();
});

/** Opens the setting from its notice. An invalid value stays in the dialog. */
async function fillPlaceholder(page: Page): Promise<void> {
  const cost = page.getByRole('region', { name: 'Cost' });
  await cost.getByText('{ships}').waitFor();
  await cost.getByRole('button', { name: 'Set the words' }).click();
  const dialog = page.getByRole('dialog');
  const controls = dialog.getByRole('group', { name: 'Controls', exact: true });
  await controls.getByRole('button', { name: 'Add a row' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  // A row needs a name: the dialog stays.
  await controls.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
  await controls.getByRole('button', { name: 'Remove the empty row' }).click();
  const values = dialog.getByRole('group', { name: 'Placeholder values' });
  await values.getByRole('textbox', { name: 'Text', exact: true }).fill('forty');
  await values.getByRole('textbox', { name: 'Name', exact: true }).fill('ships');
  // Voices chosen by listening also have rows.
  const mara = dialog.getByRole('group', { name: 'Mara', exact: true });
  await mara.getByText('Settings').click();
  await mara.getByRole('combobox', { name: 'Speed' }).first().selectOption({ label: 'a number' });
  const byLocale = mara.getByRole('group', { name: 'By locale', exact: true });
  expect(await byLocale.getByRole('textbox', { name: 'Language code' }).inputValue()).toBe('de-de');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 900 });
  await picture(page, 'studio-settings');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => cost.textContent()).toContain('All have values.');
}

test('a person drops a script, casts by listening, starts a run, sees it complete and downloads it', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await dropScript(page);

  const script = page.getByRole('region', { name: 'Script' });
  await expect.poll(() => script.textContent()).toContain('American English 2, German (Germany) 2');
  expect(await script.textContent()).toContain('Mara');
  expect(await script.textContent()).toMatch(/mood/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 900 });

  await picture(page, 'studio-setup');
  // The voice of a character without a choice is also playable.
  const cast = page.getByRole('region', { name: 'Cast' });
  await expect.poll(() => cast.getByRole('button', { name: /^Play / }).count()).toBe(4);
  await cast.getByRole('button', { name: /^Voice of Mara in German .*, default voice$/ }).click();
  const dialog = page.getByRole('dialog');
  await picture(page, 'studio-voices');
  await dialog
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await dialog.getByRole('button', { name: /^Use / }).first().click();
  await page.getByText('Saved').waitFor();
  await expect.poll(() => cast.getByRole('button', { name: /, default voice$/ }).count()).toBe(1);
  // The page shows the change a moment after the click.
  const check = page.getByRole('checkbox', { name: 'Noise check' });
  await check.click();
  await expect.poll(() => check.isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Settings of Mastering' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 900 });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await fillPlaceholder(page);

  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect.poll(() => progress.textContent()).toContain('4 of 4 lines');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 900 });
  // Another run shows its cost before it starts.
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('alertdialog').getByText('4 lines are already spoken and cost nothing').waitFor();
  await picture(page, 'studio-run-again');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Deliver' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download (all|the line)/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole('button', { name: 'Download pick-ups' }).click();
  await page.getByText('There are no pick-ups').waitFor();

  // A reload signs in automatically, and the check stays off.
  await page.goBack();
  await page.goBack();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Noise check' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Noise check' }).isChecked()).toBe(false);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
    /eyJ/,
  );
}, 60_000);

test('a script with an invalid row gets the template for its characters, and stays correctable', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await page.getByRole('link', { name: 'New production' }).click();
  const file = {
    name: 'torn.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${SCRIPT}ln_4,Finn,a,b,c,d\n`),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('torn.csv, row 5:').waitFor();
  await page.getByRole('radio', { name: /^Game dialogue/, checked: true }).waitFor();
  await picture(page, 'studio-template');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'torn' }).waitFor();
  const script = page.getByRole('region', { name: 'Script' });
  await script.getByText('torn.csv, row 5:').waitFor();
  const corrected = { ...file, buffer: Buffer.from(SCRIPT) };
  await script.locator('input[type=file]').first().setInputFiles(corrected);
  await expect.poll(() => script.textContent()).toContain('American English 2, German (Germany) 2');
  await page.getByRole('button', { name: 'Settings of Mastering for games' }).waitFor();
}, 60_000);

test('a script whose texts are not found can be mapped, and cannot start before that', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await page.getByRole('link', { name: 'New production' }).click();
  const rows =
    'Ref,Who,Take one,Take two\nr1,Mara,Keep the light burning.,Lass das Licht brennen.\nr2,Finn,I counted forty ships.,Ich habe vierzig Schiffe gesehen.\n';
  const file = { name: 'unknown.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('No column with texts was found.').waitFor();
  await page.getByRole('radio', { name: /^Single narration/, checked: true }).waitFor();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'unknown' }).waitFor();
  const script = page.getByRole('region', { name: 'Script' });
  await script.getByText('No column with texts was found. Choose one under Script.').waitFor();
  expect(await page.getByRole('button', { name: 'Start', exact: true }).isDisabled()).toBe(true);
  const use = (column: string) => script.getByRole('combobox', { name: `Content of ${column}` });
  const language = (column: string) => script.getByRole('textbox', { name: `Language of ${column}` });
  await use('Ref').selectOption('ID of the line');
  await use('Who').selectOption('Character');
  for (const column of ['Take one', 'Take two']) {
    await use(column).selectOption('Text to speak');
    await language(column).fill('en');
  }
  const save = script.getByRole('button', { name: 'Use these columns' });
  await save.click();
  // Two columns of one language: nothing is stored.
  await language('Take two').and(page.locator(':invalid')).waitFor();
  await picture(page, 'studio-columns');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 900 });
  await language('Take one').fill('en');
  await language('Take two').fill('de');
  await save.click();
  await expect.poll(() => script.textContent()).toContain('English 2, German 2');
  expect(await script.textContent()).toContain('Mara 2');
  // A corrected script keeps the columns. A script without these columns is read like a new one.
  const replace = async (buffer: string, name = 'unknown.csv') => {
    const input = script.locator('input[type=file]').first();
    await input.setInputFiles({ ...file, name, buffer: Buffer.from(buffer) });
  };
  await replace(rows.replace('Finn', 'Mara'));
  await expect.poll(() => script.textContent()).toContain('Mara 4');
  // A table has a field for the language of each column.
  await replace('id,text\n1,Zxq.\n');
  await script.getByRole('button', { name: 'Set the language' }).click();
  await language('text').and(page.locator(':focus')).fill('en');
  await save.click();
  await expect.poll(() => script.textContent()).toContain('English 1');
  await replace('1\n00:00:00,000 --> 00:00:01,000\nZxq.\n', 'short.srt');
  await script.getByRole('button', { name: 'Set the language' }).click();
  const settings = page.getByRole('dialog');
  await settings.getByRole('textbox', { name: 'Source language' }).fill('en-us');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => script.textContent()).toContain('American English 1');
  await replace('id,Character,en,de\n1,Mara,Hello there.,Hallo zusammen.\n2,Finn,Good night.,Gute Nacht.\n');
  await expect.poll(() => script.textContent()).toContain('English 2, German 2');
  // At first, all characters of a language share one voice.
  const cast = page.getByRole('region', { name: 'Cast' });
  await cast.getByRole('button', { name: 'Give each character its own voice' }).click();
  await expect.poll(() => cast.getByText('Several characters have the same voice.').count()).toBe(0);
  await expect.poll(() => cast.getByRole('button', { name: /, default voice$/ }).count()).toBe(0);
  await picture(page, 'studio-cast');
  await expect.poll(() => page.getByRole('button', { name: 'Start', exact: true }).isEnabled()).toBe(true);
}, 60_000);

/** A page whose requests the test can reject. */
async function openRejected(path: string): Promise<Page> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${server.url}/studio${path}`);
  return page;
}

test('input that the service rejects stays in its dialog, with the reason', async () => {
  const page = await openRejected('');
  await continueHere(page);
  await dropScript(page);
  await page.getByRole('button', { name: 'Set the words' }).click();
  const dialog = page.getByRole('dialog');
  const values = dialog.getByRole('group', { name: 'Placeholder values' });
  const words = values.getByRole('textbox', { name: 'Text', exact: true });
  const tooLong = 'x'.repeat(501);
  await words.fill(tooLong);
  await values.getByRole('textbox', { name: 'Name', exact: true }).fill('ships');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const alert = dialog.getByRole('alert');
  await expect.poll(() => alert.textContent()).toMatch(/^This was not acceptedPlaceholder values: /);
  expect(await alert.textContent()).not.toContain('definition.');
  expect(await words.inputValue()).toBe(tooLong);
  await picture(page, 'studio-settings-rejected');
  await words.fill('forty');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  // A limit of the plan is not an error of the service.
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill('grace@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^The plan does not allow more/);
  await picture(page, 'studio-plan-limit');
  await page.goto(`${server.url}/studio/productions/nonsense`);
  await page.getByText('There is no production or run at this address').waitFor();
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
}, 60_000);

test('a guest with a wrong passcode sees the error next to the field and keeps the typed text', async () => {
  const page = await openRejected(`/enter#vl_share_${'a'.repeat(43)}`);
  await page.route('**/review-links/enter', (route) => {
    const message = 'The passcode is wrong.';
    return route.fulfill({ status: 403, json: { error: { code: 'FORBIDDEN', message } } });
  });
  await page.getByRole('textbox', { name: 'Your name' }).fill('Grace');
  await page.getByRole('button', { name: 'Enter' }).click();
  const passcode = page.getByLabel('Passcode');
  await passcode.fill('lantern');
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('passcode is wrong');
  expect([await passcode.inputValue(), await passcode.getAttribute('aria-invalid')]).toEqual([
    'lantern',
    'true',
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);
}, 60_000);

test('no file name is executed, wherever it is shown', async () => {
  const attack = '<img src=x onerror=document.title="attacked">';
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await dropScript(page, attack);
  const script = page.getByRole('region', { name: 'Script' });
  await expect.poll(() => script.textContent()).toContain(`${attack}.csv`);
  await page.getByRole('link', { name: 'Productions' }).click();
  await page.getByRole('link', { name: attack }).waitFor();
  expect([await page.title(), await page.locator('img').count()]).toEqual(['Voiceloom Studio', 0]);

  await page.getByRole('link', { name: attack }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbor, first draft');
  await picture(page, 'studio-rename');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Harbor, first draft' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await picture(page, 'studio-delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Productions' }).waitFor();
  await page.getByRole('link', { name: 'Harbor, first draft' }).waitFor({ state: 'detached' });
}, 60_000);

test('a new API key is shown once, and everybody can read settings and usage', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  const keys = page.getByRole('region', { name: 'API keys' });
  await keys.getByRole('textbox', { name: 'Name of the key' }).fill('Build server');
  await keys.getByRole('button', { name: 'Add key' }).click();
  const secret = keys.getByText(/^vl_live_\w{20,}$/);
  await secret.waitFor();
  await keys.getByRole('button', { name: 'Revoke Build server' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 900 });
  await picture(page, 'studio-workspace');
  await keys.getByRole('button', { name: 'I have stored it' }).click();
  await secret.waitFor({ state: 'detached' });
  await keys.getByRole('button', { name: 'Revoke Build server' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await keys.getByText('No program uses this workspace yet.').waitFor();
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('region', { name: 'Who did what' }).getByText('run completed').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-usage');
}, 60_000);

test('an admin chooses the colors of a workspace, and its language for scripts that have none', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  const preferences = page.getByRole('region', { name: 'Preferences' });
  await preferences.getByRole('textbox', { name: /^Language of scripts/ }).fill('de-de');
  await preferences.getByRole('combobox', { name: 'Colors' }).selectOption({ label: 'Dark' });
  await preferences.getByRole('button', { name: 'Save' }).click();
  await preferences.getByText('Saved').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const getPageColor = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = 'rgb(23, 24, 22)';
  await expect.poll(getPageColor).toBe(dark);
  await picture(page, 'studio-preferences');
  await page.reload();
  await expect.poll(getPageColor).toBe(dark);
  await page.getByRole('link', { name: 'Productions' }).click();
  await page.getByRole('link', { name: 'New production' }).click();
  const file = { name: 'signs.txt', mimeType: 'text/plain', buffer: Buffer.from('Ax\nBo\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const script = page.getByRole('region', { name: 'Script' });
  await script.getByRole('button', { name: 'Read it as German (Germany)' }).click();
  await expect.poll(() => script.textContent()).toContain('German (Germany) 2');
}, 60_000);

test('an admin adds a bucket, which is tested first, and removes it', async () => {
  const bucket = await startS3Server();
  onTestFinished(bucket.close);
  server.app.config.provider_allowed_hosts.push(new URL(bucket.endpoint).host);
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  const buckets = page.getByRole('region', { name: 'Buckets' });
  await buckets.getByText('Add or replace a bucket').click();
  const fields = {
    'Name, such as game-builds': 'game-builds',
    Bucket: bucket.bucket,
    'Folder (optional)': 'builds',
    'Address of the service (empty for Amazon S3)': bucket.endpoint,
    'Access key ID': bucket.access_key_id,
    'Secret access key': bucket.secret_access_key,
  };
  for (const [name, value] of Object.entries(fields))
    await buckets.getByLabel(name, { exact: true }).fill(value);
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-buckets');
  await buckets.getByRole('button', { name: 'Check and save' }).click();
  await buckets.getByText(`${bucket.bucket}/builds`).waitFor();
  await buckets.getByRole('button', { name: 'Remove game-builds' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await buckets.getByText('There is no bucket yet.').waitFor();
}, 60_000);

test('another host name of this machine redirects to the one used in links', async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/studio?x=1`);
  await page.waitForURL(`${server.url}/studio?x=1`);
  await page.close();
});

test('a person signs in at the identity provider, and after a reload without a click', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const provider = await startOpenIdProvider();
  // The page closes before its provider stops.
  onTestFinished(() => provider.stop());
  const { issuer } = provider;
  const auth = { issuer, audience: RESOURCE, jwks_url: undefined, max_token_age_s: 86_400 };
  const auth_params = { login_hint: 'Ada', resource: RESOURCE };
  const studio = { client_id: STUDIO_CLIENT, scopes: 'openid profile email', auth_params };
  const other = await startTestApp({ config: { auth, studio } });
  onTestFinished(() => other.close());
  await provider.allowPage(`${other.url}/studio/callback`);
  const page = await openStudio(browser, other.url, [issuer]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const main = page.getByRole('main');
  await expect.poll(() => main.textContent()).toContain('New production');
  expect(page.url()).toBe(`${other.url}/studio`);
  await page.reload();
  await expect.poll(() => main.textContent()).toContain('New production');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/eyJ|verifier/);
}, 60_000);
