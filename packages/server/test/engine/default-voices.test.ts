import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fallbacks, loadFallbacks } from '../../src/engine/casting/fallbacks.ts';
import { compilePlan } from '../../src/engine/index.ts';
import { parseConfig } from '../../src/engine/plan.ts';
import { ESPEAK_VOICES } from '../../src/providers/speech/embedded/voices.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { shortPipeline } from '../support/definitions.ts';
import { createMember } from '../support/factories.ts';

let server: TestApp;
let fallbacks: Fallbacks;

beforeAll(async () => {
  server = await startTestApp();
  const { workspace_id } = await createMember(server);
  const plan = compilePlan(shortPipeline());
  const node = [...plan.nodes.values()].find(({ type }) => type === 'operator_generator');
  if (!node) throw new Error('the pipeline has no generator');
  const config = parseConfig(node, 'operator_generator');
  fallbacks = await loadFallbacks(server.app, workspace_id, { config, routes: undefined });
});
afterAll(() => server.close());

const voiceFor = (locale_code: string) =>
  fallbacks.assignmentFor({ locale_code, character_name: null })?.voice.provider_voice_id;

test('in every locale of the embedded engine, a line without a named voice gets a default voice', () => {
  const locales = new Set(ESPEAK_VOICES.flatMap((voice) => [voice.locale_code, ...voice.other_locale_codes]));
  expect(locales.size).toBeGreaterThan(100);
  for (const locale of locales) {
    expect(voiceFor(locale), locale).toBeDefined();
    expect(voiceFor(locale), locale).not.toContain('+');
  }
});

test.each([
  ['en-us', 'gmw/en-US'],
  ['en-au', 'gmw/en'],
  ['fr-ca', 'roa/fr'],
  ['es-ar', 'roa/es'],
  ['zh-tw', 'sit/cmn'],
  ['zh-hk', 'sit/yue'],
  ['no-no', 'gmq/nb'],
])(
  'a line in %s is spoken by %s: of the locale itself, or of the main variety of its language',
  (locale, id) => {
    expect(voiceFor(locale)).toBe(id);
  },
);

test('a locale of an unknown language has no default voice', () => {
  expect(voiceFor('km-kh')).toBeUndefined();
});
