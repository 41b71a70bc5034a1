import { countText } from '../count-text.ts';
import type { LineField } from './csv/column-names.ts';
import { describeLimit, type LimitUnit } from './csv/line-limits.ts';
import type { ScriptLine } from './script-lines.ts';

/** How a column or JSON field can be used. */
export type ColumnUse = LineField | 'controls' | 'max_duration_ms' | 'max_characters';

/** `unit`: the unit of a column of limits, unless only its cells have units. */
export type UsedColumn = {
  column: string;
  used_as: ColumnUse;
  locale_code?: string | undefined;
  unit?: LimitUnit | undefined;
};
/** A part of a file that is not spoken, or that may be wrong, with the reason. */
export type ReportedPart = { row: number; code: string; message: string };

/** How a script was read, as JSON with API field names. */
export type ScriptReading = {
  format: string;
  encoding: string | null;
  /** Whether the encoding was detected, because neither the file nor its bytes declare it. */
  encoding_guessed: boolean;
  line_count: number;
  /** Lines with a positional id, because the file has none. */
  generated_id_count: number;
  columns_used: UsedColumn[];
  columns_unused: string[];
  skipped_count: number;
  /** The first parts that have content but create no line. */
  skipped: ReportedPart[];
  warning_count: number;
  /** The first lines that are spoken although their text looks like an error. */
  warnings: ReportedPart[];
  /** Most lines first. */
  locales: { locale_code: string; line_count: number }[];
  characters: { character_name: string | null; line_count: number }[];
};

/** What a reader reports while it reads. */
export interface ReadingNotes {
  encoding(name: string, guessed: boolean): void;
  /** The columns of a table, before its rows are read. The columns of the finished reading replace them. */
  columnsFound(columns: { used: UsedColumn[]; unused: string[] }): void;
  columnUsed(column: UsedColumn): void;
  columnUnused(column: string): void;
  /** The unit of a column of limits whose header names none. Null: the column is not used. */
  limitFound(column: string, unit: LimitUnit | null): void;
  skipped(part: ReportedPart): void;
  doubtful(part: ReportedPart): void;
  /** Lines that seem to continue the line before, if there are any. */
  wrapped(lines: { count: number; first_row: number } | null): void;
}

const MAX_COLUMNS = 100;
const MAX_SKIPPED = 50;
const MAX_WARNINGS = 50;
const MAX_GROUPS = 200;

/** Collects what a reader reports (`notes`), for the description of how a file was read (`finish`, `broken`). */
export function createReading(format: string) {
  const encoding: { name: string | null; guessed: boolean } = { name: null, guessed: false };
  const usedColumns = new Map<string, UsedColumn>();
  const unusedColumns = new Set<string>();
  const skippedParts: ReportedPart[] = [];
  let tableColumns: { used: UsedColumn[]; unused: string[] } = { used: [], unused: [] };
  const warnings: ReportedPart[] = [];
  let skipped_count = 0;
  let warning_count = 0;
  const notes: ReadingNotes = {
    encoding: (name, guessed) => void Object.assign(encoding, { name, guessed }),
    columnsFound(columns) {
      tableColumns = columns;
    },
    columnUsed(column) {
      if (usedColumns.size < MAX_COLUMNS) usedColumns.set(JSON.stringify(column), column);
    },
    columnUnused(column) {
      if (unusedColumns.size < MAX_COLUMNS) unusedColumns.add(column);
    },
    limitFound(column, unit) {
      usedColumns.delete(JSON.stringify({ column, used_as: 'max_duration_ms' }));
      if (unit === null) notes.columnUnused(column);
      else notes.columnUsed({ column, ...describeLimit(unit) });
    },
    skipped(part) {
      skipped_count += 1;
      if (skippedParts.length < MAX_SKIPPED) skippedParts.push(part);
    },
    doubtful(part) {
      warning_count += 1;
      if (warnings.length < MAX_WARNINGS) warnings.push(part);
    },
    wrapped(lines) {
      if (lines === null) return;
      const seems = `${countText(lines.count, 'line')} ${lines.count === 1 ? 'seems' : 'seem'}`;
      const message = `${seems} to continue the line before, but each line of the file is spoken separately. Remove line breaks within sentences.`;
      notes.doubtful({ row: lines.first_row, code: 'wrapped_lines', message });
    },
  };
  const finish = (lines: readonly ScriptLine[], generated_id_count: number): ScriptReading => ({
    format,
    encoding: encoding.name,
    encoding_guessed: encoding.guessed,
    line_count: lines.length,
    generated_id_count,
    columns_used: [...usedColumns.values()],
    columns_unused: [...unusedColumns],
    skipped_count,
    skipped: sortByRow(skippedParts),
    warning_count,
    warnings: sortByRow(warnings),
    locales: countBy(lines, 'locale_code'),
    characters: countBy(lines, 'character_name'),
  });
  /** The facts that are known if an error ends the reading. */
  const broken = (): ScriptReading => ({
    ...finish([], 0),
    columns_used: tableColumns.used.slice(0, MAX_COLUMNS),
    columns_unused: tableColumns.unused.slice(0, MAX_COLUMNS),
  });
  return { notes, finish, broken };
}

const sortByRow = (parts: readonly ReportedPart[]): ReportedPart[] =>
  parts.toSorted((one, other) => one.row - other.row);

/** The values of a field with their numbers of lines, most lines first. */
function countBy<Field extends 'locale_code' | 'character_name'>(lines: readonly ScriptLine[], field: Field) {
  const groups = [...Map.groupBy(lines, (line) => line[field])];
  const counts = groups.map(([value, group]) => ({ [field]: value, line_count: group.length }));
  return (counts as (Pick<ScriptLine, Field> & { line_count: number })[])
    .sort((one, other) => other.line_count - one.line_count)
    .slice(0, MAX_GROUPS);
}
