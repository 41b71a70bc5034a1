/**
 * Measures the review of 10,000 lines in five languages in the studio: the time to its first rows, how long scrolling
 * blocks the page, the time from a key to the sound of a take, and memory growth while 900 lines play. Like a user,
 * the benchmark moves to each line with `j` and plays it with the space bar.
 */

import { definitionOf, node } from '../packages/server/test/support/definitions.ts';
import type { Page } from '../tools/dev/browser.ts';
import { openBrowser } from '../tools/dev/browser.ts';
import { median, report, size } from './support/figures.ts';
import { callApi, openStage } from './support/processes.ts';

const LINES = size('BENCH_LINES', 10_000);
const TARGETS = ['de-de', 'es-es', 'fr-fr', 'it-it'];
/** The number of different texts. Lines with the same text share a take, so the run is short. */
const TEXTS = 20;
const HEARD = size('BENCH_HEARD', 1_000);
const [FIRST, LAST] = [HEARD / 10, (HEARD * 9) / 10];
const FRAMES = 600;
/** The scroll distance per frame. */
const STEP_PX = 240;
const VISITS = 5;

const stage = await openStage();
const service = await stage.start('../packages/server/src/bin/serve.ts');
const browser = await openBrowser();
try {
  const path = `${service.url}/studio${await finishedRun()}/review`;
  const page = await browser.newPage();
  await page.addInitScript(watchPage);
  await page.goto(path);
  await page.getByRole('button', { name: 'Continue on this machine' }).click();
  await page.locator('#line-0').waitFor();
  const waits: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) waits.push(await openReview(page));
  const first = { name: 'first rows of a large review', value: median(waits), unit: 'ms' } as const;
  report({
    ...first,
    better: 'lower',
    goal: 1_000,
    detail: `${LINES} lines in ${TARGETS.length + 1} languages`,
  });
  const { longest, pixels } = await scroll(page);
  report({
    name: 'longest task while scrolling',
    detail: `${FRAMES} frames, ${pixels} pixels`,
    value: longest,
    unit: 'ms',
    better: 'lower',
    goal: 200,
  });

  await page.locator('#line-0').click();
  const heaps: number[] = [];
  const delays: number[] = [];
  for (let line = 1; line <= LAST; line += 1) {
    delays.push(await listenTo(page, line));
    if (line === FIRST || line === LAST) heaps.push(await heapOf(page));
  }
  report({ name: 'from the key to the sound', value: median(delays), unit: 'ms', better: 'lower', goal: 60 });
  const [early = 0, late = 0] = heaps;
  report({
    name: 'heap of a long review',
    detail: `${mb(early)} MB after ${FIRST} lines, ${mb(late)} MB after ${LAST}`,
    value: late / early,
    unit: 'ratio',
    better: 'lower',
    goal: 1.2,
  });
} finally {
  await browser.close();
  await stage.close();
}

/** Runs a workflow to its end, and returns the path of the run in the studio. */
async function finishedRun(): Promise<string> {
  const text = Array.from({ length: LINES }, (_, line) => `This is sentence ${line % TEXTS}.`).join('\n');
  const source = node('source_script', { text, source_language: 'en-us' });
  const translation = { mode: 'pseudo', target_languages: TARGETS, keep_source: true };
  const translator = node('operator_translator', translation);
  const [generator, sink] = [node('operator_generator'), node('sink_preview')];
  const definition = definitionOf(
    [source, translator, generator, sink],
    [
      [source, 'lines', translator],
      [translator, 'lines', generator],
      [generator, 'audio', sink],
    ],
  );
  const body = { name: 'Long review', definition };
  const workflow = await callApi<{ id: string }>(service, 'POST', { path: '/workflows', body });
  const runs = `/workflows/${workflow.id}/runs`;
  const run = await callApi<{ id: string }>(service, 'POST', { path: runs, body: {} });
  for (;;) {
    const headers = { Prefer: 'wait=30' };
    const { status } = await callApi<{ status: string }>(service, 'GET', {
      path: `${runs}/${run.id}`,
      headers,
    });
    if (status === 'completed') return `/productions/${workflow.id}/runs/${run.id}`;
    if (status === 'failed') throw new Error('The run failed.');
  }
}

/** Measurements that the page takes of itself. */
interface Watched {
  /** When a key was last pressed and when a sound last began, in milliseconds. */
  pressed: number;
  heard: number;
  longest: number;
}
declare const watched: Watched;

/** Runs in the page. Records key presses, sounds and long tasks. */
function watchPage(): void {
  const notes: Watched = { pressed: 0, heard: 0, longest: 0 };
  Object.assign(globalThis, { watched: notes });
  addEventListener('keydown', () => (notes.pressed = performance.now()), { capture: true });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    this.addEventListener('playing', () => (notes.heard = performance.now()), { once: true });
    return play.call(this);
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) notes.longest = Math.max(notes.longest, duration);
  }).observe({ type: 'longtask' });
}

/** The time from the click on the link of the review to its first row, in milliseconds. */
async function openReview(page: Page): Promise<number> {
  const link = (target: string) => page.locator(`a[href$="${target}"]`).first();
  await link(new URL(page.url()).pathname.replace(/\/review$/, '')).click();
  await page.locator('#line-0').waitFor({ state: 'detached' });
  const begun = performance.now();
  await link('/review').click();
  await page.locator('#line-0 .column-line').waitFor();
  return performance.now() - begun;
}

/** The longest task in milliseconds, or 0 if none was long. Browsers report tasks of at least 50 ms. */
async function scroll(page: Page): Promise<{ longest: number; pixels: number }> {
  return page.evaluate(
    async ({ frames, step }) => {
      const lines = document.querySelector('[role=grid]');
      if (lines === null) throw new Error('The page shows no lines.');
      watched.longest = 0;
      for (let frame = 0; frame < frames; frame += 1) {
        lines.scrollBy(0, step);
        await new Promise(requestAnimationFrame);
      }
      return { longest: watched.longest, pixels: lines.scrollTop };
    },
    { frames: FRAMES, step: STEP_PX },
  );
}

/** Plays the next line. Returns the time from its key to its sound, in milliseconds. */
async function listenTo(page: Page, line: number): Promise<number> {
  await page.keyboard.press('j');
  await page.waitForFunction((id) => {
    const row = document.getElementById(id);
    const shown = document.querySelector('.detail h2 .mono')?.textContent;
    const isThere = document.querySelector('.transport') !== null;
    return row?.ariaCurrent === 'true' && isThere && row.querySelector('.column-line')?.textContent === shown;
  }, `line-${line}`);
  await page.keyboard.press('Space');
  await page.waitForFunction(() => watched.heard > watched.pressed);
  return page.evaluate(() => watched.heard - watched.pressed);
}

/** The size of the heap in bytes, after a garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

function mb(bytes: number): number {
  return Number((bytes / 1_048_576).toFixed(1));
}
