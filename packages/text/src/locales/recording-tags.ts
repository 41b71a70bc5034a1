import { toAttribute } from './phoneme-tags.ts';

/**
 * A tag for a word that a recording replaces, used until the line is spoken. `sha256` is the digest of the recording.
 */
export function recordingTag({ sha256, word }: { sha256: string; word: string }, content: string): string {
  return `<recorded sha256="${sha256}" word="${toAttribute(word)}">${content}</recorded>`;
}

/** Removes such tags that the author wrote, because only the dictionary defines recorded words. */
export function withoutWrittenTags(text: string): string {
  // A space, because without it, the text around a removed tag could form another tag.
  return text.replace(/<\/?recorded\b[^<>]*>/gi, ' ');
}

/** The text as voices say it. */
export function withoutRecordings(text: string): string {
  return text.replace(/<recorded sha256="[^"]*" word="[^"]*">|<\/recorded>/g, '');
}
