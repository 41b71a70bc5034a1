import { quoteForMessage } from '../script-error.ts';
import type { ReadingNotes } from '../script-reading.ts';
import { readXml, type XmlElement } from '../xml/xml-reader.ts';
import { WORD } from './docx-paragraphs.ts';
import { readZipEntry, type ZipEntry } from './zip.ts';

/** The parts beside the document, such as `word/footnotes.xml` and `word/header1.xml`. */
const PART = /(?:^|\/)(footnotes|endnotes|comments|header|footer)\d{0,5}\.xml$/;
const MAX_PARTS = 100;
/** What a message calls the text of each element, and the code of the message. */
const KINDS: Readonly<Record<string, { name: string; code: string }>> = {
  footnote: { name: 'A footnote', code: 'footnote' },
  endnote: { name: 'An endnote', code: 'endnote' },
  comment: { name: 'A comment', code: 'comment' },
  hdr: { name: 'The header of a page', code: 'page_text' },
  ftr: { name: 'The footer of a page', code: 'page_text' },
};
const MAX_TEXT = 300;

/**
 * Reports the notes, comments, headers and footers of a document, which are not spoken. `references`: the rows that
 * refer to a note, by its kind and ID.
 */
export function reportNotes(
  bytes: Uint8Array,
  entries: ReadonlyMap<string, ZipEntry>,
  { references, notes }: { references: ReadonlyMap<string, number>; notes: ReadingNotes },
): void {
  const parts = [...entries.values()].filter(({ name }) => PART.test(name)).slice(0, MAX_PARTS);
  const reports = new Set<string>();
  for (const part of parts) {
    for (const { kind, id, text } of listNotes(readZipEntry(bytes, part))) {
      const { name, code } = KINDS[kind] ?? { name: '', code: kind };
      const message = `${name} is not spoken: ${quoteForMessage(text)}.`;
      const row = references.get(`${kind} ${id}`) ?? 1;
      // A document has a header for each section.
      if (text.trim() === '' || reports.has(`${row} ${message}`)) continue;
      reports.add(`${row} ${message}`);
      notes.skipped({ row, code, message });
    }
  }
}

interface Note {
  kind: string;
  id: string;
  text: string;
}

/** The notes, comments, headers or footers in one part of a document. */
function listNotes(bytes: Uint8Array): Note[] {
  const notes: Note[] = [];
  const stack: string[] = [];
  let note: Note | undefined;
  const open = (element: XmlElement): void => {
    const name = WORD.has(element.uri) ? element.name : '';
    stack.push(name);
    if (Object.hasOwn(KINDS, name)) {
      note = { kind: name, id: element.attribute('id', element.uri) ?? '', text: '' };
      notes.push(note);
    } else if (note && (name === 'p' || name === 'tab' || name === 'br')) note.text += ' ';
  };
  readXml(bytes, {
    open,
    close: () => void stack.pop(),
    text(text) {
      if (note && stack.at(-1) === 't' && note.text.length < MAX_TEXT) note.text += text;
    },
  });
  return notes;
}
