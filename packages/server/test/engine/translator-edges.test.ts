import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { markMemoryUsed } from '../../src/engine/translation/memory.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../support/fake-speech.ts';
import { giveKey } from '../support/own-keys.ts';
import { putScript } from '../support/put-script.ts';
import { openaiEmulator } from '../support/translation-emulators/language-models.ts';
import { startTranslationEmulator, type TranslationServer } from '../support/translation-emulators/server.ts';
import { linesOf, translatedPipeline } from '../support/translations.ts';

/** Translators with late lines, truncated texts, and providers that fail during the work. */
let speech: ScriptedSpeech;
let openai: TranslationServer;
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  speech = scriptedSpeech({
    credits_per_1000_characters: 1_000,
    durationMs: ({ speed }) => (speed > 1 ? 1_200 : 3_000),
  });
  openai = await startTranslationEmulator(openaiEmulator);
  const config = {
    provider_urls: { openai_compatible: openai.url },
    provider_allowed_hosts: [openai.host],
  };
  engine = await startEngine({ speech, config });
});
beforeEach(async () => {
  owner = await engine.owner();
  await giveKey(engine.app, owner, {
    provider: 'openai_compatible',
    credentials: openaiEmulator.credentials,
  });
  openai.decide(undefined);
  openai.script();
  openai.requests.length = 0;
  speech.requests.length = 0;
});
afterAll(async () => {
  await engine.close();
  await openai.close();
});

const german = (more: Record<string, unknown> = {}) => ({
  ...{ provider: 'openai_compatible', target_languages: ['de-de'] },
  ...more,
});

async function run(definition: ReturnType<typeof translatedPipeline>) {
  const id = await engine.start(owner, definition);
  const row = await engine.until(id, ['completed', 'failed'], 20_000);
  expect(await auditRun(engine.app, id)).toEqual([]);
  return { ...row, lines: await linesOf(engine.app, id) };
}

test('a line that passes a check with its second take is translated after it, like any other', async () => {
  const source = node('source_script', {
    ...{ input_type: 'text', source_language: 'en-us' },
    text: 'Hello there.',
  });
  const spoken = node('operator_generator');
  const pacing = node('validator_pacing', { max_syllables_per_second: 7, min_syllables_per_second: 5.5 });
  const translator = node('operator_translator', { mode: 'pseudo', target_languages: ['de-de', 'fr-fr'] });
  const again = node('operator_generator');
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, spoken, pacing, translator, again, sink],
    [
      [source, 'lines', spoken],
      [spoken, 'audio', pacing],
      [pacing, 'fail', spoken],
      [pacing, 'pass', translator],
      [translator, 'lines', again],
      [again, 'audio', sink],
    ],
  );
  const { status, retries, lines } = await run(definition);
  expect([status, retries > 0]).toEqual(['completed', true]);
  expect(lines.map(({ locale_code, status: own }) => `${locale_code} ${own}`)).toEqual([
    'en-us translated',
    'de-de delivered',
    'fr-fr delivered',
  ]);
});

test('the error of a line can be stored, wherever its text is cut', async () => {
  const direction = `[${'a'.repeat(58)}😀 waves]`;
  openai.decide(() => ({ act: 'say', say: () => 'Hallo zusammen.' }));
  const { status, lines } = await run(
    translatedPipeline({ text: `Hello there. ${direction}`, translators: [german()] }),
  );
  expect(status).toBe('failed');
  expect(lines[1]?.error?.code).toBe('translation_markup');
  expect(lines[1]?.error?.message.isWellFormed()).toBe(true);
  expect(openai.requests).toHaveLength(3);
});

test('the context around a scene is cut between characters, not within one', async () => {
  const long = `${'a'.repeat(299)}😀 is said.`;
  openai.script({ act: 'say', say: ({ text }, said) => (text === long ? said : undefined) });
  await run(translatedPipeline({ text: `${long}\nHello there.`, translators: [german()] }));
  const { before } = JSON.parse(JSON.parse(openai.requests.at(-1)?.body ?? '{}').messages[1].content);
  expect(before).toEqual(['a'.repeat(299)]);
});

test('notes are limited in length, and never prevent a translation', async () => {
  const upload = `id,character,notes,script\na,Ada,"${'Softly, '.repeat(1_000)}",Hello there.\n`;
  const upload_ids = [await putScript(engine, owner, upload, 'csv')];
  const source = { input_type: 'file', upload_ids };
  await run(translatedPipeline({ source, translators: [german()] }));
  const { lines } = JSON.parse(JSON.parse(openai.requests[0]?.body ?? '{}').messages[1].content);
  expect(lines[0].notes).toBe('Softly, '.repeat(125));
});

