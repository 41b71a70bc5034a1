import { XML_NAMESPACE, type XmlElement } from './xml-reader.ts';

const XMLNS = 'http://www.w3.org/2000/xmlns/';

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 does not allow these characters
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

/** Text for an element. `unwritable` replaces characters that XML does not allow. */
export function xmlText(text: string, unwritable: (character: string) => string = () => '\ufffd'): string {
  return text
    .toWellFormed()
    .replace(/[&<>\r]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(UNWRITABLE, unwritable);
}

/** Text for an attribute, where parsers would convert tabs and newlines to spaces. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}

/** An end tag. Elements of the `core` namespace need no prefix. */
export function endTag(element: XmlElement, core: string): string {
  return `</${writeName(element, core)}>`;
}

/** A start tag, or an empty element, with the namespace declarations that it needs. */
export function startTag(
  element: XmlElement,
  { core, parent_uri = core }: { core: string; parent_uri?: string | undefined },
): string {
  const { uri, prefix } = element;
  const isCore = uri === core;
  const declarations = new Map<string, string>();
  if (uri !== parent_uri && (isCore || prefix === '')) declarations.set('xmlns', uri);
  if (!isCore && prefix !== '') declarations.set(`xmlns:${prefix}`, uri);
  for (const one of element.attributes) {
    if (one.prefix !== '' && one.uri !== XML_NAMESPACE && one.uri !== XMLNS)
      declarations.set(`xmlns:${one.prefix}`, one.uri);
  }
  const spaces = Array.from(declarations, ([name, value]) => writeAttribute(name, value));
  const end = element.is_empty ? '/>' : '>';
  return `<${writeName(element, core)}${spaces.join('')}${writeAttributes(element)}${end}`;
}

/** The attributes of an element, without declarations of namespaces. */
export function writeAttributes(
  { attributes }: XmlElement,
  isIncluded: (name: string) => boolean = () => true,
): string {
  return attributes
    .map(({ prefix, name, uri, value }) => ({ name: prefix === '' ? name : `${prefix}:${name}`, uri, value }))
    .filter(({ name, uri }) => uri !== XMLNS && isIncluded(name))
    .map(({ name, value }) => writeAttribute(name, value))
    .join('');
}

/** Attributes that need no declaration of a namespace. */
export const isPlainName = (name: string): boolean => !name.includes(':') || name.startsWith('xml:');

function writeName({ prefix, name, uri }: XmlElement, core: string): string {
  return uri === core || prefix === '' ? name : `${prefix}:${name}`;
}

function writeAttribute(name: string, value: string): string {
  return ` ${name}="${xmlAttribute(value)}"`;
}
