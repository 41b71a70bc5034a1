import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './docs-blocks.ts';

/**
 * Replacements for commands of blocks that work without a registry, and a curl that ends the script if the
 * service returns an error.
 */
const SHIMS = {
  npm: `#!/bin/sh
if [ "$1" = start ]; then
  shift
  [ "$1" != -- ] || shift
  exec node "${ROOT}scripts/serve.mjs" "$@"
fi
PATH=$\{PATH#*:}
exec npm --offline --no-audit --no-fund --loglevel=error "$@"
`,
  npx: `#!/bin/sh
[ "$3" != pack:all ] || exec node "${ROOT}packages/cli-examples/test/support/docs-pack.ts"
if [ "$1" = voiceloom ]; then
  PATH=$\{PATH#*:}
  exec npx --offline --no "$@"
fi
while [ "$1" != exec ]; do shift; done
shift
PATH="${ROOT}node_modules/.bin:$PATH"
exec "$@"
`,
  curl: `#!/bin/sh
PATH=$\{PATH#*:}
exec curl --fail-with-body --silent --show-error --max-time 100 "$@"
`,
};

/** Writes the commands to a folder below `home`. Put this folder first in PATH. */
export async function writeShims(home: string): Promise<string> {
  const folder = join(home, 'shims');
  await mkdir(folder);
  for (const [name, text] of Object.entries(SHIMS)) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

/** A program that runs the blocks of a guide, from `guide.ts`, with the variables that the guide assumes. */
export const MAIN = `
import * as sdk from '@voiceloom/sdk';
import { newSecret as makeSecret, sign } from '@voiceloom/sdk/webhooks';
import { guide } from './guide.ts';

const { WORKFLOW: workflowId, RUN: runId } = process.env;
const [secret, newSecret] = [makeSecret(), makeSecret()];
const event = { id: 'evt-1', type: 'run.completed', data: { workflow_id: workflowId, run_id: runId } };
const { headers, body: rawBody } = await sign(event, secret);
const publish = async () => undefined;
const client = new sdk.Voiceloom();
Object.assign(globalThis, sdk, { client, workflowId, runId, secret, newSecret, headers, rawBody, publish });
await guide();
console.log('the end');
`;
