import { z } from 'zod';

/** The settings of every validator. */
export const validatorConfig = {
  threshold: z.number().min(0).max(100).default(85).describe('The lowest score that passes, from 0 to 100.'),
  max_retry: z.int().min(0).max(10).default(2).describe('The maximum number of retries of a line.'),
};
