import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../../tools/dev/browser.ts';
import { openBrowser, watchedPage } from '../../../../tools/dev/browser.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('the reference shows operations, also those linked by guides and search, without other servers', async () => {
  const { page, strangers, faults } = await watchedPage(browser, server.url);
  const isShown = (name: string) =>
    expect
      .poll(
        () =>
          page.evaluate((text) => {
            const heading = [...document.querySelectorAll('h3')].find(
              ({ textContent }) => textContent === text,
            );
            const { top = -1, bottom = -1 } = heading?.getBoundingClientRect() ?? {};
            return top >= 0 && bottom <= window.innerHeight;
          }, name),
        { timeout: 60_000 },
      )
      .toBe(true);
  await page.goto(`${server.url}/docs/guides/authentication`);
  await page.getByRole('searchbox').fill('start a run');
  const found = await page.getByRole('link', { name: 'Start a run POST' }).getAttribute('href');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'DELETE /api/v1/api-keys/{key_id}' }).click();
  await page.getByRole('heading', { name: 'Voiceloom API' }).waitFor();
  await isShown('Revoke an API key');

  // The address changes only when the page is open, which takes seconds.
  const { pathname, hash } = new URL(found ?? '', server.url);
  expect(pathname).toBe(new URL(page.url()).pathname);
  await page.evaluate((place) => location.assign(place), hash);
  await isShown('Start a run');

  await page.getByRole('button', { name: 'Open Group - Voices' }).click();
  await page.getByRole('link', { name: 'List voices' }).first().click();
  await isShown('List voices');
  await page.getByRole('link', { name: 'Guides and search' }).click();
  await page.getByRole('heading', { name: 'Voiceloom documentation' }).waitFor();
  expect([strangers, faults]).toEqual([[], []]);
  await page.close();
});

