import type { WorkflowDefinition } from '@voiceloom/contract';
import { type MarkupPolicy, mergeValues } from '@voiceloom/text';
import { findCharacter } from '../casting/assign-voice.ts';
import type { GeneratorConfig } from '../casting/voice-pool.ts';

/** A line with its script, as far as its text to speak depends on it. */
export interface ScriptedLine {
  locale_code: string;
  script: string;
  character_name?: string | null;
}

/** The policies of a config, by locale and character. Many lines share a policy and its values. */
const policies = new WeakMap<GeneratorConfig, Map<string, MarkupPolicy>>();

/** How a generator speaks the markup of a line: its own settings, or those of the line's character. */
export function findMarkupPolicy(
  config: GeneratorConfig | undefined,
  line: { locale_code: string; character_name?: string | null },
): MarkupPolicy {
  if (!config) return { locale: line.locale_code };
  const configPolicies = policies.get(config) ?? new Map<string, MarkupPolicy>();
  policies.set(config, configPolicies);
  const { locale_code, character_name = null } = line;
  const character = findCharacter(config, { locale_code, character_name });
  // Characters without settings share one policy: a script can have any number of them.
  const key = JSON.stringify([locale_code, character ? character_name : null]);
  const cached = configPolicies.get(key);
  if (cached) return cached;
  const policy = {
    locale: locale_code,
    placeholders: character?.placeholders ?? config.placeholders,
    placeholder_values: mergeValues(config.placeholder_values, character?.placeholder_values),
    audio_tags: character?.audio_tags ?? config.audio_tags,
  };
  configPolicies.set(key, policy);
  return policy;
}

/**
 * Like `markupPolicy`, for the lines of a definition: with the given generator, or else with the first one.
 */
export function createMarkupPolicyResolver(
  definition: WorkflowDefinition,
): (line: ScriptedLine, generatorId?: string) => MarkupPolicy {
  const generators = definition.graph.nodes.filter(({ type }) => type === 'operator_generator');
  const configs = generators.map(({ id, config }) => ({ id, config: config as unknown as GeneratorConfig }));
  return (line, generatorId) => {
    const generator = configs.find(({ id }) => id === generatorId) ?? configs[0];
    return findMarkupPolicy(generator?.config, line);
  };
}
