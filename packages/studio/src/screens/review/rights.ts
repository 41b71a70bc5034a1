import type { GuestPermission, Review } from '@voiceloom/sdk';
import { useMembers } from './assign.tsx';

/** What somebody may do in a review. The service decides: this is for what the page offers. */
export interface Rights {
  isGuest: boolean;
  mayDecide: boolean;
  mayComment: boolean;
}

/** Of a guest, those of the link. Until the members are known, those of an editor. */
export function useRights({ me }: Review, permission: GuestPermission | undefined): Rights {
  const isGuest = permission !== undefined;
  const { data } = useMembers(!isGuest);
  if (isGuest) return { isGuest, mayDecide: permission === 'decide', mayComment: permission !== 'listen' };
  const role = data?.find(({ user_id }) => user_id === me.id)?.role;
  return { isGuest, mayDecide: role !== 'viewer', mayComment: true };
}
