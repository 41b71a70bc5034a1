import { checkLength } from '../script-error.ts';
import { type InlineMarkup, type InlinePart, isTokenId, placeholderToken } from './xliff-markup.ts';
import type { XmlElement } from './xml-reader.ts';
import { attributesOf, endTag, isPlainName, startTag, xmlText } from './xml-writer.ts';

/** The content of one source, target or note during reading. */
export interface XliffText {
  open(element: XmlElement): void;
  close(): void;
  add(text: string): void;
  read(): InlineMarkup;
}

/** Inline elements whose content is read as plain text. */
const SPANS = new Set(['g', 'mrk', 'pc']);
const PLACEHOLDERS = new Set(['x', 'ph']);

/**
 * Text with simplified inline elements: spans become their content, placeholders `{ph:id}`, line breaks
 * newlines; native codes are omitted. White space collapses to one space unless `preserve` is set. The markup
 * is kept, so that it can be written again.
 */
export function createXliffText(
  around: XmlElement,
  { preserve, core }: { preserve: boolean; core: string },
): XliffText {
  const parts: InlinePart[] = [];
  const elements: XmlElement[] = [];
  const state = { length: 0, placeholders: 0 };
  /** A placeholder or native code, whose content is not parsed. */
  let code: { depth: number; xml: string; text: string } | null = null;
  const count = (text: string): void => {
    state.length += text.length;
    checkLength(state.length, around.row);
  };
  const putMarkup = (xml: string): void => {
    count(xml);
    if (code) code.xml += xml;
    else parts.push({ xml });
  };
  const textFor = (element: XmlElement): string => {
    if (element.name === 'cp') return codePointOf(element);
    if (!PLACEHOLDERS.has(element.name)) return '';
    state.placeholders += 1;
    return placeholderOf(element, state.placeholders);
  };
  return {
    open(element) {
      const parent_uri = elements.at(-1)?.uri ?? core;
      elements.push(element);
      if (!code && !SPANS.has(element.name))
        code = { depth: elements.length, xml: '', text: textFor(element) };
      putMarkup(`${startTag(element, { core, parent_uri })}${element.is_empty ? '/>' : '>'}`);
    },
    close() {
      const element = elements.pop();
      if (element && !element.is_empty) putMarkup(endTag(element, core));
      if (code === null || code.depth <= elements.length) return;
      const { xml, text } = code;
      parts.push(text === '' ? { xml } : { xml, text });
      code = null;
    },
    add(text) {
      if (code) return putMarkup(xmlText(text));
      count(text);
      parts.push(text);
    },
    read: () => ({
      attributes: attributesOf(around, (name) => isPlainName(name) && name !== 'xml:space'),
      parts,
      preserve,
    }),
  };
}

function placeholderOf(element: XmlElement, number: number): string {
  const kind = element.attribute('ctype') ?? element.attribute('subType');
  if (kind === 'lb' || kind === 'xlf:lb') return '\n';
  const id = element.attribute('id') ?? '';
  return placeholderToken(isTokenId(id) ? id : String(number));
}

/** `<cp hex="001A"/>` of XLIFF 2.0: a character that XML does not allow. */
function codePointOf(element: XmlElement): string {
  const hex = element.attribute('hex') ?? '';
  if (!/^[0-9a-f]{1,6}$/i.test(hex)) return '';
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}
