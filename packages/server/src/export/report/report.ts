import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { countText } from '@voiceloom/text';
import type { ExportRow, ExportRun } from '../export-line.ts';
import { addToSearch, createOutlierSearch, findOutliers } from '../outliers.ts';
import { describeOutlier } from '../pickups.ts';
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
  const { run } = input;
  const summary = createSummary();
  const outliers = createOutlierSearch();
  const chunks = createLinesScriptWriter();
  yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n';
  yield `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`;
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n';
  yield '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n';
  yield `<title>${escapeHtml(run.workflow_name)} · delivery report</title>\n`;
  yield `<style>${CSS}</style>\n</head>\n<body>\n`;
  for await (const row of input.rows()) {
    addToSummary(summary, row);
    addToSearch(outliers, row);
    const chunk = chunks.add(row);
    if (chunk !== null) yield chunk;
  }
  yield chunks.flush() ?? '';
  const names = [...summary.locales.keys()].map((code) => [code, localeName(code)]);
  yield renderJsonElement('names', Object.fromEntries(names));
  const outlierLines = findOutliers(outliers);
  const { run_id: id, run_number, workflow_name } = run;
  const slug = workflow_name.replace(/[^\p{L}\p{N}\p{M}]+/gu, '-').replace(/^-+|(?<!-)-+$/g, '');
  // The storage key of the review, and the file name of its list.
  yield renderJsonElement('run', { id, name: `${slug || 'run'}-run-${run_number}` });
  const places = outlierLines.map((outlier) => [outlier.locale, outlier.line_id, describeOutlier(outlier)]);
  yield renderJsonElement('outliers', places);
  const status = escapeHtml(run.status);
  yield '<header class="top"><p class="eyebrow">Voiceloom delivery report</p>';
  yield `<h1 dir="auto">${escapeHtml(workflow_name)}</h1><p class="facts">`;
  yield `<span>Run ${formatNumber(run_number)}</span>`;
  yield `<span>${formatDate(run.completed_at)}</span><span class="status ${status}">${status}</span>`;
  yield `<span class="run-id">${escapeHtml(id)}</span></p></header>\n<main>\n`;
  if (run.status === 'failed' || run.status === 'cancelled') {
    let ending = 'The run was canceled.';
    if (run.status === 'failed') ending = 'The run failed.';
    if (run.error) ending += ` <span dir="auto">${escapeHtml(run.error)}</span>`;
    yield `<p class="card ended">${ending} The report lists what was delivered and what is missing.</p>\n`;
  }
  yield renderTiles(summary, run.loudness_target_lufs);
  yield renderCharts(summary, run.loudness_target_lufs);
  yield renderProviders(run.providers);
  yield renderRoutes(run.routes);
  yield renderSkippedVoices(run.voices_skipped);
  yield renderOutliers(outlierLines);
  yield `${LINES_HTML}</main>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

/** Data for the scripts of the page. */
function renderJsonElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${embedJson(value)}</script>\n`;
}

/** The main figures of the run. */
function renderTiles(summary: ReportSummary, target_lufs: number | null): string {
  const { delivered, ...undelivered } = summary.lines;
  const total = Object.values(summary.lines).reduce((sum, count) => sum + count, 0);
  const median = quantile(summary.loudness, 0.5);
  let loudness = '–';
  if (median !== null) loudness = formatLoudness(median);
  let loudnessNote = 'LUFS';
  if (target_lufs !== null) loudnessNote += `, target ${formatLoudness(target_lufs)}`;
  const share = (summary.first_time / Math.max(1, delivered)) * 100;
  let reuseNote = `${countText(summary.reused, 'take')} reused`;
  if (summary.locked > 0) reuseNote += `, ${formatNumber(summary.locked)} of them locked`;
  const counts: string[] = [];
  for (const [status, count] of Object.entries(undelivered))
    if (count > 0) counts.push(`${formatNumber(count)} ${status}`);
  let deliveryNote = `all of ${formatNumber(total)}`;
  if (counts.length > 0) deliveryNote = `of ${formatNumber(total)}: ${counts.join(', ')}`;
  const tiles = [
    renderTile('Lines delivered', formatNumber(delivered), deliveryNote),
    renderTile(
      'Languages',
      formatNumber(summary.locales.size),
      [...summary.locales.keys()].slice(0, 6).join(', '),
    ),
    renderTile(
      'Audio',
      formatDuration(summary.duration_ms),
      `from ${countText(summary.characters, 'character')} of text`,
    ),
    renderTile(
      'Passed on the first take',
      `${formatNumber(share, 1)} %`,
      countText(summary.first_time, 'line'),
    ),
    renderTile('Retries', formatNumber(summary.retries), `on ${countText(summary.retried_lines, 'line')}`),
    renderTile('Median loudness', loudness, loudnessNote),
    renderTile('Credits', formatNumber(summary.credits, 2), reuseNote),
  ];
  return `<section class="tiles" aria-label="Figures">${tiles.join('')}</section>\n`;
}

function renderTile(label: string, value: string, note: string): string {
  return `<div class="card tile"><p>${label}</p><strong>${escapeHtml(value)}</strong><small>${escapeHtml(note)}</small></div>`;
}

// In dependency order, because a page that is opened from a folder cannot load modules.
const SCRIPTS = [
  'review.js',
  'pickup-csv.js',
  'lines.js',
  'player.js',
  'decisions-file.js',
  'row.js',
  'page.js',
];

const STYLES = ['page.css', 'charts.css', 'lines.css', 'evidence.css', 'review.css', 'transcript.css'];

const CSS = STYLES.map(readPageFile).join('\n');
const LINES_HTML = readPageFile('lines.html');
// The files are modules only for the linter and tests. In the page they share one scope, without import and export.
const SOURCES = SCRIPTS.map((name) =>
  readPageFile(name)
    // linear: the source of our own page
    .replace(/^import [^;]*;\n/gm, '')
    .replace(/^export /gm, ''),
);
const SCRIPT = `(() => {\n'use strict';\n${SOURCES.join('\n')}\n})();`;
/** Allows exactly this style and script, and local audio. */
const POLICY = [
  "default-src 'none'",
  `script-src '${hashSource(SCRIPT)}'`,
  `style-src '${hashSource(CSS)}'`,
  "media-src 'self' file: blob:",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function readPageFile(name: string): string {
  return readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8');
}

/** The source of a content security policy for an inline script or style. */
function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