test('the documents can be read and navigated by keyboard and link, in light and dark, wide and narrow', async () => {
  const { page, strangers, faults } = await watchedPage(browser, server.url);
  await page.goto(`${server.url}/docs`);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the text');
  await page.getByRole('main').getByRole('link', { name: 'Quickstart', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Quickstart' }).waitFor();
  await page.getByRole('link', { name: 'documented codes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Error codes' }).waitFor();
  await page.getByRole('cell', { name: 'RATE_LIMITED' }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'RATE_LIMITED' }).waitFor();
  await page.waitForLoadState('load');
  const colorOf = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await colorOf();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorOf()).not.toBe(light);
  await page.setViewportSize({ width: 360, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(strangers).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

test('a block can be copied, a heading has its address, and the search finds titles and headings by keyboard', async () => {
  const { page, strangers, faults } = await watchedPage(browser, server.url);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  await page.goto(`${server.url}/docs/guides/quickstart`);
  const block = page.locator('.code').first();
  await block.getByRole('button', { name: 'Copy this block' }).click();
  await block.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start\n');
  await page.getByRole('link', { name: 'Link to “3. Start a run”' }).click();
  expect(new URL(page.url()).hash).toBe('#3-start-a-run');

  await page.keyboard.press('/');
  await page.keyboard.type('files and scr');
  await page.getByRole('link', { name: 'Limits Files and scripts' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#files-and-scripts');

  const search = page.getByRole('searchbox', { name: 'Search the documents' });
  await search.fill('<img src=x onerror=alert(1)>');
  await page.getByRole('status').getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('status').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Next Webhooks' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  expect([strangers, faults]).toEqual([[], []]);
  await page.close();
});

test('a search shows page, heading and the words in context, as text', async () => {
  const { page, strangers, faults } = await watchedPage(browser, server.url);
  await page.goto(`${server.url}/docs`);
  const search = page.getByRole('searchbox');
  await search.fill('onProgress');
  const link = page.getByRole('search').getByRole('link', { name: 'The SDK Upload and download files' });
  expect(await link.locator('mark').first().textContent()).toBe('onProgress');
  await page.route('**/docs/search.json', (route) => route.abort());
  await search.fill('webhok');
  await page.getByRole('search').getByRole('link', { name: 'Webhooks' }).first().waitFor();
  expect([strangers, faults]).toEqual([[], []]);
  await page.close();
});

test('text in the index that looks like markup is shown as text', async () => {
  const { page, faults } = await watchedPage(browser, server.url);
  const markup = '<img src=x onerror=alert(1)>';
  const place = {
    page: '/docs',
    anchor: '',
    title: markup,
    heading: markup,
    text: `${markup} here`,
  };
  await page.route('**/docs/search.json', (route) => route.fulfill({ json: [place] }));
  await page.goto(`${server.url}/docs`);
  await page.getByRole('searchbox').fill('onerror');
  await page.getByRole('search').getByRole('link', { name: markup }).waitFor();
  expect(await page.getByRole('search').locator('img').count()).toBe(0);
  expect(faults).toEqual([]);
  await page.close();
});

test('Enter waits for the index, and results close when one is opened or the focus moves on', async () => {
  const { page } = await watchedPage(browser, server.url);
  const asked = Promise.withResolvers<void>();
  const pressed = Promise.withResolvers<void>();
  await page.route('**/docs/search.json', async (route) => {
    asked.resolve();
    await pressed.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/docs`);
  await page.getByRole('searchbox').fill('limits');
  await asked.promise;
  await page.keyboard.press('Enter');
  pressed.resolve();
  await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor();

  await page.getByRole('searchbox').fill('files and scripts');
  await page.getByRole('search').getByRole('link', { name: 'Limits Files and scripts' }).click();
  await page.getByRole('status').waitFor({ state: 'hidden' });
  expect(new URL(page.url()).hash).toBe('#files-and-scripts');

  await page.getByRole('searchbox').fill('onProgress');
  await page.getByRole('status').getByText('found').waitFor();
  const results = page.getByRole('search').getByRole('link');
  for (let left = await results.count(); left >= 0; left -= 1) await page.keyboard.press('Tab');
  expect(await results.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.closest('header')?.tagName)).toBe('HEADER');
  await page.close();
});

test('a search that the server could not answer reports this, and works once it can', async () => {
  const { page } = await watchedPage(browser, server.url);
  let refused = 0;
  await page.route('**/docs/search.json', (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 503, json: { error: {} } }) : route.continue();
  });
  await page.goto(`${server.url}/docs`);
  const search = page.getByRole('searchbox');
  await search.fill('limits');
  await page.getByRole('status').getByText('The search cannot be reached.').waitFor();
  await search.fill('limit');
  await page.getByRole('search').getByRole('link', { name: 'Limits' }).first().waitFor();
  await page.close();
});

test('pages have landmarks, one title, names of all controls, and unique ids', async () => {
  const { page, faults } = await watchedPage(browser, server.url);
  for (const path of ['/docs', '/docs/guides/limits', '/docs/errors/RATE_LIMITED', '/docs/reference/sdk']) {
    await page.goto(`${server.url}${path}`);
    for (const landmark of ['banner', 'main', 'search'] as const)
      expect([path, landmark, await page.getByRole(landmark).count()]).toEqual([path, landmark, 1]);
    await page.getByRole('navigation', { name: 'Documents' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect([path, await page.evaluate(unnamedAndDoubled)]).toEqual([path, []]);
  }
  expect(faults).toEqual([]);
  await page.close();
});

test('without scripts everything except the search works', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/docs/guides/limits`);
  await page.getByRole('heading', { level: 2, name: 'Plans' }).waitFor();
  expect(await page.getByRole('searchbox').count()).toBe(0);
  expect(await page.getByRole('button').count()).toBe(0);
  await context.close();
});

/** Controls without a name, and duplicate IDs. Runs in the page. */
function unnamedAndDoubled(): string[] {
  const operated = [...document.querySelectorAll('a, button, input, summary')];
  const unnamed = operated.filter(
    (element) => !(element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
  );
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  const doubled = ids.filter((id, at) => ids.indexOf(id) !== at);
  return [...unnamed.map(({ outerHTML }) => outerHTML), ...doubled];
}
