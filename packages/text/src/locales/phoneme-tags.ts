/**
 * A word for a speech model, with its pronunciation in IPA, without slashes around it. Models without phonemes say the
 * word as written.
 */
export function phonemeTag(ipa: string, word: string): string {
  const bare = ipa.trim().replace(/^[/[]+|[/\]]+$/g, '');
  return `<phoneme alphabet="ipa" ph="${toAttribute(bare)}">${word}</phoneme>`;
}

/** A text between the quotes of an attribute. */
export const toAttribute = (text: string): string =>
  text.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;' })[sign] ?? '&gt;');

/** The text of an attribute. */
export const fromAttribute = (value: string): string =>
  value.replace(/&(\w+);/g, (entity, key: string) => ENTITIES[key] ?? entity);

/** A part of a text; with `ipa`, words in a phoneme tag. */
export interface PhonemePart {
  text: string;
  ipa?: string;
}

const TAG = /<phoneme\s([^<>]*)>([^<>]*)<\/phoneme>/giu;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** The words in phoneme tags, and the text between them. Tags in other alphabets are left out. */
export function phonemeParts(text: string): PhonemePart[] {
  const parts: PhonemePart[] = [];
  let at = 0;
  for (const match of text.matchAll(TAG)) {
    const [tag, attributes = '', word = ''] = match;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    const ipa =
      (attributeIn(attributes, 'alphabet') ?? 'ipa') === 'ipa' ? attributeIn(attributes, 'ph') : undefined;
    parts.push({ text: word, ...(ipa && { ipa }) });
    at = match.index + tag.length;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at) });
  return parts;
}

function attributeIn(attributes: string, name: string): string | undefined {
  const [, double, single] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? [];
  const value = double ?? single;
  return value === undefined ? undefined : fromAttribute(value);
}
