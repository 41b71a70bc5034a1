// Starts the service behind a proxy that checks all exchanges with express-openapi-validator. Sends the documented
// bodies of all operations and thousands of bad requests, and runs the examples.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../packages/cli-examples/src/demo/server.ts';
import { mintDevToken } from '../../packages/server/src/http/auth/dev-issuer.ts';
import { badRequests, encodeQuery, validRequest } from './bad-requests.mjs';
import { startProxy } from './validating-proxy.mjs';

const BAD_REQUESTS = 3_000;
/** Fewer than a user may send in a minute. */
const REQUESTS_PER_USER = 200;
/** The examples that need no other servers. */
const EXAMPLES = [
  '01-first-audio.ts',
  '06-one-changed-line.ts',
  '09-rest-with-fetch.ts',
  '10-generated-client.ts',
  '12-workflow-builder.ts',
];

const packages = join(dirname(fileURLToPath(import.meta.url)), '../../packages');
const document = JSON.parse(readFileSync(join(packages, 'contract/openapi.json'), 'utf8'));
const home = mkdtempSync(join(tmpdir(), 'voiceloom-replay-'));
const violations = [];
let service;
const proxy = await startProxy({
  document,
  target: () => service.url,
  report: (text) => violations.push(text),
});
try {
  const data_dir = join(home, 'server');
  service = await startServer(data_dir, AbortSignal.timeout(120_000));
  let users = 0;
  const newToken = () => mintDevToken({ data_dir, sub: `replay-${++users}` });
  const counts = {};
  const count = (name) => {
    counts[name] = proxy.counts.requests;
  };

  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      const { url, query, body } = validRequest(document, { path, method: method.toUpperCase(), operation });
      const text = body === undefined ? undefined : JSON.stringify(body);
      await send(
        { method: method.toUpperCase(), path: `${url}?${encodeQuery(query)}`.replace(/\?$/, ''), text },
        await newToken(),
      );
    }
  count('documented');

  let token;
  for (const [at, request] of badRequests(document, BAD_REQUESTS).entries()) {
    if (at % REQUESTS_PER_USER === 0) token = await newToken();
    await send(request, token);
  }
  count('bad');

  for (const name of EXAMPLES) await runExample(name);
  count('examples');

  const { requests, rejected, invalid, checked_responses } = proxy.counts;
  const bad = counts.bad - counts.documented;
  process.stdout.write(
    `${requests} exchanges: ${counts.documented} documented, ${bad} bad, ${requests - counts.bad} of examples. ` +
      `The service rejected ${rejected}, the validator ${invalid}. It checked ${checked_responses} responses.\n`,
  );
  // Fewer would mean that the validator did not see the requests.
  if (bad < BAD_REQUESTS || invalid < bad / 2 || checked_responses < requests * 0.9)
    violations.push('The replay did not check enough.');
} finally {
  await service?.stop();
  await proxy.close();
  rmSync(home, { recursive: true, force: true });
}
for (const text of violations.slice(0, 50)) process.stdout.write(`${text}\n`);
process.stdout.write(`${violations.length} violations\n`);
process.exitCode = violations.length === 0 ? 0 : 1;

/** Sends a request through the proxy, which checks its response against the document. */
async function send({ method, path, headers, text }, token) {
  const failed = (error) => void violations.push(`${method} ${path}: ${error.message}`);
  const response = await fetch(`${proxy.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    redirect: 'manual',
    // Streams of events do not end.
    signal: AbortSignal.timeout(60_000),
    ...(text !== undefined && { body: text }),
  }).catch(failed);
  if (response?.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel();
  else await response?.arrayBuffer();
}

/** Runs an example program against the service, and reports if it fails. */
async function runExample(name) {
  const folder = mkdtempSync(join(home, 'example-'));
  writeFileSync(join(folder, 'story.txt'), 'Somebody has left a lantern at the door.\nIt is still warm.');
  const token = await mintDevToken({ data_dir: join(home, 'server'), sub: `example-${name}` });
  const env = { PATH: process.env.PATH, VOICELOOM_BASE_URL: proxy.url, VOICELOOM_TOKEN: token };
  const child = spawn(process.execPath, [join(packages, 'cli-examples/src/examples', name)], {
    cwd: folder,
    env,
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) violations.push(`${name} ended with ${code}: ${output.slice(-1_000)}`);
}
