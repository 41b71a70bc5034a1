import {
  type Review,
  type ReviewAssignment,
  ReviewComment,
  type ReviewEvent,
  ReviewItem,
} from '@voiceloom/contract';
import type { Row } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import { toView } from '../../handler/view.ts';
import type { ReviewRow } from './select-review.ts';

export type ItemRow = Row<'review_item'> & { is_locked: boolean; has_new_take: boolean; too_long: boolean };

export function itemView(row: ItemRow): ReviewItem {
  const score = row.score === null ? null : Math.round(row.score * 10) / 10;
  return toView(ReviewItem, { ...row, score } as typeof row & Pick<ReviewItem, 'decision'>);
}

export function commentView(row: Row<'review_comment'>): ReviewComment {
  return toView(ReviewComment, row);
}

interface AssignmentRow {
  id: string;
  assignee: ReviewAssignment['assignee'];
  due_at: Date | null;
  created_at: Date;
  ended_at: Date | null;
  items_count: number | null;
  open_count: number | null;
}

export function assignmentView(row: AssignmentRow): ReviewAssignment {
  return {
    id: row.id,
    assignee: row.assignee,
    items_count: row.items_count ?? 0,
    open_count: row.open_count ?? 0,
    due_at: row.due_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

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
export function eventView(row: {
  id: number;
  type: string;
  at: Date;
  actor: ReviewPerson;
  data: object;
}): ReviewEvent {
  const at = row.at.toISOString();
  if (row.type !== 'review.decided') return { ...row, at } as ReviewEvent;
  const { items, notes, refetch } = row.data as StoredDecisions;
  const withNote = ({ note, ...state }: StoredState) => ({
    ...state,
    note: typeof note === 'number' ? (notes?.[note] ?? null) : note,
  });
  const data = {
    items: items.map(({ before, after, ...item }) => ({
      ...item,
      before: withNote(before),
      after: withNote(after),
    })),
    refetch,
  };
  return { ...row, data, at } as ReviewEvent;
}

export function reviewView(
  row: ReviewRow,
  { assignments, progress, me }: Pick<Review, 'assignments' | 'progress' | 'me'>,
): Review {
  return {
    id: row.id,
    workflow_id: row.workflow_id,
    workflow_name: row.workflow_name,
    root_run_id: row.root_run_id,
    current_run_id: row.current_run_id,
    current_run_number: row.current_run_number,
    current_run_status: row.current_run_status as Review['current_run_status'],
    requires_approval: row.requires_approval,
    approved_at: row.approved_at?.toISOString() ?? null,
    seq: row.event_seq,
    assignments,
    progress,
    me,
    created_at: row.created_at.toISOString(),
  };
}
