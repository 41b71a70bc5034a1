import { z } from 'zod';
import { EXAMPLE_IDS as ids } from '../../openapi/example.ts';
import { object, Uuid } from '../../primitives.ts';

export const ReviewActor = object('ReviewActor', 'A person in a review.', {
  kind: z.enum(['user', 'guest']).describe('`guest`: entered by a share link, under a name of their choice.'),
  id: Uuid,
  name: z.string().describe('The name at that time.'),
});
export type ReviewActor = z.infer<typeof ReviewActor>;

/** The person of examples. */
export const exampleActor = { kind: 'user' as const, id: ids.user_id, name: 'Ada Winter' };
