import {
  type Review,
  type ReviewAssignment,
  ReviewComment,
  type ReviewEvent,
  ReviewItem,
} from '@voiceloom/contract';
import type { Row } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import { viewOf } from '../../handler/view.ts';

export type ItemRow = Row<'review_item'> & { is_locked: boolean; has_new_take: boolean; too_long: boolean };

export function itemView(row: ItemRow): ReviewItem {
  const score = row.score === null ? null : Math.round(row.score * 10) / 10;
  return viewOf(ReviewItem, { ...row, score } as typeof row & Pick<ReviewItem, 'decision'>);
}

export function commentView(row: Row<'review_comment'>): ReviewComment {
  return viewOf(ReviewComment, row);
}

type AssignmentRow = Pick<Row<'review_assignment'>, 'id' | 'assignee' | 'due_at' | 'created_at'> & {
  ended_at: Date | null;
  items_count: number | null;
  open_count: number | null;
};

export function assignmentView({
  id,
  assignee,
  due_at,
  ended_at,
  created_at,
  ...counts
}: AssignmentRow): ReviewAssignment {
  return {
    ...{ id, assignee, items_count: counts.items_count ?? 0, open_count: counts.open_count ?? 0 },
    due_at: due_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

type EventRow = { id: number; type: string; at: Date; actor: ReviewPerson; data: object };

/**
 * The data of the event of decisions, as it is stored. A state contains the position of its note in `notes`. Older events
 * contain the notes themselves.
 */
export interface StoredDecisions {
  items: { no: number; version: number; before: StoredState; after: StoredState }[];
  notes?: string[] | null;
  refetch: boolean;
}

interface StoredState {
  decision: string | null;
  chosen_audio_id: string | null;
  reason: string | null;
  note: number | string | null;
}

/** The service writes only events of the contract. */
export function eventView({ at, ...event }: EventRow): ReviewEvent {
  const data = event.type === 'review.decided' ? withNotes(event.data as StoredDecisions) : event.data;
  return { ...event, data, at: at.toISOString() } as ReviewEvent;
}

function withNotes({ items, notes, refetch }: StoredDecisions) {
  const full = ({ note, ...state }: StoredState) => ({
    ...state,
    note: typeof note === 'number' ? (notes?.[note] ?? null) : note,
  });
  return {
    items: items.map(({ before, after, ...item }) => ({ ...item, before: full(before), after: full(after) })),
    refetch,
  };
}

type Shown = Omit<Review, 'seq' | 'created_at' | 'approved_at' | 'current_run_status'> & {
  event_seq: number;
  created_at: Date;
  approved_at: Date | null;
  current_run_status: string;
};

export function reviewView({ event_seq, created_at, ...row }: Shown): Review {
  const { id, workflow_id, workflow_name, root_run_id, current_run_id, current_run_number } = row;
  return {
    ...{ id, workflow_id, workflow_name, root_run_id, current_run_id, current_run_number },
    current_run_status: row.current_run_status as Review['current_run_status'],
    requires_approval: row.requires_approval,
    approved_at: row.approved_at?.toISOString() ?? null,
    seq: event_seq,
    assignments: row.assignments,
    progress: row.progress,
    me: row.me,
    created_at: created_at.toISOString(),
  };
}
