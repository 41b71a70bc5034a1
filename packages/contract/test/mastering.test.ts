import { expect, test } from 'vitest';
import { MASTERING_PRESETS, masteringSettings, NODE_TYPES } from '../src/index.ts';

const settingsOf = (config: unknown) => masteringSettings(NODE_TYPES.operator_mastering.config.parse(config));

test('the settings of every preset are valid in a config', () => {
  for (const { settings } of Object.values(MASTERING_PRESETS)) {
    expect(settingsOf(settings)).toEqual(settings);
  }
});

test('every preset targets values within its own limits', () => {
  for (const { settings, limits } of Object.values(MASTERING_PRESETS)) {
    const aims = [settings.loudness_lufs, settings.rms_dbfs].filter((aim) => aim !== null);
    expect(aims).toHaveLength(1);
    const [least, most] = limits.lufs ?? limits.rms_dbfs ?? [0, 0];
    expect(aims[0]).toBeGreaterThan(least);
    expect(aims[0]).toBeLessThan(most);
    expect(settings.true_peak_dbtp).toBeLessThanOrEqual(limits.true_peak_dbtp);
  }
});
