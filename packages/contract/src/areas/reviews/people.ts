import { z } from 'zod';
import { EXAMPLE_IDS as ids } from '../../example.ts';
import { object, Uuid } from '../../primitives.ts';

export const ReviewActor = object('ReviewActor', 'A person in a review.', {
  kind: z
    .enum(['user', 'guest'])
    .describe('`guest`: someone who entered with a share link under a self-chosen name.'),
  id: Uuid,
  name: z.string().describe('The name that the person had at the time of the action.'),
});
export type ReviewActor = z.infer<typeof ReviewActor>;

export const ReviewAssignee = object('ReviewAssignee', 'The person or guests who review the lines.', {
  kind: z.enum(['user', 'link']).describe('`link`: the guests of a share link.'),
  id: Uuid,
  name: z.string().describe('The name of the user, or the label of the link, when the lines were assigned.'),
});
export type ReviewAssignee = z.infer<typeof ReviewAssignee>;

/** The person of examples. */
export const exampleActor = { kind: 'user' as const, id: ids.user_id, name: 'Ada Winter' };
