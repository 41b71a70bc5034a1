/** Writes the JSON Schemas of the parameters of Stripe's operations, from the types of its SDK. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const FOLDER = 'packages/stripe-emulator/test/support';
const file = at(`${FOLDER}/generated/request-schemas.json`);

const generator = createGenerator({
  path: at(`${FOLDER}/operations.ts`),
  tsconfig: at('tsconfig.base.json'),
  type: 'Operations',
  skipTypeCheck: true,
  additionalProperties: false,
  topRef: true,
  jsDoc: 'none',
});
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(generator.createSchema('Operations'))}\n`);
