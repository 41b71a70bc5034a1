import { mkdirSync, writeFileSync } from 'node:fs';
import { generatedFiles, generatedReference } from './generate.ts';

// Writes src/generated from the contract, and the reference of all methods from both.

const folder = new URL('../src/generated/', import.meta.url);
mkdirSync(new URL('rules/', folder), { recursive: true });
for (const [name, text] of Object.entries(generatedFiles())) writeFileSync(new URL(name, folder), text);

const reference = new URL('../../../docs/reference/sdk.md', import.meta.url);
mkdirSync(new URL('./', reference), { recursive: true });
writeFileSync(reference, generatedReference());
