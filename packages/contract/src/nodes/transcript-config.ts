import { z } from 'zod';
import { TranscriptionProviderId } from '../areas/providers/ids.ts';

/** The settings of every validator that transcribes takes. */
export const transcriptConfig = {
  provider: TranscriptionProviderId.nullable()
    .default(null)
    .describe('The transcription provider. Null means the first one that the workspace has a key for.'),
  model: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('The transcription model. Null means the default model of the provider.'),
  language: z
    .enum(['line', 'detect'])
    .default('line')
    .describe('line: send the language of the line. detect: let the provider detect it.'),
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .nullable()
    .default(null)
    .describe('Concurrent transcriptions. Null means automatic.'),
};
