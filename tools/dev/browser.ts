import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

export type { Browser, Page, Route } from 'playwright-core';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Chromium sends many requests on its own. Tests must not see them. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium in headless mode. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined) {
    throw new Error('There is no Chromium: install it (apt-get install chromium) or name it in CHROMIUM.');
  }
  return chromium.launch({ executablePath, args: QUIET });
}

/** A page, with every address outside of `own` that it requested, and all its errors. */
export async function watchedPage(
  browser: Browser,
  own: string,
): Promise<{ page: Page; strangers: string[]; faults: string[] }> {
  const page = await browser.newPage();
  const strangers: string[] = [];
  const faults: string[] = [];
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(own) || /^(data|blob):/.test(url)) return route.continue();
    strangers.push(url);
    return route.abort();
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, strangers, faults };
}
