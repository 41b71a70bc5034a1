import { describe, expect, test } from 'vitest';
import { encodePeaks } from '../../src/export/report/data.ts';
import { writeReport } from '../../src/export/report/report.ts';
import { sampleItem, sampleRun } from './sample-lines.ts';

function rowsOf(count: number, change: object = {}) {
  return async function* () {
    for (let index = 0; index < count; index += 1) {
      const { openAudio: _, ...line } = { ...sampleItem(index), ...change };
      yield { line, file: line.status === 'delivered' ? `${line.locale_code}/${line.line_id}.wav` : null };
    }
  };
}

async function pageOf(count: number, change: object = {}): Promise<string> {
  let page = '';
  for await (const piece of writeReport({ run: sampleRun, rows: rowsOf(count, change) })) page += piece;
  return page;
}

/** The lines as the page reads them. */
function linesIn(page: string): Record<string, unknown>[] {
  const chunks = page.matchAll(/<script type="application\/json" class="lines">([\s\S]*?)<\/script>/g);
  return [...chunks].flatMap(([, json]) => JSON.parse(json ?? '[]') as Record<string, unknown>[]);
}

describe('the report', () => {
  test('loads nothing from other servers', async () => {
    const page = await pageOf(60);
    expect(page).not.toMatch(/https?:\/\//i);
    expect(page).not.toMatch(/(src|href)\s*=\s*["']?\/\//i);
    expect(page).not.toMatch(/@import|\burl\(/i);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/^\s*(import|export) /m);
  });

  test('contains every line, and undelivered ones with a reason and without a file', async () => {
    const lines = linesIn(await pageOf(60));
    expect(lines).toHaveLength(60);
    expect(lines[7]).toMatchObject({
      status: 'dropped',
      reason: 'Every try ran longer than the limit of 1.8 s.',
    });
    expect(lines[7]).not.toHaveProperty('file');
    expect(lines[0]).toMatchObject({
      id: 'ch2_0001',
      locale: 'en-us',
      file: 'en-us/ch2_0001.wav',
      duration: 1800,
    });
  });

  test('shows a locked take on its line and in the figures', async () => {
    const page = await pageOf(6, { locked: true });
    expect(linesIn(page)[0]).toMatchObject({ reused: true, locked: true });
    expect(page).toContain('<small>2 takes reused, 2 of them locked</small>');
    expect(await pageOf(6)).toContain('<small>2 takes reused</small>');
  });

  test('takes figures and charts from the lines', async () => {
    const page = await pageOf(60);
    expect(page).toContain('<strong>56</strong><small>of 60: 2 dropped, 2 failed</small>');
    for (const title of [
      'Duration by language',
      'Loudness of delivered lines',
      'Speaking rate by language',
      'Checks',
    ]) {
      expect(page).toContain(`aria-label="${title}"`);
    }
    expect(page).toContain('Japanese (Japan)');
  });

  test('does not render texts of a script as markup', async () => {
    const script = '</script><script>alert(1)</script><!-- \u2028';
    const page = await pageOf(1, { script, character_name: script, line_id: script, locale_code: script });
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<!-- \u2028');
    expect(linesIn(page)[0]).toMatchObject({ script, character: script, id: script });
    const named = { ...sampleRun, workflow_name: '<img src=x onerror=alert(1)>' };
    let head = '';
    for await (const piece of writeReport({ run: named, rows: rowsOf(1) })) head += piece;
    expect(head).not.toContain('<img');
  });

  test('is also a page for a run without lines', async () => {
    const page = await pageOf(0);
    expect(page).toContain('Nothing was measured.');
    expect(page.endsWith('</html>\n')).toBe(true);
  });

  test('writes 10,000 lines in chunks of limited length, one line after the other', async () => {
    let longest = 0;
    let waiting = 0;
    let mostWaiting = 0;
    const rows = async function* () {
      for await (const row of rowsOf(10_000)()) {
        waiting += 1;
        mostWaiting = Math.max(mostWaiting, waiting);
        yield row;
      }
    };
    for await (const piece of writeReport({ run: sampleRun, rows })) {
      longest = Math.max(longest, piece.length);
      if (piece.includes('class="lines"')) waiting = 0;
    }
    expect(longest).toBeLessThan(300_000);
    expect(mostWaiting).toBeLessThan(1_000);
  });
});

test('peaks are reduced by their maximum and never longer than the page draws', () => {
  const peaks = Array.from({ length: 1000 }, (_, index) => (index === 500 ? 1 : 0));
  expect(encodePeaks(peaks)).toMatch(/^0{55}z0{54}$/);
  expect(encodePeaks([0, 1, 2, -1])).toBe('0zzz');
});
