import { controlOfCell, type LineControls } from '../line-controls.ts';
import { brokenFile, quoteForMessage } from '../script-error.ts';
import type { Sink } from '../script-lines.ts';
import type { ColumnUse } from '../script-reading.ts';
import type { ColumnPlan } from './csv-columns.ts';
import { type Limits, type LimitUnit, readLimit } from './line-limits.ts';
import { unguardFormula } from './write-csv.ts';

export type Row = { cells: string[]; row: number };

/** Converts table rows to lines, and reports the used columns at the end. */
export function createTable(plan: ColumnPlan, sink: Sink): { add: (row: Row) => void; finish: () => void } {
  const filled = new Set<number>();
  const nameOf = (index: number): string => plan.names[index] || `column ${index + 1}`;
  const planned = usesOf(plan);
  sink.notes.columnsFound({
    used: planned.map(({ index, ...use }) => ({ column: nameOf(index), ...use })),
    unused: plan.names.filter((name, index) => name !== '' && planned.every((use) => use.index !== index)),
  });
  const add = (row: Row): void => {
    addRow(plan, row, sink);
    for (const [index, name] of plan.names.entries()) {
      if (name === '' && row.cells[index]?.trim()) filled.add(index);
    }
  };
  const finish = (): void => {
    const uses = planned.filter(({ used_as }) => used_as !== 'line_id' || readsId(plan, sink));
    for (const [index, name] of plan.names.entries()) {
      const column = nameOf(index);
      const used = uses.filter((use) => use.index === index);
      for (const { index: _index, ...use } of used) sink.notes.columnUsed({ column, ...use });
      // A column without name and content is ignored.
      if (used.length === 0 && (name !== '' || filled.has(index))) sink.notes.columnUnused(column);
    }
  };
  return { add, finish };
}

type Use = { index: number; used_as: ColumnUse; locale_code?: string; unit?: LimitUnit };

function usesOf({ scripts, fields, limits, controls = [] }: ColumnPlan): Use[] {
  return [
    ...scripts.map(({ index, locale }): Use => {
      const locale_code = locale === null ? {} : { locale_code: locale };
      return { index, used_as: 'script', ...locale_code };
    }),
    ...Object.entries(fields).map(([field, index]): Use => ({ index, used_as: field as ColumnUse })),
    ...controls.map(({ index }): Use => ({ index, used_as: 'controls' })),
    ...limits.map(({ index, unit }): Use => {
      const used_as = unit === 'characters' ? 'max_characters' : 'max_duration_ms';
      return unit === null ? { index, used_as } : { index, used_as, unit };
    }),
  ];
}

function readsId({ has_weak_id = false }: ColumnPlan, { weak_ids }: Pick<Sink, 'weak_ids'>): boolean {
  return weak_ids || !has_weak_id;
}

function addRow(plan: ColumnPlan, { cells, row }: Row, { add, notes, weak_ids }: Sink): void {
  refuseExtraCells(plan, { cells, row });
  const cell = (index: number | undefined) => (index === undefined ? '' : unguardFormula(cells[index] ?? ''));
  const { fields } = plan;
  const scripts = plan.scripts.filter(({ index }) => cell(index).trim() !== '');
  if (scripts.length === 0) {
    notes.skipped({ row, code: 'no_text', message: 'The row has no text to speak.' });
    return;
  }
  for (const { index, locale } of plan.scripts) {
    if (locale === null || cell(index).trim() !== '') continue;
    const message = `The column ${quoteForMessage(plan.names[index] ?? '')} is empty.`;
    notes.skipped({ row, code: 'empty_text', message });
  }
  const controls = controlsOf(plan, { row, cells });
  const limits = limitsOf(plan, { row, cells }, notes);
  for (const { index, locale } of scripts) {
    add({
      script: cell(index),
      row,
      line_id: readsId(plan, { weak_ids }) ? cell(fields.line_id) : '',
      has_weak_id: plan.has_weak_id ?? false,
      source_line_id: cell(fields.source_line_id),
      locale: locale ?? cell(fields.locale),
      locale_column: plan.names[locale === null ? (fields.locale ?? index) : index] ?? '',
      character_name: cell(fields.character_name),
      notes: cell(fields.notes),
      direction: cell(fields.direction),
      controls,
      ...limits,
    });
  }
}

function controlsOf({ controls = [], names }: ColumnPlan, { cells, row }: Row): LineControls {
  const set = controls.flatMap(({ index, name }) => {
    const place = { row, column: names[index] ?? name };
    const value = controlOfCell(unguardFormula(cells[index] ?? ''), place);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

function limitsOf({ limits, names }: ColumnPlan, { cells, row }: Row, notes: Sink['notes']): Limits {
  const found: Limits = {};
  for (const { index, measure, unit } of limits) {
    const column = names[index] ?? '';
    const cell = unguardFormula(cells[index] ?? '');
    Object.assign(found, readLimit(cell, { measure, unit, row, column, notes }));
  }
  return found;
}

/** If a row has more cells than columns, unquoted text contains a delimiter, and part of the line would be lost. */
function refuseExtraCells(plan: ColumnPlan, { cells, row }: Row): void {
  const width = plan.names.length;
  if (!cells.slice(width).some((cell) => cell.trim() !== '')) return;
  throw brokenFile(
    `The row has ${cells.length} cells, but the file has ${width} columns. Put text that contains the delimiter in quotes.`,
    row,
  );
}
