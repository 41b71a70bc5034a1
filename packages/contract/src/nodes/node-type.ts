import type { z } from 'zod';
import { VALUE_RULES } from '../rules/config-rules.ts';
import type { NodeCategory, NodeFacts, Port } from '../rules/types.ts';

export type { NodeCategory, Port };

/** The definition of a node type. */
export type NodeTypeDefinition<Config extends z.ZodObject = z.ZodObject> = NodeFacts & {
  description: string;
  /** Strict: unknown keys are problems. Every field has a default. */
  config: Config;
};

/** Fields of a line before it is spoken. */
export const LINE_FIELDS = ['locale_code', 'script'] as const;

/** Fields of a line that has a take. */
export const AUDIO_FIELDS = ['locale_code', 'script', 'audio'] as const;

/** Keeps the literal types of a node type's definition. */
export function nodeType<const N extends NodeTypeDefinition>(definition: N): N {
  return definition;
}

/** A schema with a rule that JSON Schema cannot state. Clients find the rule by its name. */
export function withRule<Schema extends z.ZodType>(schema: Schema, rule: keyof typeof VALUE_RULES): Schema {
  return schema
    .superRefine((value, ctx) => {
      const problem = VALUE_RULES[rule]?.problem?.(value as never);
      if (problem !== undefined) ctx.addIssue({ code: 'custom', ...problem });
    })
    .meta({ rule });
}
