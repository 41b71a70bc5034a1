import { z } from 'zod';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import {
  Count,
  CreditCap,
  DateTime,
  Flag,
  object,
  oneOf,
  Score,
  strictObject,
  Url,
  Uuid,
} from '../../primitives.ts';
import { WordTimes } from '../../providers.ts';
import { QueryBoolean, queryInteger, repeated, textFilter } from '../../query.ts';
import { RunStatus } from '../runs/events.ts';
import { Verdict, VerdictStatus } from '../runs/verdicts.ts';
import { exampleComment, ReviewComment } from './comments.ts';
import { exampleActor as ada, ReviewActor, ReviewAssignee } from './people.ts';

export const ReviewDecision = oneOf(
  'ReviewDecision',
  'A decision about a line. `waived`: the line is delivered without approval.',
  ['approved', 'rejected', 'needs_work', 'waived'],
);
export type ReviewDecision = z.infer<typeof ReviewDecision>;

const LocaleCode = z.string().min(1).max(100);
const CharacterName = z.string().max(1_000);

/** The ID of a take in a request. */
const TakeId = z
  .string()
  .regex(/^[0-9a-f]{16}$/, { error: 'Must have 16 hexadecimal characters.', abort: true });

const counts = {
  items_count: Count,
  open_count: Count.describe('Lines without a decision.'),
  approved_count: Count,
  rejected_count: Count,
  needs_work_count: Count,
  waived_count: Count,
};

export const ReviewProgress = object('ReviewProgress', 'The decisions of a locale.', {
  locale_code: z.string(),
  ...counts,
});
export type ReviewProgress = z.infer<typeof ReviewProgress>;

export const ReviewAssignment = object('ReviewAssignment', 'Lines that are assigned to someone.', {
  id: Uuid,
  assignee: ReviewAssignee,
  due_at: DateTime.nullable().describe('Null without a date.'),
  items_count: Count.describe('Lines of the assignment. A line has one assignment, the last one.'),
  open_count: Count.describe('Lines of the assignment without a decision.'),
  ended_at: DateTime.nullable().describe(
    'When the link was revoked or expired. Null for members and for active links.',
  ),
  created_at: DateTime,
});
export type ReviewAssignment = z.infer<typeof ReviewAssignment>;

export const Review = object('Review', 'The review of a run.', {
  id: Uuid,
  workflow_id: Uuid,
  workflow_name: z.string(),
  root_run_id: Uuid.describe('The run that the review was opened for.'),
  current_run_id: Uuid.describe('The latest run of the review.'),
  current_run_number: Count,
  current_run_status: RunStatus,
  requires_approval: Flag.describe('Whether deliveries to buckets wait for the review.'),
  approved_at: DateTime.nullable().describe(
    'When the last line was approved or waived. Null while a line is neither.',
  ),
  seq: Count.describe('The number of the last event of the review.'),
  assignments: z.array(ReviewAssignment).describe('Oldest first. Guests see only those of their link.'),
  progress: z.array(ReviewProgress).describe('One entry per locale, by locale code.'),
  me: ReviewActor.describe('The caller.'),
  created_at: DateTime,
});
export type Review = z.infer<typeof Review>;

/** The state of the line of an item in its run. */
const LineState = z
  .enum(['delivered', 'dropped', 'failed', 'missing'])
  .describe('The result of the line in its run. `missing`: the run ended before the line did.');

/** The fields of a decision. */
export const decidedFields = {
  decision: ReviewDecision.nullable().describe('Null if the line is open.'),
  chosen_audio_id: z.string().nullable().describe('The take that the decision names.'),
  reason: z.string().nullable().describe('Null without a reason.'),
  note: z.string().nullable().describe('Null without a note.'),
};

