import { createHash } from 'node:crypto';

/** A hash of the content, for URLs and ETags. */
export const hashContent = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);
