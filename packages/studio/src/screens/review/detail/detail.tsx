import { useQuery } from '@tanstack/react-query';
import type { ReviewDecisionInput, ReviewItem, ReviewItemDetail, ReviewTake } from '@voiceloom/sdk';
import { useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { Write } from '../../../api/outbox/writes.ts';
import { language } from '../../../format/format.ts';
import { Loaded } from '../../../parts/states.tsx';
import { text } from '../../../text/en.ts';
import { itemQuery } from '../data/cache.ts';
import { getDecision, type LineDecision } from '../data/line-decision.ts';
import { DecisionMark } from '../grid/decision-mark.tsx';
import type { Rights } from '../rights.ts';
import { audio, renew, show } from '../sound.ts';
import { selectTake } from '../take.ts';
import { type CommentAction, Comments } from './comments.tsx';
import { Decide } from './decide.tsx';
import { History, SentBack } from './history.tsx';
import { Locked } from './locked.tsx';
import { Takes } from './takes.tsx';
import { Texts } from './texts.tsx';
import { Wave } from './wave.tsx';

const words = text.review;

export interface DetailActions {
  decide: (body: ReviewDecisionInput) => void;
  resolve: (no: number, side: 'mine' | 'theirs') => void;
  choose: (audioId: string) => void;
  unlock: (no: number) => void;
  write: (action: CommentAction) => void;
  discard: (write: Write) => void;
  close: () => void;
}

interface Props {
  reviewId: string;
  item: ReviewItem;
  /** The take that this person chose to listen to. */
  chosenTakeId: string | undefined;
  pending: LineDecision | undefined;
  writes: readonly Write[];
  /** The person who types, as the key of drafts. */
  owner: string;
  rights: Rights;
  isUnlocking: boolean;
  actions: DetailActions;
}

/** A line with all data that a person needs to judge it. */
export function Detail({ reviewId, item, chosenTakeId, pending, actions, ...rest }: Props) {
  const { no, line_id, character_name, locale_code } = item;
  const query = useQuery(itemQuery(reviewId, no));
  const pane = useRef<HTMLElement>(null);
  // The decisions about another line are at the top. In a sheet, only its material scrolls.
  useEffect(() => {
    const parts = [pane.current, pane.current?.querySelector('.material')];
    if (no > 0) for (const part of parts) part?.scrollTo(0, 0);
  }, [no]);
  return (
    <section ref={pane} className="detail" aria-label={words.lineTitle(line_id)}>
      <div className="head">
        <h2>
          <span className="mono">{line_id}</span>{' '}
          <span className="soft" dir="auto">
            {[character_name, language(locale_code)].filter(Boolean).join(' · ')}
          </span>
        </h2>
        <Button className="button quiet small sheet-only" onPress={actions.close}>
          {text.close}
        </Button>
      </div>
      <DecisionMark
        lineDecision={getDecision(item, pending)}
        onResolve={(side) => actions.resolve(no, side)}
      />
      <Loaded query={query}>
        {(detail) => (
          <Whole
            {...{ reviewId, detail, chosenTakeId, pending, actions, ...rest }}
            onStale={() => void query.refetch()}
          />
        )}
      </Loaded>
    </section>
  );
}

/** The pane of a loaded line. */
function Whole(props: Omit<Props, 'item'> & { detail: ReviewItemDetail; onStale: () => void }) {
  const { reviewId, detail, chosenTakeId, pending, actions, onStale } = props;
  const { writes, owner, rights, isUnlocking } = props;
  const { no, takes } = detail;
  const lineDecision = getDecision(detail, pending);
  const take = selectTake(detail, chosenTakeId ?? lineDecision.audio_id);
  useSound(`${reviewId} ${no}`, take, onStale);
  const lineWrites = writes.filter(
    (write) => write.kind !== 'decide_many' && write.kind !== 'decide' && write.no === no,
  );
  return (
    <>
      <Decide
        key={`decide ${no}`}
        {...{ detail, lineDecision, take, owner, rights }}
        onDecide={actions.decide}
      />
      <div className="material">
        {detail.is_locked && (
          <Locked {...{ rights }} isPending={isUnlocking} onUnlock={() => actions.unlock(no)} />
        )}
        <Texts detail={detail} take={take} />
        {take && <Wave take={take} comments={detail.comments} />}
        {/* Below the waveform, because it arrives later. */}
        {detail.has_new_take && lineDecision.decision === null && <SentBack reviewId={reviewId} no={no} />}
        <Takes {...{ takes, lineDecision }} current={take?.audio_id} onChoose={actions.choose} />
        <Comments
          key={`comments ${no}`}
          {...{ detail, take, writes: lineWrites, owner }}
          personId={rights.personId}
          mayComment={rights.mayComment}
          onWrite={actions.write}
          onDiscard={actions.discard}
        />
        <History reviewId={reviewId} no={no} takes={takes} />
      </div>
    </>
  );
}

/** Loads this take into the player. If its URL does not work, for example after expiry, reads the line again once. */
function useSound(line: string, take: ReviewTake | undefined, onStale: () => void): void {
  const url = take?.playback_url;
  useEffect(() => {
    show(line, take);
    if (take && url) renew(line, take);
  }, [line, take, url]);
  useEffect(() => {
    if (!url) return;
    const onError = () => {
      audio.removeEventListener('error', onError);
      onStale();
    };
    audio.addEventListener('error', onError);
    return () => audio.removeEventListener('error', onError);
  }, [url, onStale]);
}
