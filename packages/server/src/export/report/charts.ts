import { countText } from '@voiceloom/text';
import { checkName, escapeHtml, formatDuration, formatNumber, localeName } from './format.ts';
import { type Histogram, type LocaleSummary, quantile, type ReportSummary } from './summary.ts';

const WIDTH = 560;
const LABEL_WIDTH = 168;
const ROW_HEIGHT = 30;
const MAX_ROWS = 12;
const STATUSES = ['pass', 'exhausted', 'fail', 'unscored'] as const;
const STATUS_NAMES = {
  pass: 'passed',
  exhausted: 'best take kept',
  fail: 'failed',
  unscored: 'not scored',
};

/** The charts of the page as figures with inline SVG. Colors come from the style sheet by class. */
export function renderCharts(summary: ReportSummary, target_lufs: number | null): string {
  const locales = [...summary.locales.values()].sort((a, b) => b.duration_ms - a.duration_ms);
  let durationNote = 'Delivered audio, minutes and seconds';
  if (locales.length > MAX_ROWS) durationNote = `The ${MAX_ROWS} longest of ${locales.length}`;
  const legend = STATUSES.map((status) => `<span class="key ${status}">${STATUS_NAMES[status]}</span>`);
  const charts = [
    renderFigure('Duration by language', durationChart(locales), durationNote),
    renderFigure(
      'Loudness of delivered lines',
      loudnessChart(summary.loudness, target_lufs),
      'In LUFS: integrated, or ungated where speech is too short to gate',
    ),
    renderFigure(
      'Speaking rate by language',
      rateChart(locales),
      'Syllables per second: middle 90 % and median',
    ),
    renderFigure('Checks', checksChart(summary), legend.join(' ')),
  ];
  return `<section class="charts" aria-label="Charts">${charts.join('')}</section>\n`;
}

/** A chart with its title, or a note if it is empty. */
function renderFigure(title: string, svg: string, note: string): string {
  const body = svg || '<p class="empty">Nothing was measured.</p>';
  return `<figure class="card"><figcaption><h2>${title}</h2><p>${note}</p></figcaption>${body}</figure>`;
}

function renderSvg(height: number, label: string, content: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(label)}">${content}</svg>`;
}

/** An SVG text at these coordinates. */
function renderText(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${round(x)}" y="${round(y)}"${attributes && ` ${attributes}`}>${escapeHtml(content)}</text>`;
}

/** An SVG rectangle with round corners. */
function renderBar(box: { x: number; y: number; width: number; height: number }, attributes: string): string {
  const size = `width="${round(Math.max(0, box.width))}" height="${round(box.height)}"`;
  return `<rect x="${round(box.x)}" y="${round(box.y)}" ${size} rx="3" ${attributes}/>`;
}

/** One decimal is enough for pixels. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The name of a row at the left edge; `y` is the top of the row. */
function renderRowLabel(name: string, y: number): string {
  const short = name.length > 24 ? `${name.slice(0, 23)}…` : name;
  return renderText(0, y + 19, short, 'class="label"');
}

/** A bar per language; empty without delivered lines. */
function durationChart(locales: readonly LocaleSummary[]): string {
  const longestLocales = locales.slice(0, MAX_ROWS);
  if (longestLocales.length === 0) return '';
  const longest = Math.max(1, ...longestLocales.map((locale) => locale.duration_ms));
  const space = WIDTH - LABEL_WIDTH - 120;
  const rows = longestLocales.map((locale, index) => {
    const y = index * ROW_HEIGHT;
    const width = (locale.duration_ms / longest) * space;
    const value = `${formatDuration(locale.duration_ms)} · ${countText(locale.delivered, 'line')}`;
    return (
      renderRowLabel(localeName(locale.locale), y) +
      renderBar({ x: LABEL_WIDTH, y: y + 7, width, height: 16 }, 'class="fill"') +
      renderText(LABEL_WIDTH + width + 8, y + 19, value, 'class="value"')
    );
  });
  return renderSvg(rows.length * ROW_HEIGHT + 4, 'Duration by language', rows.join(''));
}

