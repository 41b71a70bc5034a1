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

/** The position of an element: elements of the `core` namespace need no prefix there. */
export interface TagPlace {
  core: string;
  /** The namespace of the parent element. */
  parent_uri: string;
}

export function endTag({ prefix, name, uri }: XmlElement, core: string): string {
  return `</${writtenName({ prefix, name, uri }, core)}>`;
}

/** A start tag with the namespace declarations that it needs. The caller closes it with `>` or `/>`. */
export function startTag(element: XmlElement, { core, parent_uri }: TagPlace): string {
  const { uri, prefix } = element;
  const isCore = uri === core;
  const hasOwnDefault = uri !== parent_uri && (isCore || prefix === '');
  const declarations = new Map(hasOwnDefault ? [['', uri]] : []);
  if (!isCore && prefix !== '') declarations.set(prefix, uri);
  for (const one of element.attributes) {
    if (one.prefix !== '' && one.uri !== XML_NAMESPACE && one.uri !== XMLNS)
      declarations.set(one.prefix, one.uri);
  }
  const spaces = [...declarations].map(([name, value]) =>
    attribute(name === '' ? 'xmlns' : `xmlns:${name}`, value),
  );
  return `<${writtenName(element, core)}${spaces.join('')}${attributesOf(element)}`;
}

/** The attributes of an element, without declarations of namespaces. */
export function attributesOf(
  { attributes }: XmlElement,
  isWanted: (name: string) => boolean = () => true,
): string {
  return attributes
    .map(({ prefix, name, uri, value }) => ({ name: prefix === '' ? name : `${prefix}:${name}`, uri, value }))
    .filter(({ name, uri }) => uri !== XMLNS && isWanted(name))
    .map(({ name, value }) => attribute(name, value))
    .join('');
}

/** Attributes that need no declaration of a namespace. */
export const isPlainName = (name: string): boolean => !name.includes(':') || name.startsWith('xml:');

function writtenName(
  { prefix, name, uri }: Pick<XmlElement, 'prefix' | 'name' | 'uri'>,
  core: string,
): string {
  return uri === core || prefix === '' ? name : `${prefix}:${name}`;
}

function attribute(name: string, value: string): string {
  return ` ${name}="${xmlAttribute(value)}"`;
}
