import { z } from 'zod';

/** The two settings that every validator has. */
export const validatorConfig = {
  threshold: z.number().min(0).max(100).default(85).describe('The least score that passes, 0-100.'),
  max_retry: z.int().min(0).max(10).default(2).describe('How often a failed line may come back.'),
};
