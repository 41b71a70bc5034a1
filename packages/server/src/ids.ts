import { ulid } from 'ulid';
import { v5, v7 } from 'uuid';

/** Time-ordered, so that new rows land at the end of every index. */
export function newId(): string {
  return v7();
}

export function newRequestId(): string {
  return ulid();
}

const NAMESPACE = '6f1c1f0e-5d0b-4a53-9f0e-2f6a1d6a7c11';

/** The same id for the same name on every installation: for seeded rows. */
export function namedId(name: string): string {
  return v5(name, NAMESPACE);
}
