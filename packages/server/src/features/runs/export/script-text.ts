import type { RunScriptQuery } from '@voiceloom/contract';
import { type ScriptUnit, writeScriptCsv, writeXliff12, writeXliff20, type XliffPart } from '@voiceloom/text';
import type { Db } from '../../../db/index.ts';
import { invalid } from '../../../errors.ts';
import { type LocalePair, scriptRows, unitOf } from './script-units.ts';

type Format = RunScriptQuery['format'];

/** The content of one pass over the lines. */
export type ScriptPart =
  | { kind: 'all'; language: string | null }
  | { kind: 'pair'; source: string; target: string | null };

/** The passes that a file needs. XLIFF 2.0 supports one locale pair, so it must be unambiguous. */
export function scriptPartsOf(
  pairs: readonly LocalePair[],
  { format, language }: { format: Format; language: string | null },
): ScriptPart[] {
  if (format === 'csv') return [{ kind: 'all', language }];
  const parts = language === null ? allPairs(pairs) : pairsInto(pairs, language);
  if (format === 'xliff-1.2' || parts.length === 1) return parts;
  const sources = new Set(parts.map((part) => part.source));
  if (sources.size > 1) {
    throw invalid({
      field: 'query.format',
      message: `XLIFF 2.0 supports only one source language, but the run has ${list(sources)}. Use xliff-1.2.`,
    });
  }
  throw invalid({
    field: 'query.language',
    message: `XLIFF 2.0 supports only one target language, but the run has ${list(parts.map((part) => part.target ?? ''))}: name one.`,
  });
}

type PairPart = Extract<ScriptPart, { kind: 'pair' }>;

/** A source locale with translations is written once per target locale, including untranslated lines. */
function allPairs(pairs: readonly LocalePair[]): PairPart[] {
  const sources = new Set(pairs.map((pair) => pair.source));
  return [...sources].flatMap((source) => {
    const own = pairs.filter((pair) => pair.source === source).map((pair) => pair.target);
    const targets = own.filter((target) => target !== null && target !== source);
    return (targets.length > 0 ? targets : [null]).map((target) => ({
      kind: 'pair' as const,
      source,
      target,
    }));
  });
}

function pairsInto(pairs: readonly LocalePair[], language: string): PairPart[] {
  const sources = new Set(pairs.map((pair) => pair.source));
  const others = [...sources].filter((source) => source !== language);
  if (others.length === 0) return [{ kind: 'pair', source: language, target: null }];
  return others.map((source) => ({ kind: 'pair', source, target: language }));
}

function list(locales: Iterable<string>): string {
  return [...new Set(locales)].join(', ');
}

interface Script {
  run_id: string;
  name: string;
  format: Format;
  parts: ScriptPart[];
}

const CHUNK = 65_536;

/** The file in chunks of a reasonable size. */
export async function* scriptText(db: Db, script: Script): AsyncGenerator<Buffer> {
  let pending: string[] = [];
  let length = 0;
  for await (const text of writer(db, script)) {
    pending.push(text);
    length += text.length;
    if (length < CHUNK) continue;
    yield Buffer.from(pending.join(''));
    pending = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(pending.join(''));
}

function writer(db: Db, { run_id, name, format, parts }: Script): AsyncIterable<string> {
  const [first] = parts;
  if (!first || first.kind === 'all') {
    return writeScriptCsv(allUnits(db, { run_id, language: first?.language ?? null }));
  }
  const files = parts.flatMap((part): XliffPart[] =>
    part.kind === 'all'
      ? []
      : [{ source_locale: part.source, target_locale: part.target, units: pairUnits(db, run_id, part) }],
  );
  const [only] = files;
  return format === 'xliff-2.0' && only ? writeXliff20(name, only) : writeXliff12(name, files);
}

async function* allUnits(
  db: Db,
  wanted: { run_id: string; language: string | null },
): AsyncGenerator<ScriptUnit> {
  for await (const { source, has_source_line, targets } of scriptRows(db, wanted)) {
    if (has_source_line) yield unitOf(source, null);
    for (const target of targets) yield unitOf(source, target);
  }
}

async function* pairUnits(db: Db, run_id: string, part: PairPart): AsyncGenerator<ScriptUnit> {
  for await (const { source, targets } of scriptRows(db, { run_id, language: part.target ?? part.source })) {
    if (source.locale_code !== part.source) continue;
    // Failed translations stay empty for a translator to fill in.
    const made = targets.find((line) => line.locale_code === part.target && line.script !== '');
    yield unitOf(source, made ?? null);
  }
}
