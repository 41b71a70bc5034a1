import { RequestButton } from '../../../parts/request-button.tsx';
import { text } from '../../../text/en.ts';
import type { Rights } from '../rights.ts';

const words = text.review;

export const UNLOCK_CLASS = 'unlock';

interface Props {
  rights: Rights;
  isPending: boolean;
  onUnlock: () => void;
}

/** Shows that later runs keep the take of a line, and lets members change that. */
export const Locked = ({ rights, isPending, onUnlock }: Props) => (
  <p className="row">
    <span className="status none">{words.locked}</span>
    {rights.mayDecide && !rights.isGuest && (
      <RequestButton className={`button small ${UNLOCK_CLASS}`} isPending={isPending} onPress={onUnlock}>
        {words.unlock}
      </RequestButton>
    )}
  </p>
);
