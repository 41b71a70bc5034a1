import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { accessibilityProblems } from '../../../tools/dev/axe.ts';
import type { Browser, Page } from '../../../tools/dev/browser.ts';
import { openBrowser } from '../../../tools/dev/browser.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { changeLimits } from '../../server/test/support/mail.ts';
import { dropPlatformKey, offerPlatform, setPlatformKey } from '../../server/test/support/platform-keys.ts';
import { openaiCompatibleEmulator as emulator } from '../../server/test/support/speech-emulators/openai-compatible.ts';
import {
  type EmulatorServer,
  startSpeechEmulator,
} from '../../server/test/support/speech-emulators/server.ts';
import { picture } from './support/pictures.ts';
import { continueHere, dropScript, openStudio } from './support/studio.ts';

let server: TestApp;
let browser: Browser;
let provider: EmulatorServer;
beforeAll(async () => {
  provider = await startSpeechEmulator(emulator);
  const config = {
    provider_urls: { openai_compatible: provider.url },
    provider_allowed_hosts: [provider.host],
  };
  [server, browser] = await Promise.all([startTestApp({ config }), openBrowser()]);
  await changeLimits(server, { byok_enabled: 1, monthly_credits: 'unlimited' });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await provider?.close();
});

const openai = (page: Page) =>
  page
    .getByRole('region', { name: 'Provider keys' })
    .locator('details', { hasText: 'OpenAI compatible' })
    .first();

const spokenTexts = () => provider.requests.filter(emulator.isSpeech).map(emulator.textOf);

async function openVoices(page: Page) {
  const cast = page.getByRole('region', { name: 'Cast' });
  await cast.getByRole('button', { name: /^Voice of Mara in German/ }).click();
  return page.getByRole('dialog');
}

test('a person pastes a key and hears one of its voices', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  const entry = openai(page);
  await entry.getByText('OpenAI compatible').click();
  await entry.getByText('Voices that speak your lines.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-provider-key');
  await entry
    .getByLabel(/^API key/)
    .first()
    .fill(String(emulator.credentials.api_key));
  await entry.getByRole('button', { name: 'Check and save' }).click();
  await entry.getByText('✓ accepted').waitFor();
  await entry.getByRole('region', { name: '3 voices' }).waitFor();
  await entry
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await entry.getByRole('button', { name: /^Stop / }).waitFor();
  await expect.poll(spokenTexts).toEqual([expect.stringContaining('This is how I sound')]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-provider-voices');
}, 60_000);

test('a key that could not be tested yet is not called rejected', async () => {
  const setStatus = (status: 'unverified' | 'valid') =>
    server.app.db.updateTable('provider_key').set({ status }).execute();
  await setStatus('unverified');
  onTestFinished(async () => void (await setStatus('valid')));
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  const entry = openai(page);
  await entry.getByText('… not tested yet').click();
  await entry.getByText(/^The provider did not respond to the test/).waitFor();
  expect(await entry.getByText('rejected').count()).toBe(0);
}, 60_000);

test('voices that declare no language are in a list of their own, speak the language of the line, and are not billed twice', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await dropScript(page);
  const dialog = await openVoices(page);
  const others = dialog.locator('section', { hasText: 'Voices for any language' });
  await others.getByText('Listen whether they speak this one.').waitFor();
  const count = spokenTexts().length;
  const play = others.getByRole('button', { name: 'Play Custom-1' });
  await play.click();
  await expect.poll(() => spokenTexts().length).toBe(count + 1);
  // It has ended.
  await play.waitFor();
  await play.click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-any-language');
  await others.getByRole('button', { name: 'Use Custom-1' }).click();
  await page
    .getByRole('region', { name: 'Cast' })
    .getByRole('button', { name: /^Voice of Mara in German.*: Custom-1$/ })
    .waitFor();
  expect(spokenTexts().slice(count)).toEqual([expect.stringContaining('So klinge ich')]);
}, 60_000);

test('a voice without a sample that nobody may speak with says so, and an unavailable provider too', async () => {
  await server.app.db.deleteFrom('provider_key').execute();
  const ownVoices = server.app.db.updateTable('voice').set({ is_active: false });
  await ownVoices.where('workspace_id', 'is not', null).execute();
  await setPlatformKey(server.app, 'openai_compatible', emulator.credentials);
  onTestFinished(async () => {
    await dropPlatformKey(server.app, 'openai_compatible');
  });
  await offerPlatform(server.app, { providers: ['openai_compatible'] });
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await dropScript(page, 'platform');
  let dialog = await openVoices(page);
  const others = () => dialog.locator('section', { hasText: 'Voices for any language' });
  await others().getByText('no sample').first().waitFor();
  expect(
    await others()
      .getByRole('button', { name: /^Play / })
      .count(),
  ).toBe(0);
  await server.app.db.updateTable('platform_provider_key').set({ status: 'invalid' }).execute();
  await page.reload();
  dialog = await openVoices(page);
  await others().getByText('unavailable for now').first().waitFor();
  await picture(page, 'studio-unavailable');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Settings' }).click();
  await openai(page).getByText('unavailable for now').waitFor();
}, 60_000);

test('a voice that cannot speak says why beside its button', async () => {
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  const entry = openai(page);
  await entry.getByText('OpenAI compatible').click();
  await entry
    .getByLabel(/^API key/)
    .first()
    .fill(String(emulator.credentials.api_key));
  await entry.getByRole('button', { name: 'Check and save' }).click();
  await entry.getByRole('region', { name: '3 voices' }).waitFor();
  // The response of a voice that does not speak: 200, so that the console of the browser stays clean.
  await page.route('**/api/v1/voices/*/preview', (route) =>
    route.fulfill({
      json: {
        data: {
          url: `${server.url}/studio/config.json`,
          filename: 'a.wav',
          expires_at: '2026-12-01T00:00:00.000Z',
        },
      },
    }),
  );
  await entry
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await entry.getByRole('alert').getByText('The sample cannot be played.').waitFor();
  expect(await entry.getByRole('button', { name: /^Stop / }).count()).toBe(0);
}, 60_000);
