import type {
  ReviewCommentChange,
  ReviewCommentInput,
  ReviewDecisionEntry,
  ReviewDecisionInput,
  ReviewItem,
} from '@voiceloom/sdk';

/** An action of a person in a review that the service does not know yet. */
export type Write = {
  /** Also the Idempotency-Key: a repetition changes nothing. */
  id: string;
  /** The review and the person. If another person signs in here, these writes are not sent. */
  owner: string;
  /** The order of writes. */
  at: number;
  /**
   * `conflict`: someone else decided first. `locked`: it would withdraw an approval that requires an explicit
   * unlock. `rejected`: the service will never accept it. All three wait for the person.
   */
  state: 'waiting' | 'conflict' | 'locked' | 'rejected';
  /** The line after the other person's change, or with its lock. */
  theirs?: ReviewItem;
  message?: string;
} & Action;

export type Action =
  | { kind: 'decide'; no: number; version: number; body: ReviewDecisionInput }
  | { kind: 'decide_many'; entries: ReviewDecisionEntry[] }
  | { kind: 'comment'; no: number; body: ReviewCommentInput }
  | { kind: 'change_comment'; no: number; comment_id: string; change: ReviewCommentChange }
  | { kind: 'delete_comment'; no: number; comment_id: string };

/** The result of a write. */
export interface SendResult {
  items: ReviewItem[];
  /** Lines that someone else changed, in their current state. */
  conflicts: ReviewItem[];
}

/** Whether writes reach the service. */
export interface Sender {
  isOffline: boolean;
  /** Why nothing more can be sent: the role or the link is gone. */
  stopped?: string | undefined;
}

export interface WriteStore {
  list(owner: string): Promise<unknown[]>;
  put(write: Write): Promise<unknown>;
  delete(id: string): Promise<unknown>;
}

/** The numbers of the lines that an action is about. */
export function getLines(write: Action): number[] {
  if (write.kind !== 'decide_many') return [write.no];
  // This page always sets the number. Other clients may name the line instead.
  return write.entries.map(({ no }) => no).filter((no) => no !== undefined);
}

/** 128 random bits. `randomUUID` exists only in secure contexts. */
export function newWriteId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first write that can be sent: in order for each line, skipping lines that wait for the person. */
export function nextWrite(writes: readonly Write[]): Write | undefined {
  const waitingLines = new Set<number>();
  for (const write of writes) {
    const lines = getLines(write);
    const isFree = write.state === 'waiting' && !lines.some((no) => waitingLines.has(no));
    if (isFree) return write;
    for (const no of lines) waitingLines.add(no);
  }
  return undefined;
}

/** Whether the line has an approved take that later runs keep. */
export const isLocked = ({ decision, is_locked }: ReviewItem): boolean =>
  decision === 'approved' && is_locked;

export const isDecision = ({ kind }: Action): boolean => kind === 'decide' || kind === 'decide_many';

/** A write with a line that someone else changed or that is locked; for a batch, the part about that line. */
export function toConflict(write: Write, serverItem: ReviewItem): Write {
  const { id, owner, at } = write;
  if (write.kind === 'decide')
    return {
      ...write,
      state: write.version === serverItem.version ? 'locked' : 'conflict',
      theirs: serverItem,
    };
  const { no, version } = serverItem;
  const entries = write.kind === 'decide_many' ? write.entries : [];
  const entry = entries.find((decision) => decision.no === no);
  const { decision = null, audio_id = null, reason = null, note = null } = entry ?? {};
  let state: Write['state'] = 'conflict';
  // A line that nobody changed is locked, or does not allow this decision.
  if (entry?.expected_version === version) state = isLocked(serverItem) ? 'locked' : 'rejected';
  const body = { decision, audio_id, reason, note };
  return { id: `${id}-${no}`, owner, at, state, theirs: serverItem, kind: 'decide', no, version, body };
}
