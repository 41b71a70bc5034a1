import type { GuestPermission, Review, ReviewDecision, ReviewItem } from '@voiceloom/sdk';
import { isLocked, type Write } from '../../api/outbox/writes.ts';
import { text } from '../../text/en.ts';
import { useMembers } from './assign.tsx';

/** The rights of a person in a review. The service enforces them; the page uses them to show actions. */
export interface Rights {
  personId: string;
  isGuest: boolean;
  mayDecide: boolean;
  mayComment: boolean;
}

/** A guest has the rights of the link. Until the members are loaded, a member has the rights of an editor. */
export function useRights({ me }: Review, permission: GuestPermission | undefined): Rights {
  const personId = me.id;
  const isGuest = permission !== undefined;
  const { data } = useMembers(!isGuest);
  if (isGuest)
    return { personId, isGuest, mayDecide: permission === 'decide', mayComment: permission !== 'listen' };
  const role = data?.find(({ user_id }) => user_id === personId)?.role;
  return { personId, isGuest, mayDecide: role !== 'viewer', mayComment: true };
}

export const DECISIONS: ReviewDecision[] = ['approved', 'rejected', 'needs_work', 'waived'];

/** Only members can waive lines. */
export const listDecisions = ({ isGuest }: Rights): ReviewDecision[] =>
  DECISIONS.filter((decision) => !isGuest || decision !== 'waived');

/** What a person without the right to decide can do. */
export function limitedRightsText({ isGuest, mayComment }: Rights): string {
  if (isGuest) return text.review.guestsMay(mayComment);
  return text.review.viewersMay;
}

/** Why a guest cannot change an approval. */
export const protectionText = (item: ReviewItem | undefined): string =>
  text.review.held(item?.decided_by?.name ?? text.review.somebody);

/** Whether this guest cannot change an approval, because it is someone else's or a run has used it. */
export const isProtected = (
  { isGuest, personId }: Pick<Rights, 'isGuest' | 'personId'>,
  item: ReviewItem,
  state?: Write['state'],
): boolean => isGuest && isLocked(item) && (item.decided_by?.id !== personId || state === 'locked');
