import { expect, test } from 'vitest';
import { usdPer1000In } from '../../src/providers/speech/credits.ts';
import { ADAPTERS } from '../../src/providers/speech/index.ts';

test('every listed model has a quality level, and an unlisted one has none', () => {
  for (const { id, models, otherModel } of ADAPTERS) {
    for (const model of models) expect([id, model.id, model.quality]).toContainEqual(expect.any(Number));
    expect(otherModel?.('kokoro').quality).toBeUndefined();
  }
});

test('a price per byte counts the bytes of the characters of the locale', () => {
  const bytes = { usd: 15, per: 1_000_000, unit: 'bytes' as const, as_of: '2026-11-21' };
  expect(usdPer1000In(bytes, 'en-us')).toBeCloseTo(0.015);
  expect(usdPer1000In(bytes, 'uk-ua')).toBeCloseTo(0.03);
  expect(usdPer1000In(bytes, 'ko-kr')).toBeCloseTo(0.045);
  const characters = { ...bytes, unit: 'characters' as const };
  expect(usdPer1000In(characters, 'ko-kr')).toBeCloseTo(0.015);
});
