import { expect, onTestFinished } from 'vitest';
import { accessibilityProblems } from '../../../../tools/dev/axe.ts';
import type { Browser, Page, Route } from '../../../../tools/dev/browser.ts';
import { watchedPage } from '../../../../tools/dev/browser.ts';
import { startServer } from '../../../server/src/http/connections/listen.ts';
import type { TestApp } from '../../../server/test/support/app.ts';
import type { Member } from '../../../server/test/support/factories.ts';

const SESSION = '**/studio/session/development';

interface Visit {
  server: TestApp;
  member: Member;
  /** The path below `/studio`. For a review, the path of its run. */
  path: string;
  /** The status of responses that the test provokes. Browsers log them as errors. */
  refusal?: number;
}

const faultsOf = new WeakMap<Page, string[]>();

/**
 * The problems that axe finds. It copies the styles of the waveform's shadow root, which the page's policy
 * correctly blocks.
 */
export async function reviewProblems(page: Page): Promise<string[]> {
  const faults = faultsOf.get(page) ?? [];
  const before = faults.length;
  const problems = await accessibilityProblems(page);
  const own = faults.splice(before).filter((fault) => !fault.startsWith('Applying inline style violates'));
  return [...problems, ...own];
}

/** The review of a run, in a separate page. */
export async function openReview(browser: Browser, { path, ...who }: Visit): Promise<Page> {
  const page = await openAs(browser, { ...who, path: `${path}/review` });
  await page.locator('#line-0').waitFor();
  return page;
}

/** A page of the studio for a member. Its errors fail the test, except for those of an unavailable server. */
export async function openAs(
  browser: Browser,
  { server, member, path, refusal = 412 }: Visit,
): Promise<Page> {
  const { page, strangers, faults } = await watchedPage(browser, server.url);
  faultsOf.set(page, faults);
  onTestFinished(async () => {
    await page.close();
    const expected = new RegExp(`Failed to load resource.*(?:ERR_|${refusal})`);
    const own = faults.filter((fault) => !expected.test(fault));
    expect({ strangers, faults: own }).toEqual({ strangers: [], faults: [] });
  });
  await page.addInitScript((id) => localStorage.setItem('voiceloom.workspace', id), member.workspace_id);
  await page.setViewportSize({ width: 1366, height: 900 });
  await enter(page, `${server.url}/studio${path}`, member);
  return page;
}

/**
 * Makes the service unavailable in the middle of its work. The returned function starts it again at the same
 * address.
 */
export async function serviceAway(server: TestApp): Promise<() => Promise<void>> {
  const { port } = new URL(server.url);
  await server.server.close(0);
  Object.assign(server.app.config, { port: Number(port) });
  return async () => {
    server.server = await startServer(server.app);
  };
}

/** The same review in a second tab of the browser. */
export async function anotherTab(page: Page): Promise<Page> {
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open(location.href)),
  ]);
  onTestFinished(() => tab.close());
  // The tab knows that a person is signed in.
  await tab.locator('#line-0').waitFor();
  return tab;
}

async function enter(page: Page, url: string, member: Member): Promise<void> {
  // The development issuer signs everyone in as the same person. In this page, it signs in as this member.
  const signIn = (route: Route) =>
    route.fulfill({ json: { access_token: member.token, token_type: 'Bearer', expires_in: 3_600 } });
  await page.route(SESSION, signIn);
  // Also in tabs that this page opens.
  await page.context().route(SESSION, signIn);
  await page.goto(url);
  await page.getByRole('button', { name: 'Continue on this machine' }).click();
}

/** The page of a share link, for a person without an account. A link that no longer works is not an error. */
export async function openLink(browser: Browser, own: string, url: string): Promise<Page> {
  const { page, strangers, faults } = await watchedPage(browser, own);
  faultsOf.set(page, faults);
  onTestFinished(async () => {
    await page.close();
    expect({ strangers, faults: faults.filter((fault) => !/Failed to load resource/.test(fault)) }).toEqual({
      strangers: [],
      faults: [],
    });
  });
  await page.goto(url);
  await page.getByRole('heading', { name: 'Join the review' }).waitFor();
  return page;
}
