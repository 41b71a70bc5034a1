import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { v5, v7 } from 'uuid';

/** Time-ordered, so that new rows are inserted at the end of every index. */
export function newId(): string {
  return v7();
}

export function newRequestId(): string {
  return ulid(undefined, randomFraction);
}

const POOL_BYTES = 4_096;
let pool = Buffer.alloc(0);
let used = 0;

/** Uses a pool of random bytes, because a system call for each character would be slow. */
function randomFraction(): number {
  if (used >= pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  return (pool[used++] ?? 0) / 256;
}

const NAMESPACE = '6f1c1f0e-5d0b-4a53-9f0e-2f6a1d6a7c11';

/** The same ID for the same name on every installation, for rows that every installation has. */
export function namedId(name: string): string {
  return v5(name, NAMESPACE);
}
