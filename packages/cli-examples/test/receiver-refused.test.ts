import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { start } from './support/examples.ts';
import { json, META, service } from './support/service.ts';
import { folder } from './support/shell.ts';

const example = fileURLToPath(new URL('../src/examples/05-webhooks.ts', import.meta.url));

test('05: if the service rejects the address, the example names the setting that allows it, and ends', async () => {
  const fault = { field: 'body.url', message: 'The URL must begin with https://.' };
  const error = { code: 'VALIDATION_ERROR', message: `body.url: ${fault.message}`, details: [fault] };
  const { url } = await service({ 'POST /api/v1/webhook-endpoints': json({ error, meta: META }, 422) });
  const env = { VOICELOOM_BASE_URL: url, VOICELOOM_TOKEN: 't' };
  const { code, stderr } = await start([process.execPath, example], await folder(), env).ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining('WEBHOOK_ALLOW_PRIVATE_NETWORKS=true')]);
  expect(stderr).toContain(fault.message);
});

test('examples that need settings of the service list them in the README', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme).toContain('WEBHOOK_ALLOW_PRIVATE_NETWORKS=true npm start');
  expect(readme).toContain('provider-keys.md#allow-servers-on-your-own-machine');
});
