import { expect, test } from 'vitest';
import { measureVoices } from '../../../scripts/measure-voices.ts';
import stored from '../../../src/db/generated/voice-features.json' with { type: 'json' };
import { createEspeakProvider } from '../../../src/providers/speech/embedded/espeak.ts';

const CHECKED = ['gmw/en-US+f2', 'gmw/de+quincy', 'jpx/ja+f4'] as const;

test('stored features of embedded voices match the current engine and measurements', async () => {
  const engine = createEspeakProvider({ deterministic: true });
  try {
    const voices = engine.voices().filter(({ provider_voice_id: id }) => CHECKED.some((one) => one === id));
    const measured = await measureVoices({ ...engine, voices: () => voices });
    expect(measured).toEqual(Object.fromEntries(CHECKED.map((id) => [id, stored[id]])));
  } finally {
    await engine.close();
  }
});

test('stored features exist for exactly the voices of the embedded engine, from their current samples', async () => {
  const engine = createEspeakProvider();
  const silent = { ...engine, synthesize: () => Promise.reject(new Error('A sample has changed.')) };
  expect(await measureVoices(silent, stored)).toEqual(stored);
  await engine.close();
});
