import { expect, test } from 'vitest';
import { languageSetting, readLanguage } from '../src/recognition-families.ts';

test('only families with a setting for the language have one in their key', () => {
  for (const locale of ['en-us', 'de-de', null]) {
    expect(languageSetting('nemo_ctc', locale)).toBe('');
    expect(languageSetting('moonshine', locale)).toBe('');
  }
  expect(languageSetting('sense_voice', 'yue-hk')).toBe('yue');
  expect(languageSetting('whisper', 'en-us')).toBe('en');
  expect(languageSetting('whisper', null)).toBe('');
});

test.each([
  ['jv-id', 'jw'],
  ['nb-no', 'no'],
  ['fil-ph', 'tl'],
])('%s is %s for Whisper', (locale, code) => {
  expect(languageSetting('whisper', locale)).toBe(code);
});

test.each([
  ['<|en|>', 'en'],
  ['de', 'de'],
  ['jw', 'jv'],
  ['', null],
])('a model that reports "%s" heard %s', (reported, language) => {
  expect(readLanguage(reported)).toBe(language);
});
