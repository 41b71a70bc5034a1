import { z } from 'zod';
import { example, TIMES } from '../../example.ts';
import { Count, DateTime, Flag, object, Uuid } from '../../primitives.ts';
import { pagedQuery, queryInteger } from '../../query.ts';
import { RunStatus } from '../runs/events.ts';
import { ReviewComment } from './comments.ts';
import { exampleActor, ReviewActor, ReviewAssignee } from './people.ts';
import { decidedFields, exampleApproved, exampleState } from './schemas.ts';

const DecisionState = object(
  'ReviewDecisionState',
  'A decision with its take, reason and note.',
  decidedFields,
);

export const ReviewChange = object('ReviewChange', 'The change of one line.', {
  no: Count.describe('The position of the line.'),
  version: Count.describe('The version after the change.'),
  before: DecisionState,
  after: DecisionState,
});
export type ReviewChange = z.infer<typeof ReviewChange>;

const event = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    id: z
      .int()
      .min(1)
      .describe('Increases within the review. Send it as `Last-Event-ID` to resume after it.'),
    type: z.literal(type),
    at: DateTime,
    actor: ReviewActor,
    data,
  });

const refetch = Flag.describe(
  'Whether the event has too many lines to list them. If true, read the lines again.',
);

export const ReviewDecidedEvent = event(
  'review.decided',
  z.object({
    items: z
      .array(ReviewChange)
      .describe(
        'Up to 100 lines. If you filter the history by `no`, only that line. Empty if `refetch` is true.',
      ),
    refetch,
  }),
).meta({ id: 'ReviewDecidedEvent', description: 'Decisions were made or withdrawn.' });

const commented = z.object({ no: Count.describe('The position of the line.'), comment: ReviewComment });

export const ReviewCommentedEvent = event('review.commented', commented).meta({
  id: 'ReviewCommentedEvent',
  description: 'Someone added a comment.',
});

export const ReviewCommentChangedEvent = event('review.comment_changed', commented).meta({
  id: 'ReviewCommentChangedEvent',
  description: 'A comment was changed, resolved or deleted.',
});

export const ReviewAssignedEvent = event(
  'review.assigned',
  z.object({
    assignment_id: Uuid,
    assignee: ReviewAssignee.nullable().describe(
      'Null if the assignment was removed. Guests also receive null if their lines were assigned to someone else.',
    ),
    items_count: Count,
    nos: z.array(Count).describe('The positions of the lines. Empty if `refetch` is true.'),
    refetch,
  }),
).meta({
  id: 'ReviewAssignedEvent',
  description: 'Lines were assigned to someone, or their assignment was removed.',
});

export const ReviewUnlockedEvent = event(
  'review.unlocked',
  z.object({
    items_count: Count,
    nos: z.array(Count).describe('The positions of the lines. Empty if `refetch` is true.'),
    refetch,
  }),
).meta({ id: 'ReviewUnlockedEvent', description: 'Later runs may speak approved lines again.' });

export const ReviewGateChangedEvent = event(
  'review.gate_changed',
  z.object({ approved_at: DateTime.nullable().describe('Null if a line is no longer approved or waived.') }),
).meta({
  id: 'ReviewGateChangedEvent',
  description: 'All lines are now approved or waived, or one of them no longer is.',
});

export const ReviewRunChangedEvent = event(
  'review.run_changed',
  z.object({
    run_id: Uuid,
    status: RunStatus.describe('The status of the run at the time of the event.'),
    nos: z
      .array(Count)
      .describe('The lines with a new take, which are open again. Empty if `refetch` is true.'),
    refetch,
  }),
).meta({
  id: 'ReviewRunChangedEvent',
  description: 'A retry of lines of the review started or ended.',
});

export const ReviewEvent = z
  .discriminatedUnion('type', [
    ReviewDecidedEvent,
    ReviewCommentedEvent,
    ReviewCommentChangedEvent,
    ReviewAssignedEvent,
    ReviewUnlockedEvent,
    ReviewGateChangedEvent,
    ReviewRunChangedEvent,
  ])
  .meta({ id: 'ReviewEvent', description: 'An event of a review.' });
export type ReviewEvent = z.infer<typeof ReviewEvent>;

/** Server-sent events, each with the type, the ID and the JSON of a `ReviewEvent`. */
export const ReviewEventStream = z.string();

/** The query of the history of a review. */
export const ReviewHistoryQuery = pagedQuery({
  no: queryInteger({ min: 1, max: 1_000_000 }).optional().describe('Return only events of this line.'),
});
export type ReviewHistoryQuery = z.output<typeof ReviewHistoryQuery>;

const exampleEvent: ReviewEvent = {
  id: 1,
  type: 'review.decided',
  at: TIMES.updated_at,
  actor: exampleActor,
  data: { items: [{ no: 1, version: 1, before: exampleState, after: exampleApproved }], refetch: false },
};

example(ReviewEvent, exampleEvent);
example(
  ReviewEventStream,
  `id: ${exampleEvent.id}\nevent: ${exampleEvent.type}\ndata: ${JSON.stringify(exampleEvent)}\n\n`,
);
