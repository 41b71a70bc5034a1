import { type LineControls, readControlCell } from '../line-controls.ts';
import { brokenFile, quoteForMessage } from '../script-error.ts';
import type { Sink } from '../script-lines.ts';
import type { UsedColumn } from '../script-reading.ts';
import type { ColumnPlan } from './csv-columns.ts';
import { describeLimit, type Limits, readLimit } from './line-limits.ts';
import { unguardFormula } from './write-csv.ts';

export type Row = { cells: string[]; row: number };

type ColumnUse = Omit<UsedColumn, 'column'> & { index: number };

/** Converts table rows to lines, and reports the used columns at the end. */
export function createTable(plan: ColumnPlan, sink: Sink): { add: (row: Row) => void; finish: () => void } {
  const { names } = plan;
  const { notes } = sink;
  const nameColumn = (index: number): string => names[index] || `column ${index + 1}`;
  const uses = listUses(plan);
  const usedIndexes = new Set(uses.map(({ index }) => index));
  notes.columnsFound({
    used: uses.map(({ index, ...use }) => ({ column: nameColumn(index), ...use })),
    unused: names.filter((name, index) => name !== '' && !usedIndexes.has(index)),
  });
  for (const { index, is_guess } of plan.limits) {
    if (!is_guess) continue;
    const column = quoteForMessage(nameColumn(index));
    const message = `The lengths in the column ${column} are read as limits. If they are not, set \`columns.max_duration_ms\` to null.`;
    notes.doubtful({ row: 1, code: 'guessed_limit', message });
  }
  /** Columns without a name that have content. */
  const unnamedColumns = new Set<number>();
  const add = (row: Row): void => {
    addRow(plan, row, sink);
    for (const [index, name] of names.entries())
      if (name === '' && row.cells[index]?.trim()) unnamedColumns.add(index);
  };
  const finish = (): void => {
    const hasIds = sink.weak_ids || !plan.has_weak_id;
    const actualUses = uses.filter(({ used_as }) => used_as !== 'line_id' || hasIds);
    const byIndex = Map.groupBy(actualUses, ({ index }) => index);
    for (const [index, name] of names.entries()) {
      const column = nameColumn(index);
      const columnUses = byIndex.get(index);
      if (columnUses) for (const { index: _, ...use } of columnUses) notes.columnUsed({ column, ...use });
      else if (name !== '' || unnamedColumns.has(index)) notes.columnUnused(column);
    }
  };
  return { add, finish };
}

/** What each column is used as. */
function listUses({ scripts, fields, limits, controls }: ColumnPlan): ColumnUse[] {
  const uses: ColumnUse[] = [];
  for (const { index, locale } of scripts)
    uses.push({ index, used_as: 'script', locale_code: locale ?? undefined });
  for (const [field, index] of Object.entries(fields))
    uses.push({ index, used_as: field as UsedColumn['used_as'] });
  for (const { index } of controls) uses.push({ index, used_as: 'controls' });
  for (const { index, unit } of limits) uses.push({ index, ...describeLimit(unit) });
  return uses;
}

/** Adds a line for each text of a row, with the other cells of the row as its facts. */
function addRow(plan: ColumnPlan, { cells, row }: Row, { add, notes, weak_ids }: Sink): void {
  const { fields, names, has_weak_id = false } = plan;
  // If a row has more cells than columns, unquoted text contains a delimiter, and part of the line would be lost.
  if (cells.slice(names.length).some((cell) => cell.trim() !== ''))
    throw brokenFile(
      `The row has ${cells.length} cells, but the file has ${names.length} columns. Put text that contains the delimiter in quotes.`,
      row,
    );
  const readCell = (index = -1) => unguardFormula(cells[index] ?? '');
  const scripts = plan.scripts.filter(({ index }) => readCell(index).trim() !== '');
  if (scripts.length === 0) {
    notes.skipped({ row, code: 'no_text', message: 'The row has no text to speak.' });
    return;
  }
  for (const { index, locale } of plan.scripts) {
    if (locale === null || readCell(index).trim() !== '') continue;
    const message = `The column ${quoteForMessage(names[index] ?? '')} is empty.`;
    notes.skipped({ row, code: 'empty_text', message });
  }
  const facts = {
    row,
    line_id: weak_ids || !has_weak_id ? readCell(fields.line_id) : '',
    has_weak_id,
    source_line_id: readCell(fields.source_line_id),
    character_name: readCell(fields.character_name),
    notes: readCell(fields.notes),
    direction: readCell(fields.direction),
    controls: readControls(plan, { cells, row }),
    ...readLimits(plan, { cells, row }, notes),
  };
  const rowLocale = readCell(fields.locale);
  for (const { index, locale } of scripts) {
    const localeIndex = locale === null ? fields.locale : undefined;
    add({
      ...facts,
      script: readCell(index),
      locale: locale ?? rowLocale,
      locale_column: names[localeIndex ?? index] ?? '',
    });
  }
}

/** The controls of a row, from its columns of controls. */
function readControls({ controls, names }: ColumnPlan, { cells, row }: Row): LineControls {
  const values: Record<string, LineControls[string]> = {};
  for (const { index, name } of controls) {
    const cell = unguardFormula(cells[index] ?? '');
    const value = readControlCell(cell, { row, column: names[index] ?? name });
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The limits of a row. Cells that are no limit are reported to `notes`. */
function readLimits({ limits, names }: ColumnPlan, { cells, row }: Row, notes: Sink['notes']): Limits {
  const rowLimits: Limits = {};
  for (const { index, measure, unit } of limits) {
    const cell = unguardFormula(cells[index] ?? '');
    const column = names[index] ?? '';
    Object.assign(rowLimits, readLimit(cell, { measure, unit, row, column, notes }));
  }
  return rowLimits;
}
