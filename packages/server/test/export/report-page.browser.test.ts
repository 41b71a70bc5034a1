import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encodeWav } from '@voiceloom/audio';
import { ReviewDecisionsInput } from '@voiceloom/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../../../../tools/dev/axe.ts';
import type { Browser, Page } from '../../../../tools/dev/browser.ts';
import { openBrowser, watchedPage } from '../../../../tools/dev/browser.ts';
import { tone } from '../../../audio/test/support/signals.ts';
import { brief, parse } from '../../../text/test/support/script-parse.ts';
import type { ExportReviewed, ExportRun } from '../../src/export/export-line.ts';
import { writeReport } from '../../src/export/report/report.ts';
import { sampleItem, sampleRun } from './sample-lines.ts';

let browser: Browser;
let directory: string;

beforeAll(async () => {
  browser = await openBrowser();
  directory = mkdtempSync(join(tmpdir(), 'voiceloom-report-'));
});
afterAll(async () => {
  await browser?.close();
  rmSync(directory, { recursive: true, force: true });
});

const SECONDS = 0.3;

/** The report in its own folder with its audio, as in an unpacked ZIP. */
async function unpack(
  name: string,
  count: number,
  { run = sampleRun, reviewed = {} }: { run?: ExportRun; reviewed?: Record<string, ExportReviewed> } = {},
): Promise<string> {
  const audio = encodeWav({
    channels: [tone({ hz: 440, dbfs: -30, seconds: SECONDS }, 16_000)],
    sampleRate: 16_000,
  });
  const rows = async function* () {
    for (let index = 0; index < count; index += 1) {
      const { openAudio: _, ...line } = sampleItem(index);
      // One line that differs from the others.
      const lufs = index === 6 ? -3 : line.lufs;
      const file = line.status === 'delivered' ? `${line.locale_code}/${line.line_id}.wav` : null;
      const limit =
        index === 15 ? { max_duration_ms: 1_000, reason: 'The line needs speech 90 % faster.' } : {};
      const { [`${line.line_id} ${line.locale_code}`]: decided } = reviewed;
      const notes = index === 3 ? 'whisper' : null;
      yield { line: { ...line, ...limit, lufs, notes, ...(decided && { reviewed: decided }) }, file };
    }
  };
  const folder = join(directory, name);
  mkdirSync(folder);
  let page = '';
  for await (const piece of writeReport({ run, rows })) page += piece;
  writeFileSync(join(folder, 'report.html'), page);
  if (count < 1_000) {
    for await (const { file } of rows()) {
      if (file === null) continue;
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), audio);
    }
  }
  return pathToFileURL(join(folder, 'report.html')).href;
}

const lineOf = (page: Page, id: string, locale: string) =>
  page
    .locator('.line')
    .filter({ has: page.locator('.id', { hasText: id }) })
    .filter({ hasText: locale });

const progressOf = (page: Page) => page.locator('#progress').textContent();

async function savedList(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#pickups').click()]);
  expect(download.suggestedFilename()).toBe('Harbor-Lights-chapter-2-run-12-pickups.csv');
  return readFileSync(await download.path(), 'utf8');
}

