// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

type Config = Record<string, unknown>;
/** `upgrades[n]` turns a config of version n into one of version n + 1. */
export type ConfigUpgrades = Readonly<Record<number, (config: Config) => Config>>;

/** In version 1, `csv_column` named the column of the script: a header, or an index in digits. */
const namesScript = ({ csv_column }: Config): boolean =>
  typeof csv_column === 'string' && csv_column !== 'character_name';

function withScriptColumn(config: Config): Config {
  if (!namesScript(config)) return config;
  const { csv_column, ...others } = config;
  return { ...others, columns: { script: csv_column } };
}

/** The path in a config before the upgrade that corresponds to `path` after the upgrade. */
export const pathBefore = (config: Config, path: readonly PropertyKey[]): readonly PropertyKey[] =>
  namesScript(config) && path.join('.') === 'columns.script' ? ['csv_column'] : path;

/** The defaults that version 1 stored. Nobody chose these values. */
const VERSION_1_DEFAULTS: Readonly<Record<string, unknown>> = {
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

/** The standard preset has the same values, so nothing changes until another preset is selected. */
function withoutDefaults(old: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(old).filter(([name, value]) => value !== VERSION_1_DEFAULTS[name]),
  );
}

/** The upgrades of older configs, by node type. */
export const CONFIG_UPGRADES = {
  source_script: { 1: withScriptColumn },
  operator_mastering: { 1: withoutDefaults },
} as const satisfies Record<string, ConfigUpgrades>;

/** The config of a node, upgraded to the current version. */
export function upgradedConfig(
  { node_type, version }: { node_type: string; version: number },
  config: Config,
  from: number,
): Config {
  const upgrades: Record<string, ConfigUpgrades> = CONFIG_UPGRADES;
  let current = config;
  for (let step = from; step < version; step += 1)
    current = upgrades[node_type]?.[step]?.(current) ?? current;
  return current;
}
