import { checkLength } from './text-limit.ts';
import type { XmlElement } from './xml-reader.ts';

/** The content of one source, target or note while it is read. */
export interface XliffText {
  open(element: XmlElement): void;
  close(): void;
  add(text: string): void;
  read(): string;
}

/** Elements around words that are spoken: what they hold is read as if they were not there. */
const SPANS = new Set(['g', 'mrk', 'pc']);
const PLACEHOLDERS = new Set(['x', 'ph']);
const TOKEN_ID = /^[A-Za-z0-9_.:-]{1,64}$/;

/** A placeholder as it stands in a line, and every such token in a text. */
export const placeholderToken = (id: string): string => `{ph:${id}}`;
export const PLACEHOLDER_TOKENS = /\{ph:([A-Za-z0-9_.:-]{1,64})\}/g;

/**
 * Text with inline elements reduced: spans to what they hold, placeholders to `{ph:id}`, line breaks to newlines;
 * native codes are left out. White space is one space unless `preserve` is set.
 */
export function createXliffText({ preserve, row }: { preserve: boolean; row: number }): XliffText {
  const parts: string[] = [];
  const state = { length: 0, skipped: 0, placeholders: 0 };
  const put = (text: string): void => {
    state.length += text.length;
    checkLength(state.length, row);
    parts.push(text);
  };
  return {
    open(element) {
      if (state.skipped > 0 || !SPANS.has(element.name)) state.skipped += 1;
      if (state.skipped !== 1) return;
      if (PLACEHOLDERS.has(element.name)) {
        state.placeholders += 1;
        put(placeholderOf(element, state.placeholders));
      } else if (element.name === 'cp') put(codePointOf(element));
    },
    close() {
      if (state.skipped > 0) state.skipped -= 1;
    },
    add(text) {
      if (state.skipped === 0) put(text);
    },
    read() {
      const text = parts.join('');
      return preserve ? text : text.replace(/[ \t\r\n]+/g, ' ');
    },
  };
}

function placeholderOf(element: XmlElement, number: number): string {
  const kind = element.attribute('ctype') ?? element.attribute('subType');
  if (kind === 'lb' || kind === 'xlf:lb') return '\n';
  const id = element.attribute('id') ?? '';
  return placeholderToken(TOKEN_ID.test(id) ? id : String(number));
}

/** `<cp hex="001A"/>` of XLIFF 2.0: a character that XML cannot hold. */
function codePointOf(element: XmlElement): string {
  const hex = element.attribute('hex') ?? '';
  if (!/^[0-9a-f]{1,6}$/i.test(hex)) return '';
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}
