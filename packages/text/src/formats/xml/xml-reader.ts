import { SaxesParser } from 'saxes';
import { decodeXml } from '../../encoding/xml-encoding.ts';
import { brokenFile, quoteForMessage, ScriptError } from '../script-error.ts';

/** An element for the handlers: name without prefix, attributes, and its row in the file. */
export interface XmlElement {
  name: string;
  prefix: string;
  uri: string;
  row: number;
  /** Written as `<name/>`. */
  is_empty: boolean;
  attributes: readonly XmlAttribute[];
  /** The value of an attribute. If the attribute has no prefix, omit `uri`. */
  attribute(name: string, uri?: string): string | undefined;
}

export interface XmlAttribute {
  name: string;
  prefix: string;
  uri: string;
  value: string;
}

export interface XmlHandlers {
  open(element: XmlElement): void;
  close(): void;
  text(text: string): void;
  /** The encoding that the bytes or the declaration show. */
  encoding?(label: string): void;
}

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

const MAX_DEPTH = 256;
const MAX_ATTRIBUTES = 1000;
const CHUNK = 65_536;

/**
 * Reads XML in chunks. Only the five predefined entities are expanded, nothing is fetched, and excessive
 * nesting or malformed XML is a ScriptError with its row.
 */
export function readXml(bytes: Uint8Array, handlers: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: true });
  const place = { row: 1, depth: 0, attributes: 0 };
  const unsafe = (message: string) => new ScriptError(message, { code: 'UNSAFE_FILE', row: parser.line });
  parser.on('error', (error) => {
    // Without the position before it and the period after it: `1:5: unclosed tag.`
    const reason = error.message.replace(/^[\d:]+\s*/, '').replace(/\.$/, '');
    throw brokenFile(`The XML is not well-formed: ${quoteForMessage(reason).slice(1, -1)}.`, parser.line);
  });
  parser.on('doctype', (doctype) => {
    if (/\[|<!/.test(doctype))
      throw unsafe('The file has a DTD, which is not allowed, because it can define entities.');
  });
  parser.on('opentagstart', () => {
    Object.assign(place, { row: parser.line, attributes: 0 });
    place.depth += 1;
    if (place.depth > MAX_DEPTH)
      throw unsafe(`The elements of the file are nested deeper than ${MAX_DEPTH} levels.`);
  });
  parser.on('attribute', () => {
    place.attributes += 1;
    if (place.attributes > MAX_ATTRIBUTES) {
      throw unsafe(`An element has more than ${MAX_ATTRIBUTES} attributes.`);
    }
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.values(tag.attributes).map((one) => ({ ...one, name: one.local }));
    handlers.open({
      name: tag.local,
      prefix: tag.prefix,
      uri: tag.uri,
      row: place.row,
      is_empty: tag.isSelfClosing,
      attributes,
      attribute: (name, space = '') =>
        attributes.find((one) => one.name === name && one.uri === space)?.value,
    });
  });
  parser.on('closetag', () => {
    place.depth -= 1;
    handlers.close();
  });
  parser.on('text', (text) => handlers.text(text));
  parser.on('cdata', (text) => handlers.text(text));
  const { label, chunks } = decodeXml(bytes, CHUNK);
  handlers.encoding?.(label);
  for (const chunk of chunks) parser.write(chunk);
  parser.close();
}
