import type { ReviewTake, Verdict } from '@voiceloom/sdk';
import { Button } from 'react-aria-components';
import { count } from '../../../format/format.ts';
import { text } from '../../../text/en.ts';
import { toReadable } from '../../../text/labels.ts';
import type { LineDecision } from '../data/line-decision.ts';

const words = text.review;

/** The takes of a line side by side. */
export function Takes(props: {
  takes: readonly ReviewTake[];
  lineDecision: LineDecision;
  current: string | undefined;
  onChoose: (audioId: string) => void;
}) {
  const { takes, lineDecision, current: currentTake, onChoose } = props;
  if (takes.length === 0) return <p className="soft">{words.noTakes}</p>;
  const isCompared = takes.some(({ run_number }) => run_number !== takes[0]?.run_number);
  return (
    <ul className="takes" aria-label={words.takes}>
      {takes.map((take, index) => (
        <li key={take.audio_id} className={take.audio_id === currentTake ? 'take current' : 'take'}>
          <Button
            className="button small"
            aria-pressed={take.audio_id === currentTake}
            isDisabled={take.playback_url === null}
            onPress={() => onChoose(take.audio_id)}
          >
            {words.take(index + 1, isCompared ? take.run_number : undefined)}
          </Button>
          <Facts
            take={take}
            isChosen={lineDecision.decision === 'approved' && lineDecision.audio_id === take.audio_id}
          />
        </li>
      ))}
    </ul>
  );
}

/** Who spoke a take, what it cost, and what the checks said about it. */
function Facts({ take, isChosen }: { take: ReviewTake; isChosen: boolean }) {
  const { voice_name, provider, model, strategy, credits, is_delivered, verdicts } = take;
  return (
    <>
      <p className="row">
        {is_delivered && <span className="status none">{words.delivered}</span>}
        {isChosen && <span className="status pass">✓ {words.decisions.approved}</span>}
        {take.playback_url === null && <span className="soft">{words.noSound}</span>}
      </p>
      <p>
        {voice_name} <span className="soft">{[provider, model].filter(Boolean).join(' · ')}</span>
      </p>
      <p className="soft numbers">
        {[strategy?.replaceAll('_', ' '), credits !== null && text.credits(count(credits))]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul className="verdicts">
        {verdicts.map((verdict) => (
          <VerdictItem key={verdict.label} verdict={verdict} />
        ))}
      </ul>
    </>
  );
}

const LOOKS = { pass: ['pass', '✓'], fail: ['fail', '✕'], unscored: ['none', '–'] } as const;

/** The result of one check, with the measurements that failed. */
function VerdictItem({ verdict }: { verdict: Verdict }) {
  const { label, score, status, reason, evidence } = verdict;
  const [look, sign] = LOOKS[status];
  const failures = evidence.filter((verdict) => !verdict.passed);
  return (
    <li>
      <span className={`status ${look}`}>
        <span aria-hidden="true">{sign}</span> {label} {score !== null && count(score)}
      </span>
      {reason !== null && <p className="soft">{toReadable(reason)}</p>}
      {failures.map(({ metric, start_ms, value, min, max, unit }) => {
        const withUnit = (amount: number) => [count(amount), unit].filter(Boolean).join(' ');
        // `longest pause 840 ms, at most 600 ms`.
        const facts = [
          `${metric.replaceAll('_', ' ')} ${withUnit(value)}`,
          min !== null && words.min(withUnit(min)),
          max !== null && words.max(withUnit(max)),
        ];
        return (
          <p key={`${metric} ${start_ms}`} className="soft numbers">
            {facts.filter(Boolean).join(', ')}
          </p>
        );
      })}
    </li>
  );
}
