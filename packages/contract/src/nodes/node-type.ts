import type { z } from 'zod';

/** A port of a node: its name and the fields that its lines carry (outputs) or need (inputs). */
export type Port = { name: string; fields: readonly string[] };

/** The group of a node type: where lines come from, what works on them, checks them, delivers them. */
export type NodeCategory = 'source' | 'operator' | 'validation' | 'output';

/** What the contract knows of one node type. */
export type NodeTypeDefinition<Config extends z.ZodObject = z.ZodObject> = {
  node_type: string;
  category: NodeCategory;
  display_name: string;
  description: string;
  /** The current config version; older ones are brought up by `upgrades`, newer ones are refused. */
  version: number;
  inputs: readonly Port[];
  outputs: readonly Port[];
  /** Strict: unknown keys are faults. Every field has a default. */
  config: Config;
  /** `upgrades[n]` turns a config of version n into one of version n + 1. */
  upgrades?: Readonly<Record<number, (config: Record<string, unknown>) => Record<string, unknown>>>;
};

/** Fields of a line before it is spoken. */
export const LINE_FIELDS = ['locale_code', 'script'] as const;

/** Fields of a line that has a take. */
export const AUDIO_FIELDS = ['locale_code', 'script', 'audio'] as const;

/** Keeps the literal types of a node type's definition. */
export function nodeType<const N extends NodeTypeDefinition>(definition: N): N {
  return definition;
}

/** The ports of every validator. */
export const VALIDATOR_PORTS = {
  inputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  outputs: [
    { name: 'pass', fields: AUDIO_FIELDS },
    { name: 'fail', fields: AUDIO_FIELDS },
  ],
} as const;
