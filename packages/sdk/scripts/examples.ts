/** Examples shown in the documentation of the main calls, by operation id. */
export const EXAMPLES: Record<string, string> = {
  'auth.whoami': 'const { workspace_id } = await client.auth.whoami();',
  'api_keys.create': "const { api_key } = await client.apiKeys.create({ name: 'CI' });",
  'api_keys.rotate':
    'const { new_key } = await client.apiKeys.rotate(keyId, { grace_period_seconds: 3600 });',
  'workflows.list': 'for await (const workflow of client.workflows.list()) names.push(workflow.name);',
  'workflows.create':
    "const workflow = await client.workflows.create({ name: 'Harbor lights', definition });",
  'workflows.validate': 'const { valid, errors } = await client.workflows.validate({ definition });',
  'workflows.preview': 'const { expected_credits } = await client.workflows.preview(workflowId);',
  'workflows.replace':
    'const { data, response } = await client.workflows.get(id).withResponse();\n' +
    "const ifMatch = response.headers.get('etag') ?? undefined;\n" +
    "await client.workflows.replace(id, { ...data, name: 'Second draft' }, { ifMatch });",
  'runs.list': "const failed = await client.runs.list(workflowId, { status: 'failed' }).toArray();",
  'runs.data': 'for await (const row of client.runs.data(workflowId, runId)) lines.push(row.script);',
  'voices.list': "const voices = await client.voices.list({ language: 'de-de' }).toArray({ limit: 10 });",
  'nodes.list': 'const nodeTypes = await client.nodes.list();',
};
