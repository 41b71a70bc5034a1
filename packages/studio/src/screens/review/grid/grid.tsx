import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { ReviewItem } from '@voiceloom/sdk';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { text } from '../../../text/en.ts';
import type { PendingDecisions } from '../data/line-decision.ts';
import type { Range } from '../data/lines.ts';
import { Row, type RowActions, rowId } from './row.tsx';

const words = text.review;
const ROW_PX = 56;
const OVERSCAN = 8;
/** The minimum interval between two requests for pages while the person drags the scroll bar. */
const PACE_MS = 80;

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  total: number;
  getLine: (index: number) => ReviewItem | undefined;
  cursor: number;
  marks: ReadonlyMap<number, ReviewItem>;
  pending: PendingDecisions;
  /** Names by assignment. */
  assignees: ReadonlyMap<string, string>;
  hasSources: boolean;
  actions: RowActions;
  onRange: (range: Range) => void;
  /** Shown if there are no rows. */
  empty: ReactNode;
}

/** The lines. The page contains only those that are visible. */
export function Grid(props: Props) {
  const { ref, total, cursor, marks, pending, assignees, hasSources, actions, onRange } = props;
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => ref.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    // Screen readers read the current line, so it must exist even if it is scrolled out of view.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), Math.min(cursor, total - 1)])],
  });
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {};
  useThrottledRange(onRange, { first: startIndex, last: endIndex });
  useEffect(() => {
    if (cursor < total) rows.scrollToIndex(cursor, { align: 'auto' });
  }, [rows, cursor, total]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be virtual and keep its rows' heights
    <div
      ref={ref}
      className={hasSources ? 'lines with-sources' : 'lines'}
      role="grid"
      tabIndex={0}
      aria-label={words.lines}
      aria-rowcount={total + 1}
      aria-multiselectable={actions.mark !== undefined}
      aria-activedescendant={total > 0 ? rowId(cursor) : undefined}
    >
      <Header hasSources={hasSources} />
      {total === 0 && props.empty}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className="body" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = props.getLine(index);
          return (
            <Row
              key={index}
              index={index}
              top={start}
              item={item}
              isCurrent={index === cursor}
              isMarked={item !== undefined && marks.has(item.no)}
              pending={item && pending.get(item.no)}
              assignee={item?.assignment_id ? assignees.get(item.assignment_id) : undefined}
              actions={actions}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Reports the latest range at most once per interval, because each report renders the whole page. */
function useThrottledRange(onRange: (range: Range) => void, { first, last }: Range): void {
  const newest = useRef<Range>({ first, last });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    newest.current = { first, last };
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      onRange(newest.current);
    }, PACE_MS);
  }, [onRange, first, last]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}

const COLUMNS = ['select', 'line', 'character', 'source', 'text', 'score', 'takes', 'decision'] as const;

function Header({ hasSources }: { hasSources: boolean }) {
  return (
    // biome-ignore lint/a11y: a row of a virtual grid is not a table row
    <div role="rowgroup" className="heads">
      {/* biome-ignore lint/a11y: see above */}
      <div role="row" className="line" aria-rowindex={1}>
        {COLUMNS.filter((column) => hasSources || column !== 'source').map((column) => (
          // biome-ignore lint/a11y: see above
          <span key={column} role="columnheader" className={`column-${column}`}>
            {words.columns[column]}
          </span>
        ))}
      </div>
    </div>
  );
}
