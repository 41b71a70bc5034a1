import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { Voiceloom, type VoiceloomOptions } from '../../src/index.ts';
import type { Seen, Step } from './steps.ts';

export { cut, data, failure, json, META, reset, type Seen, type Step, silence, stall } from './steps.ts';

/** A server on a free loopback port. Request n runs step n, and the last step repeats. */
export async function scripted(...steps: Step[]) {
  const seen: Seen[] = [];
  const server = createServer(async (req, res) => {
    const step = steps[Math.min(seen.length, steps.length - 1)];
    const entry: Seen = {
      method: req.method ?? '',
      url: req.url ?? '',
      headers: req.headers,
      body: Buffer.alloc(0),
    };
    seen.push(entry);
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    entry.body = Buffer.concat(chunks);
    step?.(res, entry);
  });
  server.on('clientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = (options: VoiceloomOptions = {}) =>
    new Voiceloom({ apiKey: 'vl_live_secret', baseUrl: url, ...options });
  return { url, seen, client, server };
}
