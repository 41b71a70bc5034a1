import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { countText } from '@voiceloom/text';
import type { ExportRow, ExportRun } from '../export-line.ts';
import { addToSearch, createOutlierSearch, findOutliers } from '../outliers.ts';
import { outlierText } from '../pickups.ts';
import { renderCharts } from './charts.ts';
import { createLinesScriptWriter, embedJson } from './data.ts';
import {
  escapeHtml,
  formatDate,
  formatDuration,
  formatLoudness,
  formatNumber,
  localeName,
} from './format.ts';
import { addToSummary, createSummary, quantile, type ReportSummary } from './summary.ts';
import { renderOutliers, renderProviders, renderRoutes, renderSkippedVoices } from './tables.ts';

/**
 * The delivery report: one page that opens from the unpacked archive without a network. The lines are written as they
 * arrive, before the visible part, so that one pass with constant memory is enough.
 */
export async function* writeReport(input: {
  run: ExportRun;
  rows: () => AsyncIterable<ExportRow>;
}): AsyncGenerator<string> {
  const { css, script, lines_html, policy } = ASSETS;
  const summary = createSummary();
  const outliers = createOutlierSearch();
  const chunks = createLinesScriptWriter();
  yield renderHead(input.run, { css, policy });
  for await (const row of input.rows()) {
    addToSummary(summary, row);
    addToSearch(outliers, row);
    const chunk = chunks.add(row);
    if (chunk !== null) yield chunk;
  }
  yield chunks.flush() ?? '';
  const names = [...summary.locales.keys()].map((code) => [code, localeName(code)]);
  yield jsonElement('names', Object.fromEntries(names));
  const outlierLines = findOutliers(outliers);
  const { run_id: id, run_number, workflow_name } = input.run;
  const slug = workflow_name.replace(/[^\p{L}\p{N}\p{M}]+/gu, '-').replace(/^-+|(?<!-)-+$/g, '');
  // The storage key of the review, and the file name of its list.
  yield jsonElement('run', { id, name: `${slug || 'run'}-run-${run_number}` });
  const places = outlierLines.map((outlier) => [outlier.locale, outlier.line_id, outlierText(outlier)]);
  yield jsonElement('outliers', places);
  yield renderHeader(input.run);
  yield '<main>\n';
  const { status, error } = input.run;
  if (status === 'failed' || status === 'cancelled') {
    const ending = status === 'failed' ? 'The run failed.' : 'The run was canceled.';
    const cause = error ? ` <span dir="auto">${escapeHtml(error)}</span>` : '';
    yield `<p class="card ended">${ending}${cause} The report lists what was delivered and what is missing.</p>\n`;
  }
  yield renderTiles(summary, input.run);
  yield renderCharts(summary, input.run.loudness_target_lufs);
  yield renderProviders(input.run.providers);
  yield renderRoutes(input.run.routes);
  yield renderSkippedVoices(input.run.voices_skipped);
  yield renderOutliers(outlierLines);
  yield `${lines_html}</main>\n<script>${script}</script>\n</body>\n</html>\n`;
}

function renderHead(run: ExportRun, { css, policy }: { css: string; policy: string }): string {
  return (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n' +
    `<title>${escapeHtml(run.workflow_name)} · delivery report</title>\n<style>${css}</style>\n</head>\n<body>\n`
  );
}

function jsonElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${embedJson(value)}</script>\n`;
}

function renderHeader(run: ExportRun): string {
  const status = escapeHtml(run.status);
  return (
    '<header class="top"><p class="eyebrow">Voiceloom delivery report</p>' +
    `<h1 dir="auto">${escapeHtml(run.workflow_name)}</h1><p class="facts">` +
    `<span>Run ${formatNumber(run.run_number)}</span>` +
    `<span>${formatDate(run.completed_at)}</span><span class="status ${status}">${status}</span>` +
    `<span class="run-id">${escapeHtml(run.run_id)}</span></p></header>\n`
  );
}

function renderTiles(summary: ReportSummary, run: ExportRun): string {
  const { delivered, ...undelivered } = summary.lines;
  const total = Object.values(summary.lines).reduce((sum, count) => sum + count, 0);
  const median = quantile(summary.loudness, 0.5);
  const target = run.loudness_target_lufs;
  const share = delivered === 0 ? 0 : (summary.first_time / delivered) * 100;
  let reuseNote = `${countText(summary.reused, 'take')} reused`;
  if (summary.locked > 0) reuseNote += `, ${formatNumber(summary.locked)} of them locked`;
  const counts: string[] = [];
  for (const [status, count] of Object.entries(undelivered))
    if (count > 0) counts.push(`${formatNumber(count)} ${status}`);
  let deliveryNote = `all of ${formatNumber(total)}`;
  if (counts.length > 0) deliveryNote = `of ${formatNumber(total)}: ${counts.join(', ')}`;
  const tiles = [
    tile('Lines delivered', formatNumber(delivered), deliveryNote),
    tile('Languages', formatNumber(summary.locales.size), [...summary.locales.keys()].slice(0, 6).join(', ')),
    tile('Audio', formatDuration(summary.duration_ms), countText(summary.characters, 'character')),
    tile('Passed on the first take', `${formatNumber(share, 1)} %`, countText(summary.first_time, 'line')),
    tile('Retries', formatNumber(summary.retries), `on ${countText(summary.retried_lines, 'line')}`),
    tile(
      'Median loudness',
      median === null ? '–' : formatLoudness(median),
      target === null ? 'LUFS' : `LUFS, target ${formatLoudness(target)}`,
    ),
    tile('Credits', formatNumber(summary.credits, 2), reuseNote),
  ];
  return `<section class="tiles" aria-label="Figures">${tiles.join('')}</section>\n`;
}

function tile(label: string, value: string, note: string): string {
  return `<div class="card tile"><p>${label}</p><strong>${escapeHtml(value)}</strong><small>${escapeHtml(note)}</small></div>`;
}

// In dependency order, because a page that is opened from a folder cannot load modules.
const SCRIPTS = [
  'review.js',
  'lines.js',
  'player.js',
  'decisions-file.js',
  'pickup-csv.js',
  'row.js',
  'page.js',
];

const STYLES = ['page.css', 'charts.css', 'lines.css', 'evidence.css', 'review.css', 'transcript.css'];

/** Style, script and static markup of the page, and the policy that allows exactly these and local audio. */
const ASSETS = readAssets();

function readAssets() {
  const css = STYLES.map(readPageFile).join('\n');
  // The files are modules only for the linter and tests. In the page they share one scope, without import and export.
  const sources = SCRIPTS.map((name) =>
    readPageFile(name)
      // linear: the source of our own page
      .replace(/^import [^;]*;\n/gm, '')
      .replace(/^export /gm, ''),
  );
  const script = `(() => {\n'use strict';\n${sources.join('\n')}\n})();`;
  const policy = [
    "default-src 'none'",
    `script-src '${hashSource(script)}'`,
    `style-src '${hashSource(css)}'`,
    "media-src 'self' file: blob:",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { css, script, lines_html: readPageFile('lines.html'), policy };
}

function readPageFile(name: string): string {
  return readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8');
}

function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
