import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../src/openapi/document.ts';

// Writes openapi.json and src/generated/version.ts from the contract.

const folder = new URL('../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string };

const text = `${JSON.stringify(openApiDocument({ version }), null, 2)}\n`;
const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);

const source = `// Written by scripts/gen-openapi.ts. Do not edit.

/** The version of the contract package. */
export const CONTRACT_VERSION = '${version}';

/** The first 16 hexadecimal characters of the SHA-256 of openapi.json. */
export const CONTRACT_HASH = '${hash}';
`;

mkdirSync(new URL('src/generated/', folder), { recursive: true });
writeFileSync(new URL('openapi.json', folder), text);
writeFileSync(new URL('src/generated/version.ts', folder), source);
