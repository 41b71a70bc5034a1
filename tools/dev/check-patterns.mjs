// Reports regular expressions that can take more than linear time. Every pattern is checked for texts that repeat one
// character, and those without lookaround for any text. A pattern that never sees long texts states the reason on the
// line before it: // linear: <reason>
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { analyse } from 'scslre';
import { report, repositoryFiles } from '../../scripts/sources.mjs';
import { walk } from '../../scripts/syntax.mjs';

process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = await import('recheck');

const LIMIT_MS = 1_000;
/** The results for patterns that did not change. */
const CACHE = 'node_modules/.cache/patterns.json';

/** Where patterns are built from texts of users or of our own tables, by file, with the reason why that is fast. */
const BUILT = {
  'packages/contract/src/areas/providers/control-values.ts':
    'patterns of our own adapters, for values of at most 4,096 characters',
  'packages/sdk/src/schemas/read-value.ts': 'patterns of the contract, which are checked there',
  'packages/sdk/src/schemas/schema-fit.ts': 'patterns of the contract, which are checked there',
  'packages/sdk/src/testing/http/serve.ts': 'paths of operations, with one piece between two slashes',
  'packages/server/src/engine/runs/retention.ts': 'a list of IDs, without a choice',
  'packages/server/src/http/middleware.ts': 'paths of operations, with one piece between two slashes',
  'packages/server/src/storage/folder-path.ts': 'pieces of a bounded length, without a choice',
  'packages/speech-espeak/src/ipa/ipa.ts': 'one class of vowels',
  'packages/stripe-emulator/src/http/routes.ts': 'paths of operations, with one piece between two slashes',
};

const files = repositoryFiles(':(glob)packages/*/src/**/*.ts', ':(glob)packages/*/src/**/*.tsx').filter(
  (file) => !file.includes('/generated/'),
);
const patterns = new Map();
/** The lines of each file that build a pattern. */
const builders = new Map();
/** Remembers a pattern that repeats something, with the place where it is used. */
const add = (place, source, flags) => {
  const key = `/${source}/${flags}`;
  if (!/[*+]|\{\d+,\}/.test(source)) return;
  const pattern = patterns.get(key) ?? { places: new Set(), source, flags };
  patterns.set(key, pattern);
  pattern.places.add(place);
};

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  if (!/RegExp\(|\//.test(text)) continue;
  const lines = text.split('\n');
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  walk(parseSync(file, text).program, (node) => {
    if (node.type === 'Literal' && node.regex) {
      const line = lineAt(node.start);
      if (!/\/\/ linear: \S/.test(lines[line - 2] ?? ''))
        add(`${file}:${line}`, node.regex.pattern, node.regex.flags);
    }
    const isBuilder = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isBuilder && node.callee.type === 'Identifier' && node.callee.name === 'RegExp')
      builders.set(file, [...(builders.get(file) ?? []), lineAt(node.start)]);
  });
}

const found = [];
for (const place of await runBuilders()) found.push(place);
const cache = readCache();
const checked = {};
for (const [key, pattern] of patterns) {
  const fault = cache[key] === 'linear' ? undefined : faultIn(pattern);
  if (fault === undefined) checked[key] = 'linear';
  else found.push(`${[...pattern.places].join(', ')}: ${key} ${fault}`);
}
mkdirSync(dirname(CACHE), { recursive: true });
writeFileSync(CACHE, JSON.stringify(checked));
report(`patterns (${patterns.size} with repetitions)`, found);

/**
 * Collects the patterns that code builds, by running it. Returns the places that built none, and the reasons that are
 * not needed.
 */
async function runBuilders() {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const built = new Set();
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args, newTarget) {
      const pattern = Reflect.construct(target, args, newTarget);
      const [, , caller = ''] = new Error().stack.split('\n');
      const [, file, line] = /(packages\/[^:?)]+):(\d+)/.exec(caller.replaceAll('\\', '/')) ?? [];
      if (file && builders.has(file)) {
        built.add(`${file}:${line}`);
        add(`${file}:${line}`, pattern.source, pattern.flags);
      }
      return pattern;
    },
    apply: (target, _, args) => Reflect.construct(target, args),
  });
  for (const file of builders.keys()) if (!BUILT[file]) await import(pathToFileURL(`${root}/${file}`).href);
  const [text, normalizer] = await Promise.all(
    ['text', 'normalizer'].map((name) => import(pathToFileURL(`${root}/packages/${name}/src/index.ts`).href)),
  );
  await useTexts({ ...text, ...normalizer });
  globalThis.RegExp = Original;
  const silent = [...builders].flatMap(([file, lines]) =>
    BUILT[file] ? [] : lines.filter((line) => !built.has(`${file}:${line}`)).map((line) => `${file}:${line}`),
  );
  return [
    ...silent.map(
      (place) => `${place}: builds a pattern that is not checked. Name the file with a reason in BUILT.`,
    ),
    ...Object.keys(BUILT).flatMap((file) =>
      builders.has(file) ? [] : `${file}: builds no pattern any more.`,
    ),
  ];
}

/** Lets the functions that build patterns from texts build some. */
async function useTexts(text) {
  const locales =
    'de-de de-at de-ch en-us en-gb en-au en-in es-es es-mx fr-fr fr-ca fr-ch it-it pt-br pt-pt ja-jp ko-kr zh-cn zh-tw';
  for (const locale of [...locales.split(' '), 'sv-se', 'ru-ru', 'ar-sa', 'hi-in'])
    text.normalizeText('1 + 2 = 3, 1-2 km, 3/4, m² x⁵', locale);

  text.wordReplacer([{ key: 'a b' }], 'en-us')('a b', () => 'c');
  const glossary = [{ source: 'lantern post', target: { de: 'Laternen Pfosten' } }];
  const pair = { source_locale: 'en-us', target_locale: 'de-de', max_length_ratio: 3, max_duration_ms: null };
  text.checkTranslation({
    ...pair,
    glossary,
    source: 'The lantern post.',
    translation: 'Der Laternen Pfosten.',
  });
  const bytes = new TextEncoder().encode('id,script\na,Hello.\n');
  const options = { csv_column: null, csv_has_header: true, source_language: 'en-us' };
  text.parseScript({ ...options, bytes, format: 'csv' });
  const cue = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\nHello.\n');
  text.parseScript({ ...options, bytes: cue, format: 'srt' });
}

/** Why a pattern may take long; undefined if it does not. */
function faultIn({ source, flags }) {
  // A sticky pattern is tried at many positions, like any other.
  const searched = flags.replace('y', '').replace('v', 'u');
  for (const { type, quant, startQuant, endQuant } of analyse({ source, flags: searched }).reports) {
    const [one, other] = [quant ?? startQuant, endQuant];
    if (type === 'Move') return `tries ${one.raw} again at every character of what it matches.`;
    return `matches the same characters with ${one.raw}${other ? ` and ${other.raw}` : ''}.`;
  }
  if (/\(\?<?[=!]/.test(source)) return undefined;
  const { status, attack } = checkSync(source, searched, { checker: 'automaton', timeout: LIMIT_MS });
  return status === 'vulnerable' ? `takes long for ${attack.pattern}.` : undefined;
}

function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'));
  } catch {
    return {};
  }
}
