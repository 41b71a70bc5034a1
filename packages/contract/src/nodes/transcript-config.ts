import { z } from 'zod';
import { TranscriptionProviderId } from '../areas/providers/ids.ts';

/** The settings of every validator that has takes written down. */
export const transcriptConfig = {
  provider: TranscriptionProviderId.nullable()
    .default(null)
    .describe('Who writes down what is heard; null = the first one that the workspace has a key for.'),
  model: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe("Who of the provider listens; null = the provider's default model."),
  language: z
    .enum(['line', 'detect'])
    .default('line')
    .describe("line = the provider is told the line's language; detect = it finds out."),
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .nullable()
    .default(null)
    .describe('Takes that are sent to be written down at once; null = automatic.'),
};
