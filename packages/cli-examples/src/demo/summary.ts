import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { duration, table } from '../terminal/table.ts';

/** One line of the manifest in the ZIP, as far as the summary reads it. */
type ManifestLine = {
  locale: string;
  status: 'delivered' | 'dropped' | 'failed' | 'skipped';
  file: string | null;
  duration_ms: number | null;
  lufs: number | null;
  retries: number;
  credits: number;
  reused: boolean;
  verdicts: { kind: string; status: string; score: number | null; reason: string | null }[];
};

/** The facts of a run in its manifest. */
export type Summary = { lines: ManifestLine[]; delivered: number; reused: number; synthesized: number };

/** Reads `manifest.json` of an unpacked run. */
export async function readSummary(folder: string): Promise<Summary> {
  const { lines } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    lines: ManifestLine[];
  };
  const delivered = lines.filter(({ status }) => status === 'delivered');
  const reused = delivered.filter((line) => line.reused).length;
  return { lines, delivered: delivered.length, reused, synthesized: delivered.length - reused };
}

const sum = (lines: ManifestLine[], read: (line: ManifestLine) => number | null) =>
  lines.reduce((total, line) => total + (read(line) ?? 0), 0);

/** The average loudness of lines with their largest distance from it: `-16.1 LUFS ± 0.4`. */
function loudness(lines: ManifestLine[]): string {
  const levels = lines.map(({ lufs }) => lufs).filter((lufs) => lufs !== null);
  if (levels.length === 0) return '-';
  const mean = levels.reduce((total, lufs) => total + lufs, 0) / levels.length;
  const spread = Math.max(...levels.map((lufs) => Math.abs(lufs - mean)));
  return `${mean.toFixed(1)} LUFS ± ${spread.toFixed(1)}`;
}

/** The summary table of a run: one row per locale, and a total. */
export function summaryTable({ lines }: Summary): string {
  const figures = ['lines', 'duration', 'loudness', 'retries', 'credits'];
  const columns = [{ title: 'locale' }, ...figures.map((title) => ({ title, isNumber: true }))];
  const row = (name: string, rowLines: ManifestLine[]) => {
    const delivered = rowLines.filter(({ status }) => status === 'delivered');
    const lost = rowLines.length - delivered.length;
    return [
      name,
      lost === 0 ? `${delivered.length}` : `${delivered.length} of ${rowLines.length}`,
      duration(sum(delivered, (line) => line.duration_ms)),
      loudness(delivered),
      sum(rowLines, (line) => line.retries),
      sum(rowLines, (line) => line.credits),
    ];
  };
  const locales = [...Map.groupBy(lines, ({ locale }) => locale)];
  return table(columns, [
    ...locales.map(([locale, localeLines]) => row(locale, localeLines)),
    row('all', lines),
  ]);
}

/** How well the recognizer understood the words, or why it could not. */
export function wordCheckText({ lines }: Summary): string {
  const verdicts = lines.flatMap((line) => line.verdicts.filter(({ kind }) => kind === 'error_rate'));
  const scores = verdicts.flatMap(({ score }) => score ?? []);
  const mean = Math.round(scores.reduce((total, score) => total + score, 0) / Math.max(1, scores.length));
  let text = `Words: a recognizer on this machine scored ${scores.length} of ${verdicts.length} lines`;
  if (scores.length > 0) text += `, on average ${mean} of 100`;
  const reason = verdicts.find(({ score }) => score === null)?.reason;
  return reason ? `${text}.\n  ${reason}` : `${text}.`;
}

/** The results of the demo, and what to do next. */
export const endText = ({ zip, folder }: { zip: string; folder: string }): string =>
  [
    `The ZIP: ${zip}`,
    `Listen: open ${join(folder, 'report.html')} in a browser.`,
    'Next: start the service with `npm start`, and follow docs/guides/quickstart.md with a script of your own.',
  ].join('\n');
