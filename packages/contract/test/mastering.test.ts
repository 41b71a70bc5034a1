import { expect, test } from 'vitest';
import {
  DefinitionInput,
  MASTERING_PRESETS,
  masteringSettings,
  NODE_TYPES,
  upgradeDefinition,
} from '../src/index.ts';

const id = '00000000-0000-4000-8000-000000000001';
/** The result of version 1 of the config for an empty config. */
const FILLED_IN = {
  trim_silence: true,
  padding_ms: 100,
  loudness_lufs: -16,
  true_peak_dbtp: -1,
  fade_ms: 5,
  sample_rate: 44_100,
  channels: 1,
  format: 'wav',
  bitrate_kbps: null,
};

function upgraded(config: object) {
  const nodes = [{ id, type: 'operator_mastering', config: { ...config }, config_version: 1 }];
  const definition = DefinitionInput.parse({ graph: { nodes } });
  expect(upgradeDefinition(definition)).toEqual(definition);
  return definition.graph.nodes[0];
}

const settingsOf = (config: unknown) => masteringSettings(NODE_TYPES.operator_mastering.config.parse(config));

test('a config of version 1 produces the same mastering as before', () => {
  for (const change of [
    {},
    { loudness_lufs: -23, sample_rate: 48_000 },
    { loudness_lufs: null, format: 'mp3' },
  ]) {
    const node = upgraded({ ...FILLED_IN, ...change });
    expect(node?.config_version).toBe(2);
    expect(settingsOf(node?.config)).toMatchObject({ ...FILLED_IN, ...change });
  }
});

test('defaults that version 1 filled in are not explicit choices: a preset selected later takes effect', () => {
  const { config } = upgraded({ ...FILLED_IN, fade_ms: 20 }) ?? {};
  expect(settingsOf({ ...config, preset: 'phone_alaw' })).toEqual({
    ...MASTERING_PRESETS.phone_alaw.settings,
    fade_ms: 20,
  });
});

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
