import { readXml, type XmlElement } from '../xml/xml-reader.ts';

/** An element in its file: how deep it is, 1 for the root, and its text once it is closed. */
export interface LexiconElement {
  element: XmlElement;
  depth: number;
  text: string;
}

interface Handlers {
  open(start: LexiconElement): void;
  /** `text`: all text within the element, with single spaces. */
  close(end: LexiconElement): void;
}

/** Reads XML with short texts in its elements. The text is already decoded, so a declared encoding is ignored. */
export function readElements(content: string, { open, close }: Handlers): void {
  const xml = content.replace(
    /^(\s*<\?xml\b[^>]{0,200}?)\s{1,20}encoding\s{0,20}=\s{0,20}(?:"[^"]*"|'[^']*')/,
    '$1',
  );
  const stack: LexiconElement[] = [];
  readXml(new TextEncoder().encode(xml.trimStart()), {
    open(element) {
      const start = { element, depth: stack.length + 1, text: '' };
      stack.push(start);
      open(start);
    },
    text(text) {
      // Only three levels, so that the root does not collect the text of the file.
      for (const parent of stack.slice(-3)) parent.text += text;
    },
    close() {
      const end = stack.pop();
      if (end) close({ ...end, text: end.text.replace(/\s+/g, ' ').trim() });
    },
  });
}
