import type { z } from 'zod';
import { VALUE_RULES } from '../rules/config-rules.ts';

/** A schema with a rule that JSON Schema cannot state. Clients find the rule by its name. */
export function withRule<Schema extends z.ZodType>(schema: Schema, rule: keyof typeof VALUE_RULES): Schema {
  return schema
    .superRefine((value, ctx) => {
      const problem = VALUE_RULES[rule]?.problem?.(value as never);
      if (problem !== undefined) ctx.addIssue({ code: 'custom', ...problem });
    })
    .meta({ rule });
}