export const ReviewItem = object('ReviewItem', 'A line of a review in one locale.', {
  no: Count.describe('The position in the review, from 1.'),
  line_id: z.string(),
  line_index: Count.describe('Position in the script, from 0.'),
  locale_code: z.string(),
  character_name: z.string().nullable().describe('Null if the script names no character.'),
  script: z.string(),
  source_script: z
    .string()
    .nullable()
    .describe('The text before translation. Null for a line that was not translated.'),
  status: LineState,
  audio_id: z
    .string()
    .nullable()
    .describe('The delivered audio. Null if nothing was delivered for the line.'),
  duration_ms: Count.nullable().describe('Null without audio.'),
  takes_count: Count.describe('The takes of the line in all runs of the review.'),
  score: Score.nullable().describe('The lowest score of the delivered take. Null if no check scored it.'),
  verdict: VerdictStatus.nullable().describe('The result of all checks. Null without checks.'),
  is_outlier: Flag.describe(
    'Whether the audio differs audibly from the other lines of its voice. Always false for runs of over 5,000 lines.',
  ),
  too_long: Flag.describe('Whether the delivered audio or the text exceeds a limit of the script.'),
  has_new_take: Flag.describe('Whether the line was spoken again in this review.'),
  ...decidedFields,
  decided_by: ReviewActor.nullable().describe('Null if the line is open.'),
  decided_at: DateTime.nullable().describe('Null if the line is open.'),
  is_locked: Flag.describe('Whether later runs reuse the approved take while the text is unchanged.'),
  assignment_id: Uuid.nullable().describe('Null if the line is unassigned.'),
  comments_count: Count,
  unresolved_count: Count.describe('Number of unresolved comments, without replies.'),
  version: Count.describe('Increases with each decision. Send it in quotes as `If-Match`.'),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

export const ReviewWord = object('ReviewWord', 'A word with its times in the audio.', {
  text: z.string(),
  start_ms: Count,
  end_ms: Count,
});

export const ReviewTake = object('ReviewTake', 'A take of a line, with its audio and verdicts.', {
  audio_id: z.string().describe('The take, for decisions. 16 hexadecimal characters.'),
  run_id: Uuid.describe('The first run of the review with the take.'),
  run_number: Count,
  is_delivered: Flag.describe(
    'Whether the delivered audio was made from this take. The URL then plays the delivered audio.',
  ),
  playback_url: Url.nullable().describe('A signed URL of the audio. Null if it is no longer stored.'),
  duration_ms: Count.nullable().describe('Null without audio.'),
  peaks: z.array(Count).describe('Levels of equal sections of the audio, 0 to 255.'),
  words: z.array(ReviewWord).describe('Empty if their times are `estimated`.'),
  word_times: WordTimes.nullable().describe('Null if the audio is no longer stored.'),
  voice_name: z.string().nullable().describe('Null if the audio is no longer stored.'),
  provider: z.string().nullable().describe('Null for guests.'),
  model: z.string().nullable().describe('Null for guests.'),
  strategy: z.string().nullable().describe('The retry strategy. Null for a first take and for guests.'),
  credits: Count.nullable().describe('Null for guests.'),
  verdicts: z.array(Verdict),
});
export type ReviewTake = z.infer<typeof ReviewTake>;

export const ReviewItemDetail = object('ReviewItemDetail', 'A line of a review with its takes.', {
  ...ReviewItem.shape,
  notes: z.string().nullable().describe('What the script says about the line.'),
  direction: z.string().nullable().describe('How to speak the line, according to the script.'),
  max_duration_ms: Count.nullable().describe('Null if the script sets no limit.'),
  max_characters: Count.nullable().describe(
    'The maximum number of characters of the text. Null if the script sets no limit.',
  ),
  too_long_reason: z
    .string()
    .nullable()
    .describe('Which limits are exceeded, and by how much. Null if none.'),
  takes: z
    .array(ReviewTake)
    .describe('Oldest first, including takes of the same text from the last 10 runs of the review.'),
  comments: z.array(ReviewComment).describe('Oldest first, replies included.'),
});
export type ReviewItemDetail = z.infer<typeof ReviewItemDetail>;

const ItemDecision = z.enum(['open', ...ReviewDecision.options]);
const ItemSort = z.enum(['no', 'score', 'duration_ms', 'changed']);

/** Filters, order and part of the lines of a review. */
export const ReviewItemsQuery = z.object({
  limit: queryInteger({ min: 1, max: 500 }).default(100).describe('Items per page.'),
  offset: queryInteger({ min: 0, max: 200_000 }).default(0).describe('Items to skip.'),
  sort: ItemSort.default('no').describe('The order. `changed`: by the last decision.'),
  order: z.enum(['asc', 'desc']).default('asc').describe('`asc`: the first or lowest first.'),
  search: textFilter('Part of a text, line ID or character name. Case does not matter.', {
    max: 200,
    example: 'lighthouse',
  }),
  locale: repeated(LocaleCode.meta({ examples: ['de-de'] }))
    .optional()
    .describe('Return only these locales.'),
  character: repeated(CharacterName.meta({ examples: ['Mara'] }))
    .optional()
    .describe('Return only lines of these characters. An empty name selects lines without one.'),
  decision: repeated(ItemDecision).optional().describe('Return only lines with these decisions.'),
  verdict: repeated(VerdictStatus).optional().describe('Return only lines with these check results.'),
  status: repeated(LineState).optional().describe('Return only lines with these run results.'),
  assignment: repeated(Uuid).optional().describe('Return only lines of these assignments.'),
  commented: QueryBoolean.optional().describe(
    '`true`: only lines with comments. `false`: only lines without.',
  ),
  outlier: QueryBoolean.optional().describe('`true`: only outliers. `false`: only other lines.'),
  too_long: QueryBoolean.optional().describe(
    '`true`: only lines that exceed a limit. `false`: only other lines.',
  ),
  new_take: QueryBoolean.optional().describe(
    '`true`: only open lines that were spoken again. `false`: only other lines.',
  ),
});
export type ReviewItemsQuery = z.output<typeof ReviewItemsQuery>;

export const ReviewItems = object('ReviewItems', 'A page of the lines of a review.', {
  seq: Count.describe('The last event of the review that the page includes.'),
  total: Count.describe('Exact number of lines that match the filters.'),
  items: z.array(ReviewItem),
});
export type ReviewItems = z.infer<typeof ReviewItems>;

export const ReviewFilter = strictObject(
  'ReviewFilter',
  'Filters of lines, as in the query of `reviews.items`.',
  {
    search: z.string().max(200).optional(),
    locale: z.array(LocaleCode).max(100).optional(),
    character: z.array(CharacterName).max(100).optional(),
    decision: z.array(ItemDecision).max(5).optional(),
    verdict: z.array(VerdictStatus).max(3).optional(),
    status: z.array(LineState).max(4).optional(),
    assignment: z.array(Uuid).max(100).optional(),
    commented: Flag.optional(),
    outlier: Flag.optional(),
    too_long: Flag.optional(),
    new_take: Flag.optional(),
  },
);
export type ReviewFilter = z.output<typeof ReviewFilter>;

const Reason = z.string().trim().max(200).nullable().default(null).describe('A short reason.');
const Note = z
  .string()
  .trim()
  .max(4_000)
  .nullable()
  .default(null)
  .describe('Instructions for the next take.');

const decision = ReviewDecision.nullable().describe('Null opens the line again.');
const unlock = Flag.default(false).describe(
  'Whether to withdraw the approval of a locked take even if a run has used it.',
);

export const ReviewDecisionInput = object('ReviewDecisionInput', 'A decision about a line.', {
  decision,
  audio_id: TakeId.nullable()
    .default(null)
    .describe('The chosen take. Default: for `approved`, the take of the delivered audio.'),
  reason: Reason,
  note: Note,
  unlock,
});
export type ReviewDecisionInput = z.output<typeof ReviewDecisionInput>;

export const ReviewDecisionEntry = object('ReviewDecisionEntry', 'A decision about one of several lines.', {
  no: z
    .int()
    .min(1)
    .optional()
    .describe('The position of the line. Alternatively, set `line_id` and `locale_code`.'),
  line_id: z.string().min(1).max(1_000).optional(),
  locale_code: LocaleCode.optional(),
  expected_version: Count.nullable()
    .default(null)
    .describe('The version that you read. Null decides about any version.'),
  ...ReviewDecisionInput.shape,
});
export type ReviewDecisionEntry = z.output<typeof ReviewDecisionEntry>;

export const ReviewDecisionsInput = object(
  'ReviewDecisionsInput',
  'Decisions about several lines: `entries`, or one `decision` for all lines of a `filter`.',
  {
    entries: z.array(ReviewDecisionEntry).min(1).max(500).optional(),
    filter: ReviewFilter.optional(),
    seq: Count.optional().describe(
      'With `filter`: the last event that the caller has seen. Lines that have changed since then are conflicts.',
    ),
    decision: decision.optional(),
    reason: Reason,
    note: Note,
    unlock,
  },
);
export type ReviewDecisionsInput = z.output<typeof ReviewDecisionsInput>;

export const ReviewDecisions = object('ReviewDecisions', 'The result of several decisions.', {
  seq: Count.describe('The number of the last event of the review.'),
  saved_count: Count.describe('Number of lines that now have the decision.'),
  saved: z.array(ReviewItem).describe('The lines that now have the decision. At most 500.'),
  conflicts_count: Count.describe(
    'Number of lines that do not have the decision, because they have a newer version, a locked take, or no audio to approve.',
  ),
  conflicts: z
    .array(ReviewItem)
    .describe('The lines that do not have the decision, in their current state. At most 500.'),
});
export type ReviewDecisions = z.infer<typeof ReviewDecisions>;

const AT = TIMES.updated_at;
/** The fields of an undecided line, for examples. */
export const exampleState = { decision: null, chosen_audio_id: null, reason: null, note: null };
/** An approved state. */
export const exampleApproved = {
  ...exampleState,
  decision: 'approved' as const,
  chosen_audio_id: ids.audio_id,
};

const item: ReviewItem = {
  no: 1,
  line_id: 'line-1',
  line_index: 0,
  locale_code: 'de-de',
  character_name: 'Mara',
  script: 'Lass das Licht an.',
  source_script: 'Keep the light on.',
  status: 'delivered',
  audio_id: '1b7e0c4d5a2f9368',
  duration_ms: 1_840,
  takes_count: 1,
  score: 98.8,
  verdict: 'pass',
  is_outlier: false,
  too_long: false,
  has_new_take: false,
  ...exampleApproved,
  decided_by: ada,
  decided_at: AT,
  is_locked: true,
  assignment_id: null,
  comments_count: 1,
  unresolved_count: 1,
  version: 1,
};

example(Review, {
  id: ids.review_id,
  workflow_id: ids.workflow_id,
  workflow_name: 'Harbor lights',
  root_run_id: ids.run_id,
  current_run_id: ids.run_id,
  current_run_number: 4,
  current_run_status: 'completed',
  requires_approval: true,
  approved_at: AT,
  seq: 1,
  assignments: [],
  progress: [
    {
      locale_code: 'de-de',
      items_count: 1,
      open_count: 0,
      approved_count: 1,
      rejected_count: 0,
      needs_work_count: 0,
      waived_count: 0,
    },
  ],
  me: ada,
  created_at: TIMES.created_at,
});
example(ReviewItem, item);
example(ReviewItemDetail, {
  ...item,
  notes: null,
  direction: null,
  max_duration_ms: null,
  max_characters: null,
  too_long_reason: null,
  comments: [exampleComment],
  takes: [
    {
      audio_id: ids.audio_id,
      run_id: ids.run_id,
      run_number: 4,
      is_delivered: true,
      playback_url: 'https://voice.example.com/files/eyJ2IjoxfQ',
      duration_ms: 1_840,
      peaks: [12, 180, 96],
      words: [{ text: 'Lass', start_ms: 40, end_ms: 310 }],
      word_times: 'engine',
      voice_name: 'Mara',
      provider: 'espeak',
      model: 'espeak-ng',
      strategy: null,
      credits: 1,
      verdicts: [],
    },
  ],
});
example(ReviewItems, { seq: 1, total: 1, items: [item] });
example(ReviewDecisionInput, { decision: 'approved', audio_id: ids.audio_id });
example(ReviewDecisionsInput, {
  entries: [{ no: 1, expected_version: 0, decision: 'rejected', reason: 'mispronounced' }],
});
example(ReviewDecisions, { seq: 1, saved_count: 1, saved: [item], conflicts_count: 0, conflicts: [] });

/** Which lines an action is about: `filter`, or `nos`. */
const target = {
  filter: ReviewFilter.optional(),
  nos: z
    .array(z.int().min(1))
    .min(1)
    .max(500)
    .optional()
    .describe('Positions of lines, instead of a filter.'),
};

export const ReviewAssignmentInput = object(
  'ReviewAssignmentInput',
  'Lines to assign, and the person or guests to assign them to. Requires either `user_id` or `link_id`, and either `filter` or `nos`.',
  {
    user_id: Uuid.optional().describe('A member of the workspace.'),
    link_id: Uuid.optional().describe(
      'An active share link of the review that shows all of the lines. Assigns the lines to its guests.',
    ),
    due_at: DateTime.nullable().default(null).describe('When the work should be done.'),
    ...target,
  },
);
export type ReviewAssignmentInput = z.output<typeof ReviewAssignmentInput>;

example(ReviewAssignmentInput, { user_id: ids.user_id, filter: { locale: ['de-de'] } });
example(ReviewAssignment, {
  id: ids.assignment_id,
  assignee: ada,
  due_at: null,
  items_count: 1,
  open_count: 0,
  ended_at: null,
  created_at: TIMES.created_at,
});

export const ReviewRetryInput = strictObject(
  'ReviewRetryInput',
  'Which lines to speak again: `filter`, or `nos`. Default: all lines that are rejected or need work.',
  {
    ...target,
    max_credits: CreditCap.optional().describe(
      'The run pauses before it would charge more credits. Default: no cap.',
    ),
  },
);
export type ReviewRetryInput = z.output<typeof ReviewRetryInput>;

example(ReviewRetryInput, { nos: [2] });

export const ReviewUnlockInput = object(
  'ReviewUnlockInput',
  'Which lines to unlock. Either `filter` or `nos` is required.',
  target,
);
export type ReviewUnlockInput = z.output<typeof ReviewUnlockInput>;

export const ReviewUnlocked = object('ReviewUnlocked', 'How many lines were unlocked.', {
  unlocked_count: Count.describe('Lines whose take was locked before.'),
});
export type ReviewUnlocked = z.infer<typeof ReviewUnlocked>;

example(ReviewUnlockInput, { nos: [1] });
example(ReviewUnlocked, { unlocked_count: 1 });
