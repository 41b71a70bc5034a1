import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

// In the order in which one needs the other: the page has no module loader when it is opened from a folder.
const SCRIPTS = [
  'lines.js',
  'waveform.js',
  'player.js',
  'review.js',
  'pickup-csv.js',
  'transcript.js',
  'row.js',
  'page.js',
];

const STYLES = ['page.css', 'charts.css', 'lines.css', 'evidence.css', 'review.css', 'transcript.css'];

export type ReportAssets = { css: string; script: string; lines_html: string; policy: string };

let assets: ReportAssets | undefined;

/** Style, script and static markup of the page, and the policy that allows exactly these and local audio. */
export function loadReportAssets(): ReportAssets {
  assets ??= readAssets();
  return assets;
}

function readAssets(): ReportAssets {
  const css = STYLES.map(readPageFile).join('\n');
  const script = `(() => {\n'use strict';\n${SCRIPTS.map((name) => asPlainScript(readPageFile(name))).join('\n')}\n})();`;
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(css)}'`,
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

/** The files are modules for linter and tests; joined in one scope they need neither import nor export. */
function asPlainScript(source: string): string {
  return source.replace(/^import [^;]*;\n/gm, '').replace(/^export /gm, '');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
