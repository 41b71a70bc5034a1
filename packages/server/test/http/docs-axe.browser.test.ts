import { readDocuments } from '@voiceloom/docs-site';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../../../../tools/dev/axe.ts';
import type { Browser, Page } from '../../../../tools/dev/browser.ts';
import { openBrowser } from '../../../../tools/dev/browser.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const documents = await readDocuments();
const pathsBelow = (folder: string) =>
  documents.filter(({ path }) => path.startsWith(folder)).map(({ path }) => `/docs/${path}`);

/** Pages that are checked in parallel. Each `newPage` has its own context, and so its own process. */
const TABS = 2;

/** The problems that axe finds on each page, and where the page scrolls sideways. */
async function problemsOf(paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const left = [...paths];
  const lookOn = async (tab: Page): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await tab.goto(`${server.url}${path}`);
      // The list of documents is the same on every page.
      const problems = await accessibilityProblems(tab, path === '/docs' ? [] : ['#documents']);
      if (problems.length > 0) found[path] = problems;
    }
  };
  const tabs = await Promise.all(Array.from({ length: TABS }, () => browser.newPage()));
  await Promise.all(tabs.map(lookOn));
  await Promise.all(tabs.map((tab) => tab.close()));
  return found;
}

test('axe finds no problem in a guide, and no guide scrolls sideways, at any width in both themes', async () => {
  const guides = pathsBelow('guides/');
  expect(guides.length).toBeGreaterThan(20);
  expect(await problemsOf(['/docs', ...guides])).toEqual({});
}, 300_000);

test('the same applies to the pages of error codes, and to the page for an unknown address', async () => {
  const errors = pathsBelow('errors');
  expect(errors.length).toBeGreaterThan(20);
  expect(await problemsOf([...errors, '/docs/no-such-page'])).toEqual({});
}, 300_000);

test('the list of headings is complete at every width that shows it', async () => {
  await page.goto(`${server.url}/docs/guides/workflows`);
  const list = page.getByRole('navigation', { name: 'On this page' });
  for (const width of [1_360, 1_400, 1_456, 1_920]) {
    await page.setViewportSize({ width, height: 900 });
    const { x = -1, width: wide = 0 } = (await list.boundingBox()) ?? {};
    expect([width, wide > 200, x + wide <= width]).toEqual([width, true, true]);
    const text = await page.getByRole('article').boundingBox();
    expect((text?.x ?? 0) + (text?.width ?? width)).toBeLessThanOrEqual(x);
  }
});

test('the copy button covers no code, and no line of code is cut off', async () => {
  for (const width of [390, 1_366]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${server.url}/docs/guides/rest`);
    const broken = await page.evaluate(() => {
      const range = document.createRange();
      return [...document.querySelectorAll('.code')].filter((block) => {
        const [pre, button] = [block.querySelector('pre'), block.querySelector('.copy')];
        if (!pre || !button) return true;
        range.selectNodeContents(pre);
        const place = button.getBoundingClientRect();
        const covers = [...range.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            left < place.right && right > place.left && top < place.bottom && bottom > place.top,
        );
        return covers || pre.scrollWidth > pre.clientWidth;
      }).length;
    });
    expect([width, broken]).toEqual([width, 0]);
  }
});
