// Writes everything that derives from the contract: the OpenAPI document first, then the SDK's tables and types.
import { execFileSync } from 'node:child_process';

for (const script of ['packages/contract/scripts/gen-openapi.ts', 'packages/sdk/scripts/gen.ts']) {
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
