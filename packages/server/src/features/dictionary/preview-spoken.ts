import type { NormalizedText, NormalizeTextInput } from '@voiceloom/contract';
import { normalizeText } from '@voiceloom/text';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { loadDictionary } from '../../engine/index.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';

type Body = z.output<typeof NormalizeTextInput>;

/** What a normalizer node with these settings would make of the text. */
export async function previewSpoken(
  { db }: Pick<App, 'db'>,
  { caller, body }: { caller: WorkspaceCaller; body: Body },
): Promise<NormalizedText> {
  const { locale, apply_dictionary, kinds, keep_markup } = body;
  const text = apply_dictionary
    ? (await loadDictionary(db, caller.workspace.id, [locale])).pronounce(body.text, locale).text
    : body.text;
  const { spoken, changes, supported } = normalizeText(text, locale, { kinds, keep_markup });
  return { text, spoken_script: spoken, changes, supported };
}
