import { ARCHIVE, describeForeignFile, findFileKind, OLD_OFFICE, WORD } from '../../encoding/file-kind.ts';
import { brokenFile, ScriptError } from '../script-error.ts';
import type { Sink } from '../script-lines.ts';
import { createLabelSink } from '../speaker-labels.ts';
import { readXml } from '../xml/xml-reader.ts';
import { reportNotes } from './docx-notes.ts';
import { createParagraphs } from './docx-paragraphs.ts';
import type { TableOptions } from './docx-tables.ts';
import { readZipDirectory, readZipEntry, type ZipEntry } from './zip.ts';

const RELATIONS = '_rels/.rels';
const USUAL_PART = 'word/document.xml';

/**
 * Reads a Word document: one line for each paragraph with text, and for each row of a table with a header.
 * Rows are paragraphs, counted from 1.
 */
export function readDocx(bytes: Uint8Array, options: TableOptions, sink: Sink): void {
  const kind = findFileKind(bytes);
  if (kind === OLD_OFFICE) {
    throw brokenFile(
      'The file is password-protected, or in the old .doc format. Save it as a .docx file without a password.',
    );
  }
  // The reader of archives explains a damaged one.
  if (kind !== null && kind !== WORD && kind !== ARCHIVE)
    throw new ScriptError(describeForeignFile(kind, 'a Word document'), { code: 'UNSUPPORTED_FORMAT' });
  const entries = readZipDirectory(bytes);
  const main = entries.get(findMainPart(bytes, entries.get(RELATIONS)));
  if (main === undefined) throw brokenFile('The file is not a Word document: it contains no document part.');
  const labels = createLabelSink(sink, options);
  const paragraphs = createParagraphs(options, labels.sink);
  readXml(readZipEntry(bytes, main), paragraphs);
  const references = paragraphs.finish();
  labels.end();
  if (references === undefined) throw brokenFile('The file is not a Word document: it has no body.');
  reportNotes(bytes, entries, { references, notes: sink.notes });
}

/** Some programs use another name for the main document. */
function findMainPart(bytes: Uint8Array, relations: ZipEntry | undefined): string {
  if (relations === undefined) return USUAL_PART;
  let part = USUAL_PART;
  readXml(readZipEntry(bytes, relations), {
    open(element) {
      const type = element.attribute('Type') ?? '';
      const target = element.attribute('Target') ?? '';
      if (type.endsWith('/officeDocument') && target !== '') part = target.replace(/^\.?\//, '');
    },
    close() {},
    text() {},
  });
  return part;
}
