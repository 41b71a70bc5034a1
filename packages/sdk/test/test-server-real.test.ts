import { expect, test } from 'vitest';
import { realService, type Step, tell, testService } from './support/both-servers.ts';
import { definition, NODE, OTHER } from './support/story-definition.ts';

const get = (path: string, more: Partial<Step> = {}): Step => ({
  method: 'GET',
  path: `/api/v1${path}`,
  ...more,
});
const send = (method: string, path: string, body?: unknown, more: Partial<Step> = {}): Step => ({
  ...{ method, path: `/api/v1${path}`, ...more },
  ...(body !== undefined && { body }),
});

const STORIES: Record<string, Step[]> = {
  'workflows are made, changed and refused': [
    get('/workflows'),
    send('POST', '/workflows', { name: ' Evening ', definition }, { keep: { id: 'id', etag: 'etag' } }),
    get('/workflows/{id}', { as: 'key' }),
    send('PATCH', '/workflows/{id}', { name: 'Night' }, { headers: { 'if-match': '{etag}' } }),
    send('PATCH', '/workflows/{id}', { name: 'Late' }, { headers: { 'if-match': '{etag}' } }),
    send('PATCH', '/workflows/{id}', {}),
    send('PATCH', '/workflows/{id}', { name: null, description: 'About' }),
    send('PATCH', '/workflows/{id}', { name: 'x' }, { as: 'key' }),
    send('PUT', '/workflows/{id}', { name: 'Third', definition }, { as: 'key' }),
    send('PUT', '/workflows/{id}', { name: 'Third' }),
    send('POST', '/workflows', {
      name: '',
      description: 3,
      definition: { graph: { nodes: [{ id: 'x', type: 'y' }] } },
    }),
    send('POST', '/workflows', {}),
    send('POST', '/workflows', '{"name":'),
    send('POST', '/workflows', 'name', { headers: { 'content-type': 'text/plain' } }),
    send('POST', '/workflows', [1]),
    get('/workflows?limit=1'),
    get('/workflows?limit=0&order=up'),
    get('/workflows?cursor=abc&offset=1'),
    get('/workflows?cursor=abc'),
    get(`/workflows/${OTHER}`),
    get('/workflows/nonsense'),
    send('POST', '/workflows/validate', {
      definition: { graph: { nodes: [{ id: NODE, type: 'sink_preview' }] } },
    }),
    send('DELETE', '/workflows/{id}'),
    get('/workflows/{id}'),
  ],
  'callers are known, or told why not': [
    get('/auth/whoami', { as: 'nobody' }),
    get('/auth/whoami', { as: 'stranger' }),
    get('/workflows', { headers: { 'x-workspace-id': OTHER } }),
    get('/workflows', { headers: { 'x-workspace-id': OTHER }, as: 'key' }),
    get('/workflows', { headers: { 'x-workspace-id': 'x' } }),
    get('/api-keys', { as: 'key' }),
    send(
      'POST',
      '/api-keys',
      { name: 'CI', scopes: ['workflows:read'] },
      { keep: { id: 'id', api_key: 'api_key' } },
    ),
    get('/auth/whoami', { as: 'own-key' }),
    send('POST', '/workflows', { name: 'x' }, { as: 'own-key' }),
    get('/api-keys/{id}'),
    send('PATCH', '/api-keys/{id}/rotate', { grace_period_seconds: 60 }),
    send('PATCH', '/api-keys/{id}/rotate'),
    send('DELETE', '/api-keys/{id}'),
    send('POST', '/api-keys', { name: 'x', scopes: ['everything'], rate_limit_per_min: 0 }),
    get(`/api-keys/${OTHER}`),
    get('/nothing'),
    send('PUT', '/workflows', {}),
  ],
  'a key of a request is good for it alone': [
    send('POST', '/workflows', { name: 'One' }, { headers: { 'idempotency-key': 'k' } }),
    send('POST', '/workflows', { name: 'One' }, { headers: { 'idempotency-key': 'k' } }),
    send('POST', '/workflows', { name: 'Two' }, { headers: { 'idempotency-key': 'k' } }),
    send('POST', '/templates', { name: 'One' }, { headers: { 'idempotency-key': 'k' } }),
  ],
  'uploads are announced and refused': [
    send('POST', '/workflows', { name: 'Evening' }, { keep: { workflow: 'id' } }),
    send('POST', '/uploads', { filename: 'a.exe', category: 'script' }),
    send('POST', '/uploads', { filename: 'a/b.txt', category: 'script', size_bytes: 0 }),
    send('POST', '/uploads', { filename: 'a.txt', category: 'script', size_bytes: 5 }),
    send('POST', `/uploads/${OTHER}`, { context_type: 'workflow', context_id: '{workflow}' }),
    send('DELETE', `/uploads/${OTHER}`),
  ],
  'endpoints are made and refused': [
    send(
      'POST',
      '/webhook-endpoints',
      { url: 'https://hooks.example.com/a', events: ['run.failed'] },
      { keep: { id: 'id' } },
    ),
    get('/webhook-endpoints/{id}', { as: 'key' }),
    get('/webhook-endpoints'),
    send('POST', '/webhook-endpoints/{id}/rotate-secret'),
    send('POST', '/webhook-endpoints', { url: 'ftp://hooks.example.com/' }),
    get('/webhook-endpoints/{id}/deliveries'),
    send('DELETE', '/webhook-endpoints/{id}'),
    get('/webhook-endpoints/{id}'),
  ],
  'runs are started, cancelled and refused': [
    send('POST', '/workflows', { name: 'Empty' }, { keep: { empty: 'id' } }),
    send('POST', '/workflows/{empty}/runs'),
    send('POST', '/workflows/{empty}/runs', { script_text: 'x' }),
    send('POST', '/workflows', { name: 'Evening', definition }, { keep: { id: 'id' } }),
    send('POST', '/workflows/{id}/runs', { params: { max_failed_lines: -1 } }),
    send('POST', '/workflows/{id}/runs', {}, { keep: { run: 'id' }, as: 'key' }),
    send('POST', '/workflows/{id}/runs'),
    get('/workflows/{id}/runs/{run}/status'),
    get('/workflows/{id}/runs/{run}'),
    get('/workflows/{id}/runs'),
    get('/workflows/{id}/runs/{run}/download'),
    send('POST', '/workflows/{id}/runs/{run}/cancel'),
    send('POST', '/workflows/{id}/runs/{run}/cancel'),
    get('/workflows/{id}/runs/{run}/download'),
    get(`/workflows/{id}/runs/${OTHER}`),
    get(`/workflows/{empty}/runs/{run}`),
    get('/workflows'),
  ],
};

test('the test server returns the same as the service at every step of these stories', async () => {
  const newUser = await realService();
  const differences: object[] = [];
  for (const [name, steps] of Object.entries(STORIES)) {
    const [expected, told] = [await tell(await newUser(), steps), await tell(testService(), steps)];
    steps.forEach(({ method, path }, at) => {
      if (same(expected[at], told[at])) return;
      differences.push({ name, step: `${method} ${path}`, service: expected[at], own: told[at] });
    });
  }
  expect(differences).toEqual([]);
});

/**
 * Whether two responses are the same, except for the order of their fields and the texts of validation
 * errors.
 */
function same(a: unknown, b: unknown): boolean {
  const isValidation = JSON.stringify(b).includes('VALIDATION_ERROR');
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    const compared = entries.filter(([key]) => !(isValidation && key === 'message'));
    return Object.fromEntries(compared.map(([key, item]) => [key, sorted(item)]));
  };
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}
