import { cleanScript } from '../locales/characters.ts';
import { quoteForMessage, ScriptError } from './script-error.ts';

/** Controls of the model that speaks a line, as its script sets them: name -> value. Null removes a control. */
export type LineControls = Readonly<Record<string, string | number | boolean | null>>;

type Place = { row: number; column: string };

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
/** The maximum number of controls of a line. */
export const MAX_CONTROLS = 50;
const MAX_VALUE_LENGTH = 4_096;

/** The control that a column sets, such as `stability` of `controls.stability`; undefined for other columns. */
export function findColumnControl(header: string): string | undefined {
  const prefix = 'controls.';
  const column = header.trim().toLowerCase();
  const name = column.slice(prefix.length);
  return column.startsWith(prefix) && NAME.test(name) ? name : undefined;
}

/** The value of a cell: numbers, true, false, null and quoted text as in JSON, else text. Undefined if it is empty. */
export function readControlCell(cell: string, place: Place): LineControls[string] | undefined {
  const text = cleanScript(cell);
  return text === '' ? undefined : checkValue(parseValue(text), place);
}

/** The object of controls in a note or cell. */
export function parseControls(text: string, { row, column }: Place): LineControls | undefined {
  if (text.trim() === '') return undefined;
  const value = parseValue(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('The value must be an object of controls, such as {"stability": 0.3}.', { row, column });
  const entries = Object.entries(value);
  if (entries.length > MAX_CONTROLS) throw tooManyControls({ row, column });
  const controls = entries.map(([name, own]) => {
    const place = { row, column: `${column}.${name.slice(0, 64)}` };
    if (!NAME.test(name)) throw invalid(`${quoteForMessage(name)} is not the name of a control.`, place);
    return [name, checkValue(own, place)] as const;
  });
  return Object.fromEntries(controls);
}

/** The cell for a value, in the form that `readControlCell` reads. */
export function writeControlCell(value: LineControls[string] | undefined): string {
  if (value === undefined) return '';
  // Text that would be read as another value or changed, such as `true` or ` a`, is quoted.
  const isPlainText = typeof value === 'string' && value !== '' && cleanScript(value) === value;
  if (isPlainText && parseValue(value) === value) return value;
  return JSON.stringify(value);
}

/** The value of a control. Throws if it is of another type, or too long. */
function checkValue(value: unknown, place: Place): LineControls[string] {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'string')
    throw invalid('The value of a control must be text, a number, true, false or null.', place);
  if (value.length > MAX_VALUE_LENGTH)
    throw invalid(`The value of a control can have at most ${MAX_VALUE_LENGTH} characters.`, place);
  return value.replaceAll('\u0000', '').toWellFormed();
}

/** The JSON value of a text, or the text itself if it is not JSON. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const invalid = (message: string, place: Place): ScriptError =>
  new ScriptError(message, { code: 'INVALID_FIELD', ...place });

export const tooManyControls = (place: Place): ScriptError =>
  invalid(`A line can have at most ${MAX_CONTROLS} controls.`, place);
