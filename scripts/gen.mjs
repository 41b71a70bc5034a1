// Writes all generated files: the kernel of the audio package, the OpenAPI document and the SDK's tables and types from
// the contract, the features of embedded voices that are new or whose sample changed, and the list of public names.
import './require-node.mjs';
import './install-tools.mjs';
import { execFileSync } from 'node:child_process';

const SCRIPTS = [
  'tools/dev/gen-kernel.ts',
  'tools/dev/gen-request-schemas.ts',
  'packages/contract/scripts/gen-openapi.ts',
  'packages/sdk/scripts/gen.ts',
  'packages/server/scripts/gen-voice-features.ts',
  'scripts/gen-notice.mjs',
  'tools/dev/gen-names.mjs',
];
for (const script of SCRIPTS) {
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
