/** Examples by operation ID, for operations whose generated example would explain too little. */
export const EXAMPLES: Record<string, string> = {
  'auth.whoami': 'const { workspace_id } = await client.auth.whoami();',
  'api_keys.create': "const { api_key } = await client.apiKeys.create({ name: 'CI' });",
  'api_keys.rotate':
    'const { new_key } = await client.apiKeys.rotate(keyId, { grace_period_seconds: 3600 });',
  'workflows.list': 'for await (const workflow of client.workflows.list()) console.log(workflow.name);',
  'workflows.create':
    "const workflow = await client.workflows.create({ name: 'Harbor lights', definition });",
  'workflows.validate': 'const { valid, errors } = await client.workflows.validate({ definition });',
  'workflows.preview': 'const { expected_credits } = await client.workflows.preview(workflowId);',
  'workflows.replace':
    'const { data, response } = await client.workflows.get(workflowId).withResponse();\n' +
    "const ifMatch = response.headers.get('etag') ?? undefined;\n" +
    "await client.workflows.replace(workflowId, { ...data, name: 'Second draft' }, { ifMatch });",
  'runs.list': "const failed = await client.runs.list(workflowId, { status: 'failed' }).toArray();",
  'runs.data': 'for await (const row of client.runs.data(workflowId, runId)) console.log(row.script);',
  'reviews.events':
    'for await (const event of client.reviews.events(reviewId)) {\n' +
    '  console.log(event.type, event.actor.name);\n' +
    "  if (event.actor.kind === 'user') break;\n" +
    '}',
  'voices.list': "const voices = await client.voices.list({ language: 'de-de' }).toArray({ limit: 10 });",
  'provider_keys.put':
    "const { is_valid } = await client.providerKeys.put('elevenlabs', { api_key: apiKey });",
  'provider_keys.delete': "await client.providerKeys.delete('elevenlabs');",
  'webhook_endpoints.create':
    "const { secret } = await client.webhookEndpoints.create({ url: 'https://hooks.example.com/voiceloom' });",
};
