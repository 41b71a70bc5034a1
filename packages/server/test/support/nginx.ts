import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '../../src/config/find-program.ts';
import { until } from './until.ts';

const GUIDE = new URL('../../../../docs/operating/hosting.md', import.meta.url);

/** The configuration in the hosting guide, as readers copy it. */
export function guideConfiguration(): string {
  const block = /^```nginx\n(.*?)^```$/ms.exec(readFileSync(GUIDE, 'utf8'))?.[1];
  if (block === undefined) throw new Error('The hosting guide has no nginx block.');
  return block;
}

/** Free loopback ports, for programs that need a given port. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  return servers.map((server) => {
    const address = server.address();
    server.close();
    return typeof address === 'object' && address ? address.port : 0;
  });
}

/**
 * The guide's block with the addresses of this test and without TLS. Throws if a replacement finds no line.
 */
function adapted(block: string, { port, upstreams }: { port: number; upstreams: number[] }): string {
  const changes: [RegExp, string][] = [
    ...upstreams.map((to, index): [RegExp, string] => [
      new RegExp(`10\\.0\\.0\\.1${index + 1}:8080`),
      `127.0.0.1:${to}`,
    ]),
    [/listen 443 ssl;/, `listen 127.0.0.1:${port};`],
    [/^\s*ssl_certificate .*\n/m, ''],
    [/^\s*ssl_certificate_key .*\n/m, ''],
  ];
  return changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`The nginx block of the guide has no ${from.source}.`);
    return text.replace(from, to);
  }, block);
}

interface NginxOptions {
  /** The directory for its files. */
  directory: string;
  port: number;
  /** Ports of the two upstream processes. */
  upstreams: number[];
}

/** This machine's nginx with the guide's configuration, in front of the processes at `upstreams`. */
export async function startNginx({ directory, port, upstreams }: NginxOptions) {
  const program = findProgram('nginx', `${process.env.PATH ?? ''}:/usr/sbin`);
  if (program === undefined) throw new Error('There is no nginx: install it (apt-get install nginx).');
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'])
    mkdirSync(join(directory, name), { recursive: true });
  const paths = [
    `client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy;`,
    `fastcgi_temp_path ${directory}/fastcgi; uwsgi_temp_path ${directory}/uwsgi; scgi_temp_path ${directory}/scgi;`,
  ].join('\n');
  const error_log = join(directory, 'error.log');
  const head = `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off; pid ${directory}/nginx.pid; error_log ${error_log};`;
  const body = adapted(guideConfiguration(), { port, upstreams });
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, `${head}\nevents {}\nhttp {\naccess_log off;\n${paths}\n${body}\n}\n`);
  const child = spawn(program, ['-c', file, '-e', error_log], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${errors}`);
    return fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
