import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  name: string;
  content: string | Uint8Array;
  stored?: boolean;
  /** The false statements of the archive. */
  claims?: { size_bytes?: number; crc32?: number; method?: number; flags?: number; name?: string };
}

/** A ZIP archive of parts, written without a library so that it can contain false sizes. */
export function zipOf(parts: ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const packed = part.stored ? content : deflateRawSync(content);
    const name = Buffer.from(part.name);
    const facts = Buffer.alloc(22);
    facts.writeUInt16LE(part.claims?.flags ?? 0x0800, 0);
    facts.writeUInt16LE(part.claims?.method ?? (part.stored ? 0 : 8), 2);
    facts.writeUInt32LE(part.claims?.crc32 ?? crc32(content), 8);
    facts.writeUInt32LE(packed.length, 12);
    facts.writeUInt32LE(part.claims?.size_bytes ?? content.length, 16);
    facts.writeUInt16LE(name.length, 20);
    const local = Buffer.concat([word(0x04034b50), half(20), facts, half(0), name, packed]);
    const listed = Buffer.from(part.claims?.name ?? part.name);
    facts.writeUInt16LE(listed.length, 20);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([word(0x02014b50), half(20), half(20), facts, half(0), rest]));
    directory.push(listed);
    files.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const counts = Buffer.concat([half(0), half(0), half(parts.length), half(parts.length)]);
  return Buffer.concat([
    ...files,
    listing,
    word(0x06054b50),
    counts,
    word(listing.length),
    word(offset),
    half(0),
  ]);
}

function half(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

export function documentXml(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`;
}

/** A Word document with this body. */
export function docxOf(body: string, part = 'word/document.xml'): Buffer {
  const relation = `<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${part}"/>`;
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`,
    },
    { name: part, content: documentXml(body) },
  ]);
}

export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