test('lines are approved and rejected by mouse, and the list of pick-ups can be read as a script', async () => {
  const url = await unpack('mouse', 60);
  const { page, strangers, faults } = await watchedPage(browser, pathToFileURL(directory).href);
  await page.goto(url);
  expect(await progressOf(page)).toBe('0 approved, 0 rejected, 60 open.');
  const before = parse(await savedList(page)).map(({ line_id, locale_code }) => `${line_id} ${locale_code}`);
  const [found = ''] = before;
  expect(before).not.toContain('ch2_0001 en-us');
  await lineOf(page, 'ch2_0001', 'en-us').getByRole('button', { name: 'Reject' }).click();
  await lineOf(page, 'ch2_0001', 'en-us').getByLabel('Note').fill('=too "fast", again');
  const [id = '', locale = ''] = found.split(' ');
  await lineOf(page, id, locale).getByRole('button', { name: 'Approve' }).click();
  expect(await progressOf(page)).toBe('1 approved, 1 rejected, 58 open.');
  const list = await savedList(page);
  const after = parse(list).map(({ line_id, locale_code }) => `${line_id} ${locale_code}`);
  expect(after.toSorted()).toEqual([...before.filter((key) => key !== found), 'ch2_0001 en-us'].toSorted());
  expect(list).toContain('rejected,"\'=too ""fast"", again"');
  expect(brief(list)).toContain('ch2_0001 en-us Welcome aboard, captain. The storm is an hour away.');
  expect(strangers).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

test('a line delivered over its limit shows this next to its player, with the limit and the reason', async () => {
  const url = await unpack('long', 40);
  const { page, faults } = await watchedPage(browser, pathToFileURL(directory).href);
  await page.goto(url);
  await page.locator('#status').selectOption('too_long');
  await expect.poll(() => page.locator('.line').count()).toBe(1);
  expect(await page.locator('.line .reason').textContent()).toMatch(
    /^Too long The file lasts \d+ ms, \d+ ms over its limit of 1000 ms\. The line needs speech 90 % faster\.$/,
  );
  expect(await page.locator('.line .measures').textContent()).toContain('s of 1.00 s');
  expect(await page.locator('.line audio').count()).toBe(1);
  expect(faults).toEqual([]);
  await page.close();
});

/** The decisions of a review about the first lines. */
const REVIEWED: Record<string, ExportReviewed> = {
  'ch2_0001 en-us': { decision: 'approved', version: 1, audio_id: '1b7e0c4d5a2f9368' },
  'ch2_0001 de-de': { decision: 'needs_work', version: 2, audio_id: null },
  'ch2_0001 fr-fr': { decision: 'waived', version: 3, audio_id: null },
};

/** A run that has every card of the report. */
const FULL_RUN: ExportRun = {
  ...sampleRun,
  ...{ status: 'failed', error: 'The account has no credits left.' },
  providers: [{ provider: 'espeak', locale_code: 'en-us', takes: 40, answers: { busy: 2, transient: 1 } }],
  routes: [
    {
      locale_code: 'de-de',
      reason: {
        price_sensitivity: 0.5,
        candidates: [
          {
            ...{ provider: 'espeak', model: 'espeak-ng', usd_per_1000_characters: 0.016, quality: 2 },
            ...{ calls: 30, failure_rate: 0.1, score: 0.62, is_avoided: false },
          },
        ],
      },
    },
  ],
  voices_skipped: [
    {
      ...{ character_name: 'Captain Bell', locale_code: 'ja-jp', named_voice: 'en-draft-1' },
      ...{ voice_name: 'ja-draft-2', lines: 12 },
    },
  ],
};

test('axe finds no problem in the report, and it does not scroll sideways, at any width in both themes', async () => {
  const { page, faults } = await watchedPage(browser, pathToFileURL(directory).href);
  await page.goto(await unpack('axe', 300, { run: FULL_RUN, reviewed: REVIEWED }));
  await page.getByRole('button', { name: 'Approve' }).first().click();
  await page.getByRole('button', { name: 'Reject' }).nth(1).click();
  for (const name of ['Outliers', 'Providers', 'Choices', 'Voices'])
    expect(await page.getByRole('region', { name }).count()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
}, 300_000);

test('decisions survive a reload, belong to their run, and can be undone', async () => {
  const url = await unpack('kept', 40);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Approve' }).nth(1).click();
  await page.getByRole('button', { name: 'Reject' }).nth(2).click();
  await page.getByLabel('Note', { exact: true }).nth(2).fill('louder');
  const other = await context.newPage();
  await other.goto(url);
  await page.reload();
  // Under load, the browser stores the last decisions after the reload. The page shows them when they come.
  for (const each of [page, other]) {
    await expect.poll(() => progressOf(each)).toBe('1 approved, 1 rejected, 38 open.');
    await expect.poll(() => each.getByLabel('Note', { exact: true }).nth(2).inputValue()).toBe('louder');
  }
  await other.getByRole('button', { name: 'Approve' }).nth(3).click();
  await expect.poll(() => progressOf(page)).toBe('2 approved, 1 rejected, 37 open.');
  expect(await page.getByRole('button', { name: 'Approve' }).nth(3).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await other.getByRole('button', { name: 'Approve' }).nth(3).click();
  await expect.poll(() => progressOf(page)).toBe('1 approved, 1 rejected, 38 open.');
  await page.locator('#decision').selectOption('rejected');
  await expect.poll(() => page.locator('.line').count()).toBe(1);
  await page.locator('#decision').selectOption('noted');
  await expect.poll(() => page.locator('.line').count()).toBe(1);
  await page.locator('#decision').selectOption('open');
  await expect.poll(() => page.locator('#count').textContent()).toBe('38 of 40 lines');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.locator('#clear').click();
  for (const each of [page, other])
    await expect.poll(() => progressOf(each)).toBe('0 approved, 0 rejected, 40 open.');
  await page.reload();
  await expect.poll(() => progressOf(page)).toBe('0 approved, 0 rejected, 40 open.');
  await context.close();
});

test('decisions are saved in the format of the service, and can be loaded from it and from others', async () => {
  const url = await unpack('files', 40);
  const { page, faults } = await watchedPage(browser, pathToFileURL(directory).href);
  await page.goto(url);
  expect(await page.locator('#export').isDisabled()).toBe(true);
  await lineOf(page, 'ch2_0001', 'en-us').getByRole('button', { name: 'Approve' }).click();
  await lineOf(page, 'ch2_0001', 'de-de').getByRole('button', { name: 'Reject' }).click();
  await lineOf(page, 'ch2_0002', 'en-us').getByLabel('Note').fill('Softer.');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export').click()]);
  expect(download.suggestedFilename()).toBe('Harbor-Lights-chapter-2-run-12-decisions.json');
  const saved = await download.path();
  const body = JSON.parse(readFileSync(saved, 'utf8'));
  expect(ReviewDecisionsInput.parse(body).entries).toMatchObject([
    { line_id: 'ch2_0001', locale_code: 'en-us', decision: 'approved', note: null },
    { line_id: 'ch2_0001', locale_code: 'de-de', decision: 'rejected' },
    { line_id: 'ch2_0002', locale_code: 'en-us', decision: 'needs_work', note: 'Softer.' },
  ]);

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(url);
  const load = (file: Parameters<Page['setInputFiles']>[1]) => other.setInputFiles('#decisions-file', file);
  const json = (value: unknown) => {
    const buffer = Buffer.from(JSON.stringify(value));
    return { name: 'decisions.json', mimeType: 'application/json', buffer };
  };
  await load(saved);
  const read = '1 approved, 1 rejected, 1 needs work, 37 open. Decisions read: 3.';
  await expect.poll(() => progressOf(other)).toBe(read);
  expect(await lineOf(other, 'ch2_0002', 'en-us').getByLabel('Note').inputValue()).toBe('Softer.');
  const listed = { line_id: 'ch2_0001', locale_code: 'fr-fr', decision: 'approved', note: null, version: 2 };
  await load(json({ data: { items: [listed, { ...listed, line_id: 'gone' }] } }));
  await expect
    .poll(() => progressOf(other))
    .toContain('36 open. Lines of the review read: 1. Not about the takes of this report: 1.');
  expect(await lineOf(other, 'ch2_0001', 'fr-fr').locator('.in-review').textContent()).toBe(
    'In the review: approved.',
  );
  const [again] = await Promise.all([other.waitForEvent('download'), other.locator('#export').click()]);
  expect(JSON.parse(readFileSync(await again.path(), 'utf8'))).toEqual(body);
  await load(json({ name: 'something else' }));
  await expect.poll(() => progressOf(other)).toContain('36 open. The file has no decisions.');
  await context.close();
  expect(faults).toEqual([]);
  await page.close();
});

test('a page shows the decisions of the review, saves only its own, and returns to those of the review', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const early = await unpack('reviewed', 40, { reviewed: REVIEWED });
  await page.goto(early);
  const start = '1 approved, 0 rejected, 1 needs work, 1 waived, 37 open.';
  expect(await progressOf(page)).toBe(start);
  expect(await page.locator('#export').isDisabled()).toBe(true);
  await page.locator('#decision').selectOption('waived');
  await expect.poll(() => page.locator('.line').count()).toBe(1);
  const waived = page.locator('.line.waived');
  expect(await waived.locator('.in-review').textContent()).toBe('In the review: waived.');
  await page.locator('#decision').selectOption('');
  expect(await savedList(page)).toContain('needs_work');
  await waived.getByRole('button', { name: 'Reject' }).click();
  expect(await progressOf(page)).toBe('1 approved, 1 rejected, 1 needs work, 37 open.');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export').click()]);
  const place = { line_id: 'ch2_0001', locale_code: 'fr-fr' };
  expect(JSON.parse(readFileSync(await download.path(), 'utf8')).entries).toEqual([
    { ...place, decision: 'rejected', expected_version: 3 },
  ]);

  const newer: ExportReviewed = { decision: 'approved', version: 4, audio_id: null };
  await page.goto(await unpack('later', 40, { reviewed: { ...REVIEWED, 'ch2_0001 fr-fr': newer } }));
  // Under load, the browser stores the last decisions after the page is left.
  await expect
    .poll(() => progressOf(page))
    .toContain('1 rejected, 1 needs work, 37 open. Newer in the review: 1.');
  const line = lineOf(page, 'ch2_0001', 'fr-fr');
  expect(await line.locator('.in-review').textContent()).toBe(
    'Newer in the review: approved. It stays if you import your decision.',
  );
  await line.getByRole('button', { name: 'Reject' }).click();
  expect(await progressOf(page)).toBe('2 approved, 0 rejected, 1 needs work, 37 open.');
  await page.goto(early);
  await expect.poll(() => progressOf(page)).toBe(start);
  await context.close();
});

test('a complete review is possible with the keyboard', async () => {
  const { page, faults } = await watchedPage(browser, pathToFileURL(directory).href);
  await page.goto(await unpack('keys', 40));
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  expect(await progressOf(page)).toContain('1 approved');
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('.id')?.textContent);
  const second = await focused();
  await page.keyboard.press('r');
  await page.keyboard.type('a note with r, a, j and u');
  await page.keyboard.press('Enter');
  expect(await progressOf(page)).toContain('1 approved, 1 rejected');
  expect(await focused()).toBe(second);
  await page.keyboard.press('u');
  expect(await progressOf(page)).toContain('1 approved, 0 rejected');
  await page.keyboard.press('/');
  await page.keyboard.type('aboard');
  await expect.poll(() => page.locator('#count').textContent()).not.toBe('40 of 40 lines');
  expect(faults).toEqual([]);
  await page.close();
});

test('lines can be filtered by verdict, outlier, character and language', async () => {
  const { page } = await watchedPage(browser, pathToFileURL(directory).href);
  await page.goto(await unpack('filters', 300));
  const expectCount = async (select: string, value: string, lines: number) => {
    await page.locator(select).selectOption(value);
    await expect.poll(() => page.locator('#count').textContent()).toBe(`${lines} of 300 lines`);
    await page.locator(select).selectOption('');
  };
  await expectCount('#status', 'outlier', 1);
  await expectCount('#status', 'unscored', 300);
  await expectCount('#status', 'fail', 18);
  await expectCount('#status', 'exhausted', 27);
  await expectCount('#locale', 'ja-jp', 60);
  await expectCount('#character', 'Ada', 75);
  await page.close();
});

test('a line is played from the file next to the page', async () => {
  const { page, faults } = await watchedPage(browser, pathToFileURL(directory).href);
  await page.goto(await unpack('sound', 10));
  const audio = page.locator('.line audio').first();
  const duration = await audio.evaluate(
    (element: HTMLAudioElement) =>
      new Promise<number>((resolve, reject) => {
        element.addEventListener('loadedmetadata', () => resolve(element.duration), { once: true });
        element.addEventListener('error', () => reject(new Error('The audio does not load.')), {
          once: true,
        });
        element.load();
      }),
  );
  expect(duration).toBeCloseTo(SECONDS, 2);
  expect(faults).toEqual([]);
  await page.close();
});

test('ten thousand lines are one page of less than 12 MB that shows fifty at a time', async () => {
  const url = await unpack('large', 10_000);
  expect(readFileSync(new URL(url)).length).toBeLessThan(12 * 1024 * 1024);
  const { page, faults } = await watchedPage(browser, pathToFileURL(directory).href);
  await page.goto(url);
  expect(await page.locator('#count').textContent()).toBe('10,000 of 10,000 lines');
  expect(await page.locator('.line').count()).toBe(50);
  await page.keyboard.press('n');
  expect(await page.locator('#page').textContent()).toBe('2 / 200');
  expect(await page.locator('.line').count()).toBe(50);
  await page.getByRole('button', { name: 'Reject' }).first().click();
  expect(await progressOf(page)).toBe('0 approved, 1 rejected, 9,999 open.');
  expect(parse(await savedList(page)).length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
  await page.close();
});
