import { z } from 'zod';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import { Count, DateTime, Flag, object, Uuid } from '../../primitives.ts';
import { exampleActor, ReviewActor } from './people.ts';

const Body = z.string().trim().min(1).max(4_000);

export const ReviewComment = object('ReviewComment', 'A comment about a line.', {
  id: Uuid,
  no: Count.describe('The position of the line.'),
  parent_id: Uuid.nullable().describe('The comment that this comment replies to. Null if it is not a reply.'),
  audio_id: z
    .string()
    .nullable()
    .describe('The take or audio that the comment is about. Null means the line.'),
  start_ms: Count.nullable().describe('The position in the audio. Null means the whole audio.'),
  end_ms: Count.nullable().describe('The end of the commented part. Null means a single point.'),
  body: z.string().describe('Empty if the comment was deleted.'),
  actor: ReviewActor,
  is_resolved: Flag,
  is_deleted: Flag.describe('Whether the comment was deleted. It stays in the list while it has replies.'),
  version: Count.describe('Increases with each change. Send it in quotes as `If-Match`.'),
  created_at: DateTime,
  updated_at: DateTime,
});
export type ReviewComment = z.infer<typeof ReviewComment>;

export const ReviewCommentInput = object('ReviewCommentInput', 'A comment about a line.', {
  body: Body,
  audio_id: z
    .string()
    .regex(/^[0-9a-f]{16}$/, { error: 'Must have 16 hexadecimal characters.', abort: true })
    .nullable()
    .default(null)
    .describe('A take of the line, or its delivered audio.'),
  start_ms: Count.max(86_400_000)
    .nullable()
    .default(null)
    .describe('The position in the audio. Null means the whole audio.'),
  end_ms: Count.max(86_400_000)
    .nullable()
    .default(null)
    .describe('The end of the commented part. Null means a single point.'),
  parent_id: Uuid.nullable().default(null).describe('The comment to reply to. You cannot reply to a reply.'),
});
export type ReviewCommentInput = z.output<typeof ReviewCommentInput>;

export const ReviewCommentChange = object('ReviewCommentChange', 'A change of a comment.', {
  body: Body.optional().describe('Only the author and editors can change the text.'),
  is_resolved: Flag.optional().describe('Not for replies.'),
});
export type ReviewCommentChange = z.output<typeof ReviewCommentChange>;

/** The comment of examples. */
export const exampleComment: ReviewComment = {
  id: ids.comment_id,
  no: 1,
  parent_id: null,
  audio_id: ids.audio_id,
  start_ms: 640,
  end_ms: null,
  body: 'Too fast here.',
  actor: exampleActor,
  is_resolved: false,
  is_deleted: false,
  version: 0,
  ...TIMES,
};

example(ReviewComment, exampleComment);
example(ReviewCommentInput, { body: 'Too fast here.', audio_id: ids.audio_id, start_ms: 640 });
example(ReviewCommentChange, { is_resolved: true });
