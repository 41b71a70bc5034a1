import type { ReviewComment, ReviewCommentInput, ReviewItemDetail, ReviewTake } from '@voiceloom/sdk';
import { type KeyboardEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { MAX_LENGTHS } from '../../../api/lengths.ts';
import type { Action, Write } from '../../../api/outbox/writes.ts';
import { clock, when } from '../../../format/format.ts';
import { text } from '../../../text/en.ts';
import { getPosition, playFrom } from '../sound.ts';
import { useDraft } from './use-draft.ts';

export type CommentAction = Extract<Action, { kind: 'comment' | 'change_comment' | 'delete_comment' }>;

const words = text.review;

/** The ID of the field that the key for comments focuses. */
export const composerId = (no: number): string => `review-comment-${no}`;

/** The comments on a line. */
export function Comments(props: {
  detail: ReviewItemDetail;
  take: ReviewTake | undefined;
  /** Unsent comments of this person about the line. */
  writes: readonly Write[];
  owner: string;
  personId: string;
  mayComment: boolean;
  onWrite: (action: CommentAction) => void;
  onDiscard: (write: Write) => void;
}) {
  const { detail, take, writes, owner, personId, mayComment, onWrite, onDiscard } = props;
  const { no, comments } = detail;
  const unsentComments = writes.filter((write) => write.kind === 'comment');
  const change = (comment_id: string, is_resolved: boolean) =>
    onWrite({ kind: 'change_comment', no, comment_id, change: { is_resolved } });
  const send = (content: string, parts: { parent_id?: string; start_ms?: number | null }) => {
    const body: ReviewCommentInput = { body: content, ...parts };
    if (typeof parts.start_ms === 'number') body.audio_id = take?.audio_id ?? null;
    onWrite({ kind: 'comment', no, body });
  };
  const thread = (parent: ReviewComment) => comments.filter(({ parent_id }) => parent_id === parent.id);
  return (
    <section className="comments" aria-labelledby="comments">
      <h3 id="comments">{words.comments}</h3>
      <ul>
        {comments
          .filter(({ parent_id }) => parent_id === null)
          .map((comment) => (
            <li key={comment.id} className={comment.is_resolved ? 'thread resolved' : 'thread'}>
              <Comment comment={comment} />
              <div className="row">
                {mayComment && !comment.is_deleted && (
                  <Button
                    className="button small quiet"
                    onPress={() => change(comment.id, !comment.is_resolved)}
                  >
                    {comment.is_resolved ? words.reopen : words.resolve}
                  </Button>
                )}
                {comment.actor.id === personId && !comment.is_deleted && (
                  <Button
                    className="button small quiet"
                    onPress={() => onWrite({ kind: 'delete_comment', no, comment_id: comment.id })}
                  >
                    {words.delete}
                  </Button>
                )}
              </div>
              <ul>
                {thread(comment).map((reply) => (
                  <li key={reply.id}>
                    <Comment comment={reply} />
                  </li>
                ))}
              </ul>
              <Waiting
                list={unsentComments.filter((write) => write.body.parent_id === comment.id)}
                onDiscard={onDiscard}
              />
              {mayComment && (
                <Reply
                  owner={`${owner} ${no} ${comment.id}`}
                  onSend={(body) => send(body, { parent_id: comment.id })}
                />
              )}
            </li>
          ))}
      </ul>
      <Waiting list={unsentComments.filter((write) => write.body.parent_id == null)} onDiscard={onDiscard} />
      {mayComment && (
        <Composer
          id={composerId(no)}
          owner={`${owner} ${no} comment`}
          take={take}
          onSend={(body, start_ms) => send(body, { start_ms })}
        />
      )}
    </section>
  );
}

/** A comment or a reply. A press on its time plays the take from there. */
function Comment({ comment: { actor, body, start_ms, created_at, is_deleted } }: { comment: ReviewComment }) {
  return (
    <>
      <p className="soft">
        <strong dir="auto">{actor.name}</strong> {when(created_at)}{' '}
        {start_ms !== null && (
          <button type="button" className="word numbers" onClick={() => playFrom(start_ms)}>
            {words.at(clock(start_ms))}
          </button>
        )}
      </p>
      <p className="body" dir="auto">
        {is_deleted ? <em className="soft">{words.deleted}</em> : body}
      </p>
    </>
  );
}

/** Comments that are being sent, and comments that the service rejected, whose text can still be copied. */
function Waiting({ list, onDiscard }: { list: readonly Write[]; onDiscard: (write: Write) => void }) {
  return list.map((write) => (
    <div key={write.id} className="thread">
      <p className="soft">{write.state === 'waiting' ? words.pending : (write.message ?? words.notSaved)}</p>
      <p className="body" dir="auto">
        {write.kind === 'comment' && write.body.body}
      </p>
      {write.state !== 'waiting' && (
        <Button className="button small" onPress={() => onDiscard(write)}>
          {words.discard}
        </Button>
      )}
    </div>
  ));
}

/** Whether a key sends the comment: Ctrl or Cmd with Enter. */
const isSendKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey);

/** The field for a new comment. By default, it refers to the current position in the take. */
function Composer(props: {
  id: string;
  owner: string;
  take: ReviewTake | undefined;
  onSend: (body: string, startMs: number | null) => void;
}) {
  const { id, owner, take, onSend } = props;
  const [body, setBody] = useDraft(owner, '');
  const [startMs, setStart] = useState<number | null>(null);
  const send = () => {
    if (body.trim() === '') return;
    onSend(body.trim(), startMs);
    setBody('');
    setStart(null);
  };
  const placeAtPosition = () => {
    if (take?.playback_url != null) setStart(getPosition());
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        id={id}
        rows={2}
        maxLength={MAX_LENGTHS.comment}
        dir="auto"
        aria-label={words.writeComment}
        placeholder={words.writeComment}
        value={body}
        onFocus={() => {
          if (startMs === null && getPosition() > 0) placeAtPosition();
        }}
        onChange={({ target }) => setBody(target.value)}
        onKeyDown={(event) => {
          if (isSendKey(event)) send();
        }}
      />
      <div className="row">
        {startMs === null ? (
          <Button className="button small quiet" onPress={placeAtPosition}>
            {words.setPlace}
          </Button>
        ) : (
          <Button className="button small quiet" onPress={() => setStart(null)}>
            {words.clearPlace(clock(startMs))}
          </Button>
        )}
        <Button type="submit" className="button small" isDisabled={body.trim() === ''}>
          {words.sendComment}
        </Button>
      </div>
    </form>
  );
}

/** The field for a reply, whose draft survives a reload. */
function Reply({ owner, onSend }: { owner: string; onSend: (body: string) => void }) {
  const [body, setBody] = useDraft(owner, '');
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && body === '')
    return (
      <Button className="button small quiet" onPress={() => setOpen(true)}>
        {words.reply}
      </Button>
    );
  const send = () => {
    if (body.trim() === '') return;
    onSend(body.trim());
    setBody('');
    setOpen(false);
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        rows={1}
        maxLength={MAX_LENGTHS.comment}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person has just opened this field
        autoFocus={isOpen}
        aria-label={words.writeReply}
        value={body}
        onChange={({ target }) => setBody(target.value)}
        onKeyDown={(event) => {
          if (isSendKey(event)) send();
        }}
      />
      <Button type="submit" className="button small" isDisabled={body.trim() === ''}>
        {words.reply}
      </Button>
    </form>
  );
}
