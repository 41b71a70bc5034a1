// Runs the fault table of the SDK's tests with the package from its tarball, in every supported runtime. Uses the
// `fetch` of each runtime, and also `nodeFetch` if the runtime has `node:http`.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFaultServer } from '../../packages/sdk/test/support/fault-server.ts';
import { askWorker, runIn } from './runtimes.mjs';

const TABLE = fileURLToPath(new URL('../../packages/sdk/test/support/fault-table.ts', import.meta.url));
const PROGRAMS = {
  'faults.ts': ['--platform=neutral', '--packages=external', '--outfile=faults.mjs'],
  'worker-faults.ts': ['--platform=browser', '--conditions=workerd,browser', '--outfile=worker-faults.js'],
};

/** One outcome for each of `nodes` and `runtimes`: the failures as text, or an empty text. */
export async function* faultOutcomes({ folder, esbuild, nodes, runtimes }) {
  copyFileSync(TABLE, join(folder, 'fault-table.ts'));
  for (const [name, target] of Object.entries(PROGRAMS)) {
    copyFileSync(fileURLToPath(new URL(`program/${name}`, import.meta.url)), join(folder, name));
    const options = [name, '--bundle', '--format=esm', '--log-level=error', ...target];
    execFileSync(esbuild, options, { cwd: folder });
  }
  const service = await startFaultServer();
  try {
    for (const { name, program } of [...nodes, ...runtimes])
      yield { name, said: await runFaults({ name, program }, { folder, url: service.url }) };
  } finally {
    service.close();
  }
}

/** The faults of every transport in one runtime as text; empty if there are none. */
async function runFaults(runtime, { folder, url }) {
  try {
    const output =
      runtime.name === 'workerd'
        ? await askWorker(runtime, { folder, bundle: 'worker-faults.js', path: `/?service=${url}` })
        : await runIn(runtime, folder, ['faults.mjs', url]);
    const transports = Object.entries(JSON.parse(output));
    const faults = transports.flatMap(([transport, cells]) =>
      Object.entries(cells).map(([cell, fault]) => `over ${transport}, ${cell}: ${fault}`),
    );
    return transports.length === 0 ? 'Nothing was run.' : faults.join('\n');
  } catch (error) {
    return String(error.stderr || error);
  }
}
