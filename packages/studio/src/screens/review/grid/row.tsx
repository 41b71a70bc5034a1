import type { ReviewItem } from '@voiceloom/sdk';
import { memo, type ReactNode } from 'react';
import { count, language } from '../../../format/format.ts';
import { text } from '../../../text/en.ts';
import { getDecision, type LineDecision } from '../data/line-decision.ts';
import { DecisionMark } from './decision-mark.tsx';

const words = text.review;

export const rowId = (index: number): string => `line-${index}`;

export interface RowActions {
  open: (index: number) => void;
  /** Undefined for people who may not decide, because they cannot do anything with selected lines. */
  mark: ((index: number, upTo: boolean) => void) | undefined;
  resolve: (no: number, side: 'mine' | 'theirs') => void;
}

/** Memoized, so that a scroll or a decision renders only the rows that it changes. */
export const Row = memo(function Row(props: {
  index: number;
  top: number;
  item: ReviewItem | undefined;
  isCurrent: boolean;
  isMarked: boolean;
  pending: LineDecision | undefined;
  assignee: string | undefined;
  actions: RowActions;
}) {
  const { index, top, item, isCurrent, isMarked, pending, assignee, actions } = props;
  const { mark } = actions;
  return (
    // biome-ignore lint/a11y: the grid handles keys and names its current row
    <div
      id={rowId(index)}
      role="row"
      className="line"
      aria-rowindex={index + 2}
      aria-selected={isMarked}
      aria-current={isCurrent}
      aria-busy={item === undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => actions.open(index)}
    >
      {item && (
        <Cells
          item={item}
          isMarked={isMarked}
          lineDecision={getDecision(item, pending)}
          assignee={assignee}
          onMark={mark && ((upTo) => mark(index, upTo))}
          onResolve={(side) => actions.resolve(item.no, side)}
        />
      )}
    </div>
  );
});

function Cell(props: {
  column: string;
  look?: string;
  title?: string;
  lang?: string;
  dir?: 'auto';
  children: ReactNode;
}) {
  const { column, look = '', ...rest } = props;
  // biome-ignore lint/a11y: a cell of a virtual grid is not a table cell, and the grid handles keys
  return <span role="gridcell" className={`column-${column} ${look}`} {...rest} />;
}

/** The cells of a loaded line, in the order of `COLUMNS` in `grid.tsx`. */
function Cells(props: {
  item: ReviewItem;
  isMarked: boolean;
  lineDecision: LineDecision;
  assignee: string | undefined;
  onMark: ((upTo: boolean) => void) | undefined;
  onResolve: (side: 'mine' | 'theirs') => void;
}) {
  const { item, isMarked, lineDecision, assignee, onMark, onResolve } = props;
  const { line_id, character_name, locale_code, script, source_script, score, verdict, takes_count } = item;
  return (
    <>
      <Cell column="select">
        {onMark && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={words.selectLine(line_id)}
            checked={isMarked}
            readOnly
            onClick={(event) => {
              event.stopPropagation();
              onMark(event.shiftKey);
            }}
          />
        )}
      </Cell>
      <Cell column="line" look="mono" title={line_id}>
        {line_id}
        {item.unresolved_count > 0 && (
          <span className="soft numbers code" title={words.openComments(item.unresolved_count)}>
            {' '}
            <svg className="bubble" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M2 2h12v9H8l-4 4v-4H2z" />
            </svg>
            <span aria-hidden="true"> {item.unresolved_count}</span>
            <span className="hidden">{words.openComments(item.unresolved_count)}</span>
          </span>
        )}
      </Cell>
      <Cell column="character" dir="auto" title={language(locale_code)}>
        {character_name ?? '–'} <span className="soft code">{locale_code}</span>
      </Cell>
      <Cell column="source" look="soft clip" dir="auto">
        {source_script}
      </Cell>
      <Cell column="text" look="clip" lang={locale_code} dir="auto">
        {script}
      </Cell>
      <Cell column="score" look={`numbers verdict ${verdict ?? 'none'}`}>
        {score === null
          ? words.verdicts[verdict ?? 'none']
          : `${count(score)} ${words.verdictSigns[verdict ?? 'none']}`}
        {item.too_long && (
          <span className="too-long" title={words.tooLongHelp}>
            {' '}
            {words.tooLong}
          </span>
        )}
      </Cell>
      <Cell column="takes" look="numbers soft">
        {takes_count}
        {item.is_outlier && <span title={words.outlierHelp}> ◆</span>}
      </Cell>
      <Cell column="decision">
        <DecisionMark lineDecision={lineDecision} onResolve={onResolve} />
        {item.has_new_take && lineDecision.decision === null && <span className="soft">{words.newTake}</span>}
        {assignee !== undefined && lineDecision.decision === null && (
          <span className="soft clip-one">→ {assignee}</span>
        )}
      </Cell>
    </>
  );
}
