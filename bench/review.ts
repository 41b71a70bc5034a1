/**
 * The memory of a page of the studio in which somebody reviews for long: its JavaScript heap after 900 lines beside that
 * after 100, in one visit. Each line is reached with `j` and played with the space bar, as people do.
 */
import type { Page } from 'playwright-core';
import { openBrowser } from '../packages/server/test/support/browser.ts';
import { definitionOf, node } from '../packages/server/test/support/definitions.ts';
import { report, size } from './support/figures.ts';
import { callApi, openStage } from './support/processes.ts';

const LINES = size('BENCH_LINES', 1_000);
/** Lines of the same text share their take, so that the run is short. */
const TEXTS = 20;
const [FIRST, LAST] = [LINES / 10, (LINES * 9) / 10];
const GOAL = 1.2;

const stage = await openStage();
const service = await stage.start('../packages/server/src/bin/serve.ts');
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  await page.addInitScript(countPlays);
  await page.goto(`${service.url}/studio${await finishedRun()}/review`);
  await page.getByRole('button', { name: 'Continue on this machine' }).click();
  await page.locator('#line-0').waitFor();
  const heaps: number[] = [];
  for (let line = 1; line <= LAST; line += 1) {
    await listenTo(page, line);
    if (line === FIRST || line === LAST) heaps.push(await heapOf(page));
  }
  const [early = 0, late = 0] = heaps;
  const detail = `${mb(early)} MB after ${FIRST} lines, ${mb(late)} MB after ${LAST}`;
  report({
    name: 'heap of a long review',
    detail,
    value: late / early,
    unit: 'ratio',
    better: 'lower',
    goal: GOAL,
  });
} finally {
  await browser.close();
  await stage.close();
}

/** Its path in the studio. */
async function finishedRun(): Promise<string> {
  const text = Array.from({ length: LINES }, (_, line) => `This is sentence ${line % TEXTS}.`).join('\n');
  const source = node('source_script', { text, source_language: 'en-us' });
  const [generator, sink] = [node('operator_generator'), node('sink_preview')];
  const definition = definitionOf(
    [source, generator, sink],
    [
      [source, 'lines', generator],
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

/** In the page: how often something was played. */
function countPlays(): void {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    document.body.dataset.plays = String(Number(document.body.dataset.plays ?? 0) + 1);
    return play.call(this);
  };
}

async function listenTo(page: Page, line: number): Promise<void> {
  await page.keyboard.press('j');
  await page.waitForFunction((id) => {
    const row = document.getElementById(id);
    const shown = document.querySelector('.detail h2 .mono')?.textContent;
    const isThere = document.querySelector('.transport') !== null;
    return row?.ariaCurrent === 'true' && isThere && row.querySelector('.column-line')?.textContent === shown;
  }, `line-${line}`);
  const plays = await page.evaluate(() => Number(document.body.dataset.plays ?? 0));
  await page.keyboard.press('Space');
  await page.waitForFunction((before) => Number(document.body.dataset.plays) > before, plays);
}

/** In bytes, of what is still needed. */
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
