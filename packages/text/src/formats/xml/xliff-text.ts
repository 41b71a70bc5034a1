import { checkLength } from '../script-error.ts';
import {
  type CodeContent,
  codeContent,
  isReading,
  NOTHING,
  PLACEHOLDERS,
  spanContent,
} from './xliff-codes.ts';
import type { InlineMarkup, InlinePart } from './xliff-markup.ts';
import type { XmlElement } from './xml-reader.ts';
import { endTag, isPlainName, startTag, writeAttributes, xmlText } from './xml-writer.ts';

/** The content of one source, target or note during reading. */
export interface XliffText {
  open(element: XmlElement): void;
  close(): void;
  add(text: string): void;
  read(): InlineMarkup;
}

/** Inline elements whose content is read as plain text. */
const SPANS = new Set(['g', 'mrk', 'pc']);

interface TextOptions {
  preserve: boolean;
  core: string;
  /** The original data of the unit, by ID. */
  data: ReadonlyMap<string, string>;
  /** Receives each code with its native content. */
  visit?: (element: XmlElement, native: string) => void;
}

/**
 * Text with simplified inline elements: spans become their content, placeholders `{ph:id}`, line breaks newlines; codes
 * for formatting are omitted. White space collapses to one space unless `preserve` is set. The markup is kept, so that it
 * can be written again.
 */
export function createXliffText(around: XmlElement, options: TextOptions): XliffText {
  const { preserve, core, data, visit } = options;
  const parts: InlinePart[] = [];
  const elements: { element: XmlElement; content: CodeContent }[] = [];
  let [length, placeholders] = [0, 0];
  /** The open code: an element whose content is not parsed, such as a placeholder. */
  let code: {
    element: XmlElement;
    depth: number;
    xml: string;
    /** Its own text, which is in the original format of the file. */
    native: string;
    /** The number of placeholders up to this code, for one whose ID cannot be part of a token. */
    number: number;
  } | null = null;
  /** Throws if the text is too long. */
  const addLength = (text: string): void => {
    length += text.length;
    checkLength(length, around.row);
  };
  /** Adds markup, to the code that contains it if there is one. */
  const putMarkup = (xml: string, content: CodeContent): void => {
    addLength(xml);
    if (code) code.xml += xml;
    else parts.push({ xml, ...content });
  };
  return {
    open(element) {
      const parent_uri = elements.at(-1)?.element.uri;
      const isSpan = SPANS.has(element.name) && !isReading(element);
      const content = code || !isSpan ? NOTHING : spanContent(element, data);
      elements.push({ element, content });
      if (!code) {
        if (PLACEHOLDERS.has(element.name)) placeholders += 1;
        if (!isSpan) code = { element, depth: elements.length, xml: '', native: '', number: placeholders };
      }
      putMarkup(startTag(element, { core, parent_uri }), content);
    },
    close() {
      const start = elements.pop();
      if (start && !start.element.is_empty) putMarkup(endTag(start.element, core), start.content);
      if (code === null || code.depth <= elements.length) return;
      const { element, xml, native, number } = code;
      code = null;
      visit?.(element, native);
      const content = SPANS.has(element.name) ? NOTHING : codeContent(element, { native, data, number });
      parts.push({ xml, ...content });
    },
    add(text) {
      if (code) {
        if (elements.length === code.depth) code.native += text;
        putMarkup(xmlText(text), NOTHING);
        return;
      }
      addLength(text);
      parts.push(text);
    },
    read: () => ({
      attributes: writeAttributes(around, (name) => isPlainName(name) && name !== 'xml:space'),
      parts,
      preserve,
    }),
  };
}
