import { createHash } from 'node:crypto';
import { join, sep } from 'node:path';

/*
 * Key to path. Lower case, digits and ._- stay; every other byte is written %xx, so that keys differing only in case
 * or Unicode form stay apart on any file system. Names longer than a file system takes are cut into pieces that end
 * in "~". A directory "~hh" of the key's hash stands before the file: 256 ways to spread, and "a" may be a file while
 * "a/b" is one too.
 */
const PIECE_LENGTH = 200;

export function encodeKey(key: string): string {
  let text = '';
  for (const byte of Buffer.from(key)) {
    const char = String.fromCharCode(byte);
    text += /[a-z0-9._/-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}

export function pathOfKey(key: string): string[] {
  const names = encodeKey(key).split('/').flatMap(cut);
  const fan = createHash('sha256').update(key).digest('hex').slice(0, 2);
  return [...names.slice(0, -1), `~${fan}`, ...names.slice(-1)];
}

export function joinPath(root: string, names: readonly string[]): string {
  return `${root}${sep}${join(...names)}`;
}

/** The encoded text that every key below these directories starts with. */
export function encodedStem(directories: readonly string[]): string {
  return directories
    .map((name) => (name.startsWith('~') ? '' : name.endsWith('~') ? name.slice(0, -1) : `${name}/`))
    .join('');
}

export function decodeKey(encoded: string): string {
  return decodeURIComponent(encoded);
}

function cut(segment: string): string[] {
  const pieces = segment.match(new RegExp(`.{1,${PIECE_LENGTH}}`, 'g')) ?? [];
  return pieces.map((piece, index) => (index < pieces.length - 1 ? `${piece}~` : piece));
}
