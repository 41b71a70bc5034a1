import { quoteForMessage } from '../script-error.ts';
import type { ReadingNotes } from '../script-reading.ts';
import { readXml, type XmlElement } from '../xml/xml-reader.ts';
import { WORD } from './docx-paragraphs.ts';
import { readZipEntry, type ZipEntry } from './zip.ts';

/** The parts beside the document, with what their texts are. */
const PART = /(?:^|\/)(footnotes|endnotes|comments|header|footer)\d{0,5}\.xml$/;
const MAX_PARTS = 100;
/** What a message calls the text of each element. */
const NAMES: Readonly<Record<string, string>> = {
  footnote: 'A footnote',
  endnote: 'An endnote',
  comment: 'A comment',
  hdr: 'The header of a page',
  ftr: 'The footer of a page',
};
const MAX_QUOTED = 300;

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
  const known = new Set<string>();
  for (const part of parts) {
    for (const { kind, id, text } of notesIn(readZipEntry(bytes, part))) {
      const message = `${NAMES[kind] ?? ''} is not spoken: ${quoteForMessage(text)}.`;
      const row = references.get(`${kind} ${id}`) ?? 1;
      // A document has a header for each section.
      if (text.trim() === '' || known.has(`${row} ${message}`)) continue;
      known.add(`${row} ${message}`);
      notes.skipped({ row, code: kind === 'hdr' || kind === 'ftr' ? 'page_text' : kind, message });
    }
  }
}

interface Note {
  kind: string;
  id: string;
  text: string;
}

function notesIn(bytes: Uint8Array): Note[] {
  const found: Note[] = [];
  const stack: string[] = [];
  let note: Note | undefined;
  const open = (element: XmlElement): void => {
    const name = WORD.has(element.uri) ? element.name : '';
    stack.push(name);
    if (name in NAMES) {
      note = { kind: name, id: element.attribute('id', element.uri) ?? '', text: '' };
      found.push(note);
    } else if (note && (name === 'p' || name === 'tab' || name === 'br')) note.text += ' ';
  };
  readXml(bytes, {
    open,
    close: () => void stack.pop(),
    text(text) {
      if (note && stack.at(-1) === 't' && note.text.length < MAX_QUOTED) note.text += text;
    },
  });
  return found;
}
