import { v5, v7 } from 'uuid';

/** Time-ordered, so that new rows are inserted at the end of every index. */
export function newId(): string {
  return v7();
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID. Like a UUID of version 7, it is a time in milliseconds and random bits, but written in Crockford's base 32. */
export function newRequestId(): string {
  const digits = BigInt(`0x${newId().replaceAll('-', '')}`)
    .toString(32)
    .padStart(26, '0');
  return digits.replace(/./g, (digit) => CROCKFORD.charAt(Number.parseInt(digit, 32)));
}

const NAMESPACE = '6f1c1f0e-5d0b-4a53-9f0e-2f6a1d6a7c11';

/** The same ID for the same name on every installation, for rows that every installation has. */
export function namedId(name: string): string {
  return v5(name, NAMESPACE);
}
