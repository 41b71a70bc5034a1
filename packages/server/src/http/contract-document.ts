import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface ContractDocument {
  bytes: Buffer;
  etag: string;
  version: string;
  /** The version and content hash for `X-Contract-Version`. */
  stamp: string;
}

/** Reads the generated OpenAPI document, once at start. */
export function readContractDocument(): ContractDocument {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@voiceloom/contract/openapi.json'));
  const document = JSON.parse(bytes.toString('utf8')) as { info: { version: string } };
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const { version } = document.info;
  return { bytes, version, etag: `"${hash}"`, stamp: `${version}+${hash}` };
}
