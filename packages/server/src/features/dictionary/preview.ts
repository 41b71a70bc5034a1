import type { DictionaryPreview, DictionaryPreviewInput } from '@voiceloom/contract';
import { contextKey, wordKey } from '@voiceloom/text';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { createDictionary, prepareRun, speakInVoices, voicesInCast } from '../../engine/index.ts';
import { invalid } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { SIGNED_URL_S } from '../../storage/index.ts';
import { getWorkflow } from '../workflows/index.ts';
import { getEntry } from './actions.ts';

const MAX_VOICES = 10;
const content_type = 'audio/wav';

type Input = z.output<typeof DictionaryPreviewInput>;

/** Speaks a text with one entry applied, in the voices of a cast. Like voice samples, it costs no credits. */
export async function previewEntry(
  app: App,
  { caller, body }: { caller: WorkspaceCaller; body: Input },
): Promise<DictionaryPreview> {
  const workspace_id = caller.workspace.id;
  const text = await textWithEntry(app, { caller, body });
  const workflow = await getWorkflow(app.db, workspace_id, body.workflow_id);
  const definition = workflow.definition;
  const prepared = await prepareRun(app, { workspace_id, workflow_id: workflow.id, definition });
  const { locale, voice_ids } = body;
  const cast = voicesInCast(prepared.generators, locale).filter(
    ({ voice }) => voice_ids?.includes(voice.id) ?? true,
  );
  if (cast.length === 0)
    throw invalid({
      field: 'body.locale',
      message: `No line in ${locale} has a matching voice. Check locale and voice_ids.`,
    });
  if (cast.length > MAX_VOICES) {
    const message = `${cast.length} voices speak lines in ${locale}. Name at most ${MAX_VOICES} of them in voice_ids.`;
    throw invalid({ field: 'body.voice_ids', message });
  }
  const results = await speakInVoices(app, cast, { workspace_id, id: newId(), locale_code: locale, text });
  const voices = results.map(async ({ assignment, speech, reason }) => {
    const { id: voice_id, name: voice_name } = assignment.voice;
    const voice = { voice_id, voice_name, provider: assignment.provider.id, model: assignment.model.id };
    if (!speech) return { ...voice, link: null, dropped: [], reason };
    const key = `previews/${workspace_id}/${newId()}.wav`;
    await app.storage.put(key, speech.audio, { content_type });
    const file = { key, filename: `${voice_name}.wav`, content_type, expires_in_s: SIGNED_URL_S };
    const { url, expires_at } = await app.storage.downloadTicket(file);
    const link = { url, filename: file.filename, expires_at: expires_at.toISOString() };
    return { ...voice, link, dropped: speech.dropped, reason: null };
  });
  return { text, voices: await Promise.all(voices) };
}

/** Applies only this entry to the text, as a generator would send it. */
async function textWithEntry(
  app: Pick<App, 'db'>,
  { caller, body }: { caller: WorkspaceCaller; body: Input },
): Promise<string> {
  const { locale, text } = body;
  const entry = body.entry_id === null ? body.entry : await getEntry(app, { caller, id: body.entry_id });
  if (!entry) throw invalid({ field: 'body.entry', message: 'Required without entry_id.' });
  if (entry.method === 'recorded') {
    const message = 'A recording sounds the same in every voice. Listen to the upload.';
    throw invalid({ field: 'body.entry', message });
  }
  // A preview of only the word has no neighbors.
  const context = text !== null && entry.context ? contextKey(entry.context) : null;
  const dictionary = createDictionary([
    { ...entry, id: '', key: wordKey(entry.word), context, recording: null },
  ]);
  const respelling = dictionary.pronounce(text ?? entry.word, locale);
  if (respelling.entry_ids.length > 0) return respelling.text;
  throw invalid({ field: 'body.text', message: `The entry does not apply to this text in ${locale}.` });
}
