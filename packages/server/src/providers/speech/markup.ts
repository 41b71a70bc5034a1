import { splitAtEmoji } from '@voiceloom/normalizer';
import { createJoiner, type RecordingPart, speechPieces } from '@voiceloom/text';
import type { Settings } from './adapter.ts';

/** Writes an audio tag such as `laughs`. Returns undefined for a tag that the model does not know. */
export type WriteAudioTag = (name: string) => string | undefined;

/** How a model that reads plain text expresses markup. */
interface Notation {
  audio_tag?: WriteAudioTag | undefined;
  /** Writes a word with its IPA pronunciation. */
  phoneme?: ((ipa: string, word: string) => string) | undefined;
}

/**
 * The text without tags: a `sub` becomes its alias, audio tags become the model's notation, and all other tags are
 * dropped. Breaks never reach a model, see `withBreaks`.
 */
export function plainText(
  text: string,
  settings: Pick<Settings, 'drop'>,
  { audio_tag, phoneme }: Notation = {},
): string {
  const joiner = createJoiner();
  for (const { piece, ipa } of listSpokenPieces(text)) {
    if (piece.kind === 'text' && phoneme && ipa) joiner.add(phoneme(ipa, piece.text));
    else if (piece.kind === 'text') addWithoutEmoji(joiner, piece.text);
    else if (piece.kind === 'break') joiner.addOr(undefined, () => settings.drop('markup.break'));
    else if (piece.kind === 'audio_tag')
      joiner.addOr(audio_tag?.(piece.name), () => settings.drop('markup.audio_tag'));
    else if (piece.tag === 'p' || piece.tag === 's') joiner.leaveOut('auto');
    else if (piece.kind === 'open' && !(piece.tag === 'phoneme' && phoneme && ipa))
      settings.drop(`markup.${piece.tag}`);
  }
  return joiner
    .end()
    .replace(/[ \t]{2,}/g, ' ')
    .trim();
}

/** Adds a text without its emoji, which some engines would read aloud: "smiling face". */
function addWithoutEmoji(joiner: ReturnType<typeof createJoiner>, text: string): void {
  for (const [index, part] of splitAtEmoji(text).entries()) {
    if (index > 0) joiner.leaveOut('auto');
    joiner.add(part);
  }
}

/** The pieces of a text, with the alias instead of the content of a `sub`, and with the IPA of a `phoneme`. */
function* listSpokenPieces(text: string): Generator<{ piece: RecordingPart; ipa?: string | undefined }> {
  let ipa: string | undefined;
  let substitutions = 0;
  for (const piece of splitPieces(text)) {
    if (piece.kind === 'open' && piece.tag === 'sub') {
      if (substitutions === 0) yield { piece: { kind: 'text', text: piece.attributes.alias ?? '' } };
      substitutions += 1;
    } else if (piece.kind === 'close' && piece.tag === 'sub') substitutions -= 1;
    else if (substitutions <= 0) {
      if (piece.kind === 'close' && piece.tag === 'phoneme') ipa = undefined;
      if (piece.kind === 'open' && piece.tag === 'phoneme') {
        // The default alphabet in SSML is that of the provider; our default is IPA.
        const { alphabet = 'ipa', ph } = piece.attributes;
        ipa = alphabet === 'ipa' ? ph : undefined;
      }
      yield { piece, ipa };
    }
  }
}

/** The locale only matters for placeholders that were not replaced. */
const splitPieces = (text: string): RecordingPart[] => speechPieces(text, 'en');

export const hasMarkup = (text: string): boolean =>
  splitPieces(text).some(({ kind }) => kind !== 'text' && kind !== 'audio_tag');

/** The content of an SSML document with the tags that the model supports. Closes all tags. */
export function ssmlText(
  text: string,
  settings: Pick<Settings, 'drop'>,
  honoredTags: readonly string[],
): string {
  const openTags: string[] = [];
  const joiner = createJoiner();
  for (const piece of splitPieces(text)) {
    // The reading of an element is spoken instead of its content.
    const hasReading = openTags.includes('sub') || openTags.includes('phoneme');
    if (piece.kind === 'text' && hasReading) joiner.add(escapeText(piece.text));
    else if (piece.kind === 'text') addWithoutEmoji(joiner, escapeText(piece.text));
    else if (piece.kind === 'break') joiner.addOr(undefined, () => settings.drop('markup.break'));
    else if (piece.kind === 'audio_tag') joiner.addOr(undefined, () => settings.drop('markup.audio_tag'));
    else if (!honoredTags.includes(piece.tag)) {
      if (piece.tag === 'p' || piece.tag === 's') joiner.leaveOut('auto');
      if (piece.kind === 'open') settings.drop(`markup.${piece.tag}`);
    } else if (piece.kind === 'open') {
      openTags.push(piece.tag);
      let startTag = `<${piece.tag}`;
      for (const [name, value] of Object.entries(piece.attributes))
        startTag += ` ${name}="${escapeXml(value)}"`;
      joiner.add(`${startTag}>`);
    } else if (openTags.at(-1) === piece.tag) joiner.add(`</${openTags.pop()}>`);
  }
  const endTags = openTags.reverse().map((tag) => `</${tag}>`);
  return joiner.end() + endTags.join('');
}

/** Escapes element content. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes an attribute value. */
export function escapeXml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&apos;');
}
