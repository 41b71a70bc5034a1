import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { giveKey } from '../support/own-keys.ts';
import { elevenlabsEmulator as emulator } from '../support/transcription-emulators/elevenlabs.ts';
import { type ListeningServer, startListeningEmulator } from '../support/transcription-emulators/server.ts';

/** The voice says `SQL` as one word. Letter by letter, it takes longer and is understood. */
const SCRIPT = 'Please ask the SQL server tonight.';
const LETTERS = 'Please ask the S Q L server tonight.';
const speech = scriptedSpeech({ durationMs: ({ text }) => (text === SCRIPT ? 1_000 : 1_500) });

let server: ListeningServer;
let engine: Engine;
beforeAll(async () => {
  server = await startListeningEmulator(emulator);
  server.hear((audio) => (audio.length < 40_000 ? 'please ask the sequel server tonight' : SCRIPT));
  engine = await startEngine({
    speech,
    config: { provider_urls: { elevenlabs: server.url }, provider_allowed_hosts: [server.host] },
  });
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

test('a line whose capital letters were misheard is spoken letter by letter, and the take reports it', async () => {
  const owner = await engine.owner();
  await giveKey(engine.app, owner, { provider: 'elevenlabs', credentials: emulator.credentials });
  const source = node('source_script', { text: SCRIPT, source_language: 'en-us' });
  const generator = node('operator_generator');
  const check = node('validator_error_rate', { threshold: 90, phonetic: false });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, generator, check, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', check],
      [check, 'fail', generator],
      [check, 'pass', sink],
    ],
  );
  const id = await engine.start(owner, definition);
  expect(await engine.until(id, ['completed', 'failed'])).toMatchObject({
    ...{ status: 'completed', credits: 2, retries: 1, lines_delivered: 1 },
  });
  expect(speech.requests.map(({ text }) => text)).toEqual([SCRIPT, LETTERS]);
  const delivered = await engine.app.db
    .selectFrom('run_line')
    .innerJoin('audio', 'audio.id', 'run_line.audio_id')
    .select('audio.settings')
    .where('run_line.run_id', '=', id)
    .execute();
  expect(delivered).toMatchObject([{ settings: { strategy: 'respelling', text: LETTERS } }]);
  expect(await auditRun(engine.app, id)).toEqual([]);
  // The next run uses that take immediately.
  const again = await engine.start(owner, definition);
  expect(await engine.until(again, ['completed', 'failed'])).toMatchObject({ credits: 0, retries: 0 });
});
