import { randomInt } from 'node:crypto';

const MAX_LENGTH = 50;
const SUFFIX_LENGTH = 6;
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Lowercase words joined by hyphens; empty when the name has no Latin letter or digit. */
export function slugFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
}

/** The slug with a random end, for when the plain one is taken. */
export function variedSlug(slug: string): string {
  const end = Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(
    '',
  );
  const start = slug.slice(0, MAX_LENGTH - SUFFIX_LENGTH - 1).replace(/-+$/, '');
  return start === '' ? end : `${start}-${end}`;
}
