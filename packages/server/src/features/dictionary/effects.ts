import type { DictionaryEffects, DictionaryEffectsInput } from '@voiceloom/contract';
import { languageOf, wordKey, wordReplacer } from '@voiceloom/text';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { rateOf } from '../../engine/index.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { creditsFor } from '../../ledger/credits.ts';
import { modelOf } from '../../providers/registry.ts';
import { languagesOfWord, MOST_FOUND_LINES, searchesAll, searchLatestLines } from './queries.ts';

const MOST_SHOWN = 50;

type Input = z.output<typeof DictionaryEffectsInput>;

/** The lines of the latest runs in which an entry applies, and what new takes of them cost. */
export async function findEffects(
  { db, speech }: Pick<App, 'db' | 'speech'>,
  { caller, body: { word, language } }: { caller: WorkspaceCaller; body: Input },
): Promise<DictionaryEffects> {
  const workspaceId = caller.workspace.id;
  const key = wordKey(word);
  const others = await languagesOfWord(db, workspaceId, key);
  const candidates = await searchLatestLines(db, { workspaceId, text: key, language });
  const isComplete = candidates.length <= MOST_FOUND_LINES && (await searchesAll(db, workspaceId));
  const rateFor = (provider: string | null, model: string | null): number | undefined => {
    const one = provider === null ? undefined : speech.get(provider);
    const of = one && modelOf(one, model);
    return one && of && rateOf(one, of);
  };
  const lines = candidates
    .slice(0, MOST_FOUND_LINES)
    .filter(({ script, locale_code }) => {
      if (hasExacterEntry(others, { language, locale_code })) return false;
      return contains(script, { key, locale_code });
    })
    .map(({ provider, model, characters, ...line }) => {
      const rate = rateFor(provider, model);
      return { ...line, credits: rate === undefined ? null : creditsFor(characters, rate) };
    });
  // Lines that share a take need one new take.
  const creditsOfTakes = new Map(lines.map(({ take_id, credits }) => [take_id, credits ?? 0]));
  return {
    workflows_count: new Set(lines.map(({ workflow_id }) => workflow_id)).size,
    lines_count: lines.length,
    takes_count: new Set(lines.flatMap(({ take_id }) => take_id ?? [])).size,
    credits: [...creditsOfTakes.values()].reduce((sum, credits) => sum + credits, 0),
    is_complete: isComplete,
    lines: lines.slice(0, MOST_SHOWN),
  };
}

/** Whether another entry of the word names the locale of a line more exactly. */
function hasExacterEntry(
  others: ReadonlySet<string>,
  { language, locale_code }: { language: string; locale_code: string },
): boolean {
  const [base, exact] = [languageOf(locale_code), locale_code];
  if (language === exact) return false;
  return others.has(exact) || (language !== base && others.has(base));
}

/** Whether a script contains the word as a word, by the rule of the generator. */
function contains(script: string, { key, locale_code }: { key: string; locale_code: string }): boolean {
  let found = false;
  wordReplacer([{ key }], locale_code)(script, () => {
    found = true;
    return undefined;
  });
  return found;
}
