import type { Review } from '@voiceloom/sdk';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { text } from '../../../text/en.ts';
import type { Filter } from '../data/filter.ts';
import type { PendingDecisions } from '../data/line-decision.ts';
import type { Lines } from '../data/lines.ts';
import type { Live } from '../data/use-live.ts';
import { composerId } from '../detail/comments.tsx';
import type { DetailActions } from '../detail/detail.tsx';
import type { RowActions } from '../grid/row.tsx';
import { isHandledByElement, toCommand } from '../keys.ts';
import type { Rights } from '../rights.ts';
import { type Acts, perform } from './commands.ts';
import { focusSoon } from './focus.ts';
import { useDecisions } from './use-decisions.ts';
import { useListen } from './use-listen.ts';
import { useMarks } from './use-marks.ts';
import { usePreload } from './use-preload.ts';

const words = text.review;
/** The maximum distance from the cursor when searching an undone line. */
const MAX_SEARCH_DISTANCE = 500;

/** `assign` is for the selected lines or the current line. `assign_all` is for all lines that match the filter. */
type DialogName = 'keys' | 'share' | 'retry' | 'assign' | 'assign_all' | 'all';

/** The actions of a reviewer: move, listen, decide, select. Keys and buttons call them. */
export function useDesk(options: {
  review: Review;
  live: Live;
  lines: Lines;
  cursor: number;
  setCursor: (index: number) => void;
  pending: PendingDecisions;
  filter: Filter;
  setFilter: (change: Filter) => void;
  areKeysOn: boolean;
  rights: Rights;
}) {
  const { review, live, lines, cursor, setCursor, pending, filter, setFilter, areKeysOn } = options;
  const { outbox } = live;
  const { mayDecide, isGuest } = options.rights;
  const [announcement, announce] = useState('');
  const [dialog, setDialog] = useState<DialogName>();
  const [isSheet, setSheet] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const item = lines.getLine(cursor);
  const listen = useListen(review.id, item, pending);
  const marking = useMarks(lines.getLine, mayDecide);
  const { marks, mark, markTo, clearMarks } = marking;
  const focusGrid = useCallback(() => grid.current?.focus({ preventScroll: true }), []);
  const decisions = useDecisions({ ...options, announce, item, marking, focusGrid, takeNow: listen.takeNow });
  const hasFocused = useRef(false);
  // Focuses the list once, when its first lines are there. Later, the focus stays where the person types.
  useEffect(() => {
    if (lines.isPending || hasFocused.current) return;
    hasFocused.current = true;
    focusGrid();
  }, [lines.isPending, focusGrid]);
  usePreload(review.id, lines, cursor);

  const move = (index: number) => {
    const newCursor = Math.max(0, Math.min(lines.total - 1, index));
    setCursor(newCursor);
    listen.prepare(lines.getLine(newCursor)?.no);
  };
  const closeSheet = () => {
    setSheet(false);
    focusGrid();
  };
  const acts: Acts = {
    cursor,
    move,
    mark,
    markTo,
    decide: decisions.decide,
    byWord: listen.byWord,
    show: (name) => {
      if (name !== 'assign' || (mayDecide && !isGuest)) setDialog(name);
    },
    open: () => setSheet(true),
    chooseAt: (index) => listen.choose(listen.takeIdAt(index)),
    byLocale: (direction) => {
      let { locale } = filter;
      // If there are several languages, "all languages" is one of the choices.
      const locales = [undefined, ...review.progress.map(({ locale_code }) => locale_code)];
      // After the last one comes the first one again, in both directions.
      if (locales.length > 2) locale = locales.at((locales.indexOf(locale) + direction) % locales.length);
      setFilter({ locale });
      announce(words.showsLocale(locale));
    },
    comment: () => {
      setSheet(true);
      if (item) focusSoon(composerId(item.no));
    },
    undo: () => move(findIndex(lines, cursor, decisions.undo()) ?? cursor),
    unlock: decisions.unlock,
    close: () => {
      // The first press leaves the sheet or the pane. Another press in the list clears the selection.
      if (!isSheet && document.activeElement === grid.current) clearMarks();
      closeSheet();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = toCommand(event.nativeEvent, areKeysOn);
    if (command === undefined || dialog !== undefined || isHandledByElement(event.target, event.key)) return;
    event.preventDefault();
    perform(command, acts);
  };
  const rowActions = useRowActions(acts, outbox.resolve, mayDecide);
  const detailActions: DetailActions = {
    decide: decisions.decideWith,
    resolve: rowActions.resolve,
    choose: listen.choose,
    unlock: (no) => decisions.unlocking.unlock([no]),
    write: (action) => void outbox.add(action),
    discard: (write) => void outbox.drop([write]),
    close: closeSheet,
  };
  const closeDialog = () => {
    setDialog(undefined);
    requestAnimationFrame(focusGrid);
  };
  return {
    item,
    chosenTakeId: listen.chosenTakeId,
    marks,
    grid,
    isSheet,
    dialog,
    setDialog,
    closeDialog,
    announcement,
    announce,
    onKeyDown,
    rowActions,
    detailActions,
    clearMarks,
    decideMarked: decisions.decideMarked,
    unlocking: decisions.unlocking,
  };
}

/** Functions that never change, so that a row is rendered again only if its line changes. */
function useRowActions(
  acts: Acts,
  resolve: (no: number, side: 'mine' | 'theirs') => Promise<void>,
  mayDecide: boolean,
): RowActions {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  return useMemo(
    () => ({
      open: (index) => {
        latest.current.move(index);
        latest.current.open();
      },
      mark: mayDecide
        ? (index, upTo) => {
            const { mark, markTo, cursor } = latest.current;
            if (upTo) markTo(index, cursor);
            else mark(index, index);
          }
        : undefined,
      resolve: (no, side) => void resolve(no, side),
    }),
    [resolve, mayDecide],
  );
}

/** The current position of a line, searched near the visible lines. */
function findIndex(lines: Lines, cursor: number, no: number | undefined): number | undefined {
  if (no === undefined) return undefined;
  for (let away = 0; away <= MAX_SEARCH_DISTANCE; away += 1)
    for (const index of [cursor - away, cursor + away]) if (lines.getLine(index)?.no === no) return index;
  return undefined;
}
