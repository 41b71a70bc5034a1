import { isDeepStrictEqual } from 'node:util';
import type { DictionaryEffects, DictionaryEffectsInput } from '@voiceloom/contract';
import { contextKey, entriesInOrder, type WordContext, wordKey, wordReplacer } from '@voiceloom/text';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { findSpeechRate, loadPayers } from '../../engine/index.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { creditsFor } from '../../ledger/credits.ts';
import { findModel } from '../../providers/registry.ts';
import { entriesOfWord, MAX_FOUND_LINES, searchesAll, searchLatestLines } from './queries.ts';

const MAX_SHOWN = 50;

/** The lines of the latest runs in which an entry applies, and what new takes of them cost. */
export async function findEffects(
  { db, speech }: Pick<App, 'db' | 'speech'>,
  {
    caller,
    body: { word, language, context: contextInput, method },
  }: { caller: WorkspaceCaller; body: z.output<typeof DictionaryEffectsInput> },
): Promise<DictionaryEffects> {
  const workspaceId = caller.workspace.id;
  const key = wordKey(word);
  const entry = { key, language, context: contextInput && contextKey(contextInput) };
  const storedEntries = await entriesOfWord(db, workspaceId, key);
  const appliesInLine = createLineFilter(entry, storedEntries);
  const storedEntry = storedEntries.find((candidate) => isSamePlace(candidate, entry));
  // If no entry of the word has a pronunciation, a recording changes only takes into which it can be cut.
  const isRecording =
    (method ?? storedEntry?.method) === 'recorded' &&
    storedEntries.every(({ method, pronunciation }) => method === 'recorded' && !pronunciation);
  const candidates = await searchLatestLines(db, { workspaceId, text: key, language });
  const isComplete = candidates.length <= MAX_FOUND_LINES && (await searchesAll(db, workspaceId));
  const payers = await loadPayers(db, workspaceId);
  const findRate = (provider: string | null, model: string | null): number | undefined => {
    const speechProvider = provider === null ? undefined : speech.get(provider);
    const speechModel = speechProvider && findModel(speechProvider, model);
    if (!speechProvider || !speechModel) return undefined;
    return findSpeechRate(payers, speechProvider, speechModel).credits_per_1000_characters;
  };
  const lines = candidates
    .slice(0, MAX_FOUND_LINES)
    .filter(appliesInLine)
    .filter(({ locale_code, provider }) => {
      return !isRecording || provider === null || speech.get(provider)?.timesWords?.(locale_code);
    })
    .map(({ provider, model, characters, ...line }) => {
      const rate = findRate(provider, model);
      return { ...line, credits: rate === undefined ? null : creditsFor(characters, rate) };
    });
  // Lines that share a take need one new take. Lines without a take have no known price.
  const creditsOfTakes = new Map(lines.map(({ take_id, credits }) => [take_id, credits ?? 0]));
  return {
    workflows_count: new Set(lines.map(({ workflow_id }) => workflow_id)).size,
    lines_count: lines.length,
    takes_count: new Set(lines.flatMap(({ take_id }) => take_id ?? [])).size,
    credits: [...creditsOfTakes.values()].reduce((sum, credits) => sum + credits, 0),
    is_complete: isComplete,
    lines: lines.slice(0, MAX_SHOWN),
  };
}

interface Entry {
  key: string;
  language: string;
  context: WordContext | null;
}

/** Whether two entries apply to the same words in the same language. */
const isSamePlace = (entry: Entry, otherEntry: Entry): boolean =>
  entry.language === otherEntry.language && isDeepStrictEqual(entry.context, otherEntry.context);

/** Returns a function that tests whether the generator would apply the entry in a line, given the word's other entries. */
function createLineFilter(entry: Entry, storedEntries: readonly Entry[]) {
  const entries = [...storedEntries.filter((storedEntry) => !isSamePlace(storedEntry, entry)), entry];
  const replacers = new Map<string, ReturnType<typeof wordReplacer<Entry>>>();
  return ({ script, locale_code }: { script: string; locale_code: string }): boolean => {
    const replaceWords =
      replacers.get(locale_code) ?? wordReplacer(entriesInOrder(entries, locale_code), locale_code);
    replacers.set(locale_code, replaceWords);
    let isFound = false;
    // Only looks which entry applies to each word. `undefined` replaces nothing.
    replaceWords(script, (match) => {
      isFound ||= match === entry;
      return undefined;
    });
    return isFound;
  };
}
