import type { ReviewItemDetail, ReviewTake, WordDiff } from '@voiceloom/sdk';
import { text } from '../../../text/en.ts';
import { playFrom } from '../sound.ts';

const words = text.review;

/** The text with its source, and the differences to the transcript. */
export function Texts({ detail, take }: { detail: ReviewItemDetail; take: ReviewTake | undefined }) {
  const { script, source_script, locale_code, notes, direction, too_long_reason } = detail;
  const transcript = take?.verdicts.find(({ kind, diff }) => kind === 'error_rate' && diff.length > 0);
  return (
    <div className="texts">
      <div className="pair">
        {source_script !== null && (
          <p className="soft" dir="auto">
            <span className="label">{words.source}</span>
            {source_script}
          </p>
        )}
        <p lang={locale_code} dir="auto">
          <span className="label">{words.text}</span>
          {script}
        </p>
      </div>
      {too_long_reason !== null && <p className="too-long">{too_long_reason}</p>}
      {direction !== null && (
        <p className="soft" dir="auto">
          <span className="label">{words.direction}</span>
          {direction}
        </p>
      )}
      {notes !== null && (
        <p className="soft" dir="auto">
          <span className="label">{words.notes}</span>
          {notes}
        </p>
      )}
      {transcript && (
        <p lang={locale_code} dir="auto" className="diff">
          <span className="label">{words.heard}</span>
          {transcript.diff.map((part, index) => (
            <Part key={index} part={part} />
          ))}
        </p>
      )}
    </div>
  );
}

/** A part of the text that was spoken as written, or a missing and a different text. */
function Part({ part: { op, script, transcript, start_ms } }: { part: WordDiff }) {
  if (op === 'match' || op === 'homophone') return <>{script} </>;
  return (
    <>
      {script !== '' && (
        <del>
          <span className="hidden">{words.missing}</span>
          {script}
        </del>
      )}{' '}
      {transcript !== '' && (
        <ins>
          <span className="hidden">{words.insteadHeard}</span>
          {start_ms === null ? (
            transcript
          ) : (
            <button type="button" className="word" onClick={() => playFrom(start_ms)}>
              {transcript}
            </button>
          )}
        </ins>
      )}{' '}
    </>
  );
}
