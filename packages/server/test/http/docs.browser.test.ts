import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openBrowser, watchedPage } from '../support/browser.ts';

let server: TestApp;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('the reference shows the operations without asking anybody else', async () => {
  const { page, strangers, faults } = await watchedPage(browser, server.url);
  await page.goto(`${server.url}/docs/reference`);
  await page.getByRole('heading', { name: 'Voiceloom API' }).waitFor();
  await page.getByRole('button', { name: 'Open Group - Runs' }).click();
  await page.getByRole('link', { name: 'Start a run' }).first().click();
  await page.getByRole('heading', { name: 'Start a run' }).waitFor();
  expect(strangers).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

test('the documents are read and walked through by keyboard and link, in light and dark, wide and narrow', async () => {
  const { page, strangers, faults } = await watchedPage(browser, server.url);
  await page.goto(`${server.url}/docs`);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the text');
  await page.getByRole('main').getByRole('link', { name: 'Quickstart', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Quickstart' }).waitFor();
  await page.getByRole('link', { name: 'codes that are documented' }).click();
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
