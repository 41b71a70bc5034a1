// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML 1.0 cannot hold at all.
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