test('a provider that disconnects after an invalid response has still billed it', async () => {
  openai.script(
    { act: 'say', say: () => 'Hallo {name}.' },
    { act: 'respond', response: { status: 400, body: '{"error":{"message":"No more of this."}}' } },
  );
  const { lines } = await run(translatedPipeline({ text: 'Hello there.', translators: [german()] }));
  expect(lines[1]).toMatchObject({
    error: { code: 'invalid_input' },
    translation: { kind: 'provider', attempts: 2, billed: { unit: 'tokens', amount: 231 } },
  });
});

test('the estimate covers what a second translator can make of an unknown translation', async () => {
  const definition = translatedPipeline({
    text: 'Hi you.',
    translators: [german(), german({ target_languages: ['fr-fr'] })],
  });
  const said: Record<string, string> = {
    de: 'Hallo, Menschen an Bord!',
    fr: 'Bonjour à tous les gens qui sont à bord de ce beau bateau.',
  };
  openai.decide((_, language) => ({ act: 'say', say: () => said[language] }));
  const estimate = await estimateOf(engine.app, { ...owner, account_id: owner.user_id, definition });
  const { status, characters, credits } = await run(definition);
  // More than four times the source, because short lines may grow by a few letters each time.
  expect([status, characters]).toEqual(['completed', 58]);
  expect(credits).toBeLessThanOrEqual(estimate.max_credits);
});

const FIFTY = (
  'de fr es it pt nl pl sv da fi nb cs sk hu ro bg el tr uk ru ar he hi bn ta te th vi id ms ' +
  'ja ko zh hr sr sl lt lv et ca gl eu is ga cy mt sq mk ka sw'
).split(' ');

test('a run that would exceed the maximum number of lines is not started', async () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `Line ${index}`).join('\n');
  const definition = translatedPipeline({ text, translators: [german({ target_languages: FIFTY })] });
  const estimate = estimateOf(engine.app, { ...owner, account_id: owner.user_id, definition });
  await expect(estimate).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ field: 'definition.graph.nodes.1.config.target_languages' }],
  });
});

test('a translator into many languages gets fewer lines at once', async () => {
  const text = Array.from({ length: 45 }, (_, index) => `Line ${index}`).join('\n');
  const source = node('source_script', { text, source_language: 'en-us' });
  const translator = node('operator_translator', { mode: 'pseudo', target_languages: FIFTY });
  const { lines } = await run(definitionOf([source, translator], [[source, 'lines', translator]]));
  expect(lines).toHaveLength(45 * 51);
  const chunks = await engine.app.db
    .selectFrom('run_chunk')
    .select('items')
    .where('node_id', '=', translator.id)
    .orderBy('seq')
    .execute();
  expect(chunks.map(({ items }) => items.length)).toEqual([20, 20, 5]);
});

test('a provider that is unavailable longer than the attempts of a line is waited for', async () => {
  const away = { status: 500, headers: { 'retry-after': '0' } };
  openai.script(...Array.from({ length: 6 }, () => ({ act: 'respond' as const, response: away })));
  const { status, lines } = await run(translatedPipeline({ text: 'Hello there.', translators: [german()] }));
  expect([status, lines[1]?.script, openai.requests.length]).toEqual(['completed', 'Hallo zusammen.', 7]);
});

test('a key rejected by a translator is tested at once, and becomes invalid if it is rejected again', async () => {
  const refusal = { status: 401, body: '{"error":{"code":"invalid_api_key","message":"No."}}' };
  openai.script({ act: 'respond', response: refusal }, { act: 'respond', response: refusal });
  const { status, error } = await run(translatedPipeline({ text: 'Hello.', translators: [german()] }));
  expect([status, error?.code]).toEqual(['failed', 'provider_auth']);
  const key = await engine.app.db
    .selectFrom('provider_key')
    .select(['status', 'invalid_reason'])
    .where('workspace_id', '=', owner.workspace_id)
    .executeTakeFirstOrThrow();
  expect(key.status).toBe('invalid');
  expect(key.invalid_reason).toContain('not accepted');
});

test('recording the use of a stored translation does not wait for a transaction that stores it', async () => {
  await run(translatedPipeline({ text: 'Hello there.', translators: [german()] }));
  const { db } = engine.app;
  const { workspace_id } = owner;
  const rows = () =>
    db.selectFrom('translation_memory').select(['key', 'used_at']).where('workspace_id', '=', workspace_id);
  const [known] = await rows().execute();
  const keys = known ? [known.key] : [];
  const later = new Date(Date.now() + 2 * 86_400_000);
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('translation_memory').select('key').where('key', 'in', keys).forUpdate().execute();
    await markMemoryUsed(db, workspace_id, { keys, now: later });
  });
  expect((await rows().execute())[0]?.used_at).toEqual(known?.used_at);
  await markMemoryUsed(db, workspace_id, { keys, now: later });
  expect((await rows().execute())[0]?.used_at).toEqual(later);
});