/** A histogram around the target, or around the median without one. The marked line is the target. */
function loudnessChart(histogram: Histogram, target: number | null): string {
  if (histogram.total === 0) return '';
  const middle = target ?? quantile(histogram, 0.5) ?? -16;
  // The largest distance from the middle in whole units, without the lowest and highest 1 % of the values.
  const low = quantile(histogram, 0.01) ?? middle;
  const high = quantile(histogram, 0.99) ?? middle;
  const reach = Math.max(3, Math.min(30, Math.ceil(Math.max(middle - low, high - middle) + 0.5)));
  const bins = Math.round((reach * 2) / histogram.step) + 1;
  const first = Math.round((middle - reach) / histogram.step);
  const counts = Array.from({ length: bins }, (_, index) => histogram.counts.get(first + index) ?? 0);
  const highest = Math.max(1, ...counts);
  const step = WIDTH / bins;
  const base = 150;
  let bars = '';
  let labels = '';
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const height = (count / highest) * 118;
    const box = { x: index * step + step * 0.1, y: base - height, width: step * 0.8, height };
    bars += renderBar(box, 'class="fill"');
    const attributes = 'class="value count" text-anchor="middle"';
    if (step >= 16) labels += renderText(box.x + box.width / 2, box.y - 5, formatNumber(count), attributes);
  }
  const toX = (lufs: number) => (lufs / histogram.step - first + 0.5) * step;
  let axis = `<line x1="0" x2="${WIDTH}" y1="${base}" y2="${base}" class="axis"/>`;
  let tickStep = 1;
  if (reach > 6) tickStep = 3;
  if (reach > 12) tickStep = 6;
  for (let lufs = Math.ceil(middle - reach); lufs <= middle + reach; lufs += 1) {
    if (Math.round(lufs - middle) % tickStep !== 0) continue;
    axis += renderText(toX(lufs), base + 18, formatNumber(lufs), 'class="tick" text-anchor="middle"');
  }
  if (target !== null) {
    const x = round(toX(target));
    axis += `<line x1="${x}" x2="${x}" y1="12" y2="${base}" class="target"/>`;
    axis += renderText(x + 6, 12, `target ${formatNumber(target, 1)}`, 'class="target-label"');
  }
  return renderSvg(182, 'Loudness of delivered lines', bars + axis + labels);
}

/** Per language, the range of the speaking rates without the lowest and highest 5 %, and the median as a dot. */
function rateChart(locales: readonly LocaleSummary[]): string {
  const spokenLocales = locales.filter((locale) => locale.rates.total > 0).slice(0, MAX_ROWS);
  if (spokenLocales.length === 0) return '';
  const rateQuantile = (locale: LocaleSummary, share: number) => quantile(locale.rates, share) ?? 0;
  const highest = Math.ceil(Math.max(4, ...spokenLocales.map((locale) => rateQuantile(locale, 0.95)))) + 1;
  const space = WIDTH - LABEL_WIDTH - 24;
  const toX = (rate: number) => LABEL_WIDTH + (rate / highest) * space;
  const bottom = spokenLocales.length * ROW_HEIGHT;
  const grid = Array.from({ length: Math.floor(highest / 2) + 1 }, (_, index) => {
    const x = round(toX(index * 2));
    const line = `<line x1="${x}" x2="${x}" y1="0" y2="${bottom + 2}" class="grid"/>`;
    return line + renderText(x, bottom + 18, String(index * 2), 'class="tick" text-anchor="middle"');
  });
  const rows = spokenLocales.map((locale, index) => {
    const y = index * ROW_HEIGHT;
    const low = rateQuantile(locale, 0.05);
    const median = rateQuantile(locale, 0.5);
    const high = rateQuantile(locale, 0.95);
    return (
      renderRowLabel(localeName(locale.locale), y) +
      renderBar(
        { x: toX(low), y: y + 11, width: Math.max(4, toX(high) - toX(low)), height: 8 },
        'class="range"',
      ) +
      `<circle cx="${round(toX(median))}" cy="${y + 15}" r="6" class="dot"/>` +
      renderText(Math.max(toX(high), toX(median)) + 12, y + 19, formatNumber(median, 1), 'class="value"')
    );
  });
  return renderSvg(bottom + 24, 'Speaking rate by language', grid.join('') + rows.join(''));
}

/** Per check, a bar divided by results, and the share of passed ones. */
function checksChart(summary: ReportSummary): string {
  const checks = [...summary.checks.values()].slice(0, MAX_ROWS);
  if (checks.length === 0) return '';
  const space = WIDTH - LABEL_WIDTH - 120;
  const rows = checks.map((check, index) => {
    const y = index * ROW_HEIGHT;
    const total = STATUSES.reduce((sum, status) => sum + check.statuses[status], 0);
    let x = LABEL_WIDTH;
    let bars = '';
    for (const status of STATUSES) {
      const width = (check.statuses[status] / Math.max(1, total)) * space;
      if (width === 0) continue;
      bars += renderBar({ x, y: y + 7, width: Math.max(2, width - 1.5), height: 16 }, `class="${status}"`);
      x += width;
    }
    const scored = total - check.statuses.unscored;
    let result = 'not scored';
    if (scored > 0) result = `${formatNumber((check.statuses.pass / scored) * 100, 1)} %`;
    if (check.retries > 0) result += ` · ${countText(check.retries, 'retry', 'retries')}`;
    return (
      renderRowLabel(checkName(check.kind), y) +
      bars +
      renderText(WIDTH - 112, y + 19, result, 'class="value"')
    );
  });
  return renderSvg(checks.length * ROW_HEIGHT + 4, 'Checks', rows.join(''));
}
