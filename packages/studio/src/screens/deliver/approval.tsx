import { Link } from '@tanstack/react-router';
import type { Review } from '@voiceloom/sdk';
import { count, language } from '../../format/format.ts';
import { Empty } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';

const words = text.deliver;
const COLUMNS = ['approved', 'waived', 'open', 'rejected', 'needs_work'] as const;
type Column = (typeof COLUMNS)[number];
type Counts = Record<`${Column}_count`, number>;

/** On a phone, a row is a grid. Some browsers then no longer present the table as one. */
const ROLES = {
  table: { role: 'table' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

const getCount = (counts: Counts, column: Column): number => counts[`${column}_count` as const];

/** The number of decided lines of a review, in all languages. */
export const sumCounts = ({ progress }: Review, column: Column): number =>
  progress.reduce((sum, counts) => sum + getCount(counts, column), 0);

/** The approved and missing lines of a run, with the next step. */
export function ApprovalCard({ review, runId }: { review: Review; runId: string }) {
  const { workflow_id, current_run_id, current_run_number } = review;
  return (
    <section className="card" aria-labelledby="approval">
      <h2 id="approval">{words.approval}</h2>
      {current_run_id === runId && <Approval review={review} />}
      {/* The review is about a later run. */}
      {current_run_id !== runId && (
        <div className="next">
          <p>{words.spokenAgain(current_run_number)}</p>
          <Link
            className="button"
            to="/productions/$workflowId/runs/$runId/deliver"
            params={{ workflowId: workflow_id, runId: current_run_id }}
          >
            {words.latest(current_run_number)}
          </Link>
        </div>
      )}
    </section>
  );
}

/** Shown until someone opens a review. Visiting this screen does not open one. */
export function NotReviewed({ params }: { params: { workflowId: string; runId: string } }) {
  return (
    <section className="card" aria-labelledby="approval">
      <h2 id="approval">{words.approval}</h2>
      <div className="next">
        <p>{words.notReviewed}</p>
        <Link className="button" to="/productions/$workflowId/runs/$runId/review" params={params}>
          {words.startReview}
        </Link>
      </div>
    </section>
  );
}

/** The state of the approval: what remains to be done, and the counts of lines by language and decision. */
function Approval({ review }: { review: Review }) {
  const { progress, approved_at, requires_approval } = review;
  if (progress.length === 0) return <Empty>{words.noLines}</Empty>;
  const totals = Object.fromEntries(COLUMNS.map((column) => [`${column}_count`, sumCounts(review, column)]));
  return (
    <>
      {approved_at !== null && (
        <p>
          <span className="status pass">
            <span aria-hidden="true">✓</span> {words.allSettled}
          </span>
        </p>
      )}
      {approved_at === null && <NextStep review={review} />}
      {approved_at === null && requires_approval && <p className="soft">{words.gateWaits}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the section scrolls horizontally */}
      <section className="scroll approval" tabIndex={0} aria-label={words.byLanguage}>
        <table className="rows tight" {...ROLES.table}>
          <thead>
            <tr {...ROLES.row}>
              <th scope="col" {...ROLES.columnheader}>
                {text.setup.locale}
              </th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="number" {...ROLES.columnheader}>
                  {words.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {progress.map((counts) => (
              <Row key={counts.locale_code} review={review} counts={counts} locale={counts.locale_code} />
            ))}
            {progress.length > 1 && <Row review={review} counts={totals as Counts} />}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The remaining steps until every line is approved or waived. */
function NextStep({ review }: { review: Review }) {
  const openCount = sumCounts(review, 'open');
  const rejectedCount = sumCounts(review, 'rejected');
  const sentBack = rejectedCount + sumCounts(review, 'needs_work');
  return (
    <>
      {openCount > 0 && (
        <div className="next">
          <p>{words.missing(count(openCount))}</p>
          <LinesLink className="button" review={review} column="open">
            {words.decide(count(openCount))}
          </LinesLink>
        </div>
      )}
      {sentBack > 0 && (
        <div className="next">
          <p>{words.sentBack(count(sentBack))}</p>
          <LinesLink
            className="button"
            review={review}
            column={rejectedCount > 0 ? 'rejected' : 'needs_work'}
          >
            {words.speakAgain(count(sentBack))}
          </LinesLink>
        </div>
      )}
      {openCount + sentBack === 0 && (
        <div className="next">
          <p>{words.otherTake}</p>
          <LinesLink className="button" review={review} column="approved">
            {words.findIt}
          </LinesLink>
        </div>
      )}
    </>
  );
}

/** The counts of one language, or of all, as links to the lines that they count. */
function Row(props: {
  review: Review;
  counts: Counts;
  /** Default: all languages. */
  locale?: string;
}) {
  const { review, counts, locale } = props;
  const scope = locale === undefined ? text.review.allLocales : language(locale);
  return (
    <tr {...ROLES.row}>
      <th scope="row" {...ROLES.rowheader}>
        {scope}
      </th>
      {COLUMNS.map((column) => {
        const number = getCount(counts, column);
        const label = words.linesOf(count(number), words.columns[column], scope);
        return (
          <td key={column} className="number" {...ROLES.cell}>
            {number === 0 ? (
              <span className="soft">0</span>
            ) : (
              <LinesLink review={review} column={column} locale={locale} label={label}>
                {count(number)}
              </LinesLink>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Leads to the lines in the review. */
function LinesLink(props: {
  review: Review;
  column: Column;
  locale?: string | undefined;
  label?: string;
  className?: string;
  children: string;
}) {
  const { review, column, locale, label, className, children } = props;
  const search: { decision: Column; locale?: string } = { decision: column };
  if (locale !== undefined) search.locale = locale;
  return (
    <Link
      to="/productions/$workflowId/runs/$runId/review"
      params={{ workflowId: review.workflow_id, runId: review.current_run_id }}
      search={search as never}
      {...(label !== undefined && { 'aria-label': label })}
      {...(className !== undefined && { className })}
    >
      {children}
    </Link>
  );
}
