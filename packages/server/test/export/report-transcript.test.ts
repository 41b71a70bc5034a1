import type { DiffPart } from '@voiceloom/text';
import { expect, test } from 'vitest';
import { writeReport } from '../../src/export/report/report.ts';
import { sampleItem, sampleRun } from './sample-lines.ts';

const diff: DiffPart[] = [
  { op: 'match', script: 'Hold the', transcript: 'hold the', start_ms: 0, end_ms: 400 },
  { op: 'homophone', script: 'grey', transcript: 'gray', start_ms: 400, end_ms: 700 },
  { op: 'substitute', script: 'line', transcript: '</script><b>lion', start_ms: 700, end_ms: 900 },
  { op: 'insert', script: '', transcript: 'uh', start_ms: null, end_ms: null },
  { op: 'delete', script: 'please', transcript: '', start_ms: null, end_ms: null },
];

async function pageOf(parts: DiffPart[]): Promise<string> {
  const { openAudio: _, ...line } = sampleItem(0);
  const verdict = { kind: 'error_rate', score: 50, threshold: 85, status: 'fail' as const, reason: null };
  const rows = async function* () {
    yield { line: { ...line, verdicts: [{ ...verdict, diff: parts }] }, file: 'a.wav' };
  };
  let page = '';
  for await (const piece of writeReport({ run: sampleRun, rows })) page += piece;
  return page;
}

const checksIn = (page: string): unknown[][] => {
  const [, json = '[]'] = /class="lines">([\s\S]*?)<\/script>/.exec(page) ?? [];
  return (JSON.parse(json) as { checks: unknown[][] }[])[0]?.checks ?? [];
};

test('the page shows the transcript next to the script, with times if available', async () => {
  const page = await pageOf(diff);
  expect(checksIn(page)[0]?.[6]).toEqual([
    ['=', 'Hold the', '', 0, 400],
    ['~', 'grey', 'gray', 400, 700],
    ['!', 'line', '</script><b>lion', 700, 900],
    ['+', '', 'uh'],
    ['-', 'please', ''],
  ]);
  expect(page).not.toContain('<b>lion');
  expect(page).toContain('.transcript');
});

test('a check without a transcript shows none', async () => {
  expect(checksIn(await pageOf([]))[0]).toHaveLength(6);
});
