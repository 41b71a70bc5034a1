import { readFile } from 'node:fs/promises';
import { isReadOnly, type JsonSchema, operations, schemas } from '@voiceloom/sdk/contract';
import { expect, test } from 'vitest';
import { inputSchemaOf } from '../src/mcp/schema.ts';
import { AREAS, TOOL_SETS, toolNameOf, toolsOf } from '../src/mcp/sets.ts';
import { toolView } from '../src/mcp/tools.ts';
import { shell } from './support/shell.ts';

const names = (list: string, options?: { readOnly: boolean }) => toolsOf(list, options).map(toolNameOf);
const guide = await readFile(new URL('../../../docs/guides/mcp.md', import.meta.url), 'utf8');

test('the default set is small: at most 40 tools and 40 KB', () => {
  const views = toolsOf('default').map(toolView);
  expect(views.length).toBeLessThanOrEqual(40);
  expect(Buffer.byteLength(JSON.stringify(views))).toBeLessThanOrEqual(40_000);
});

test('the default set covers a script to audio, without money, people or keys', () => {
  for (const name of [
    'workflows_create',
    'workflows_preview',
    'runs_start',
    'runs_status',
    'runs_download',
    'uploads_create',
  ])
    expect(names('default')).toContain(name);
  const areas = new Set(toolsOf('default').map(({ area }) => area));
  for (const area of [
    'users',
    'billing',
    'members',
    'api_keys',
    'provider_keys',
    'webhook_endpoints',
    'workspaces',
  ])
    expect(areas).not.toContain(area);
  expect(names('default').some((name) => name.startsWith('delivery_targets'))).toBe(false);
});

test('sets, areas and operations are combined, and read-only restricts all of them', () => {
  expect(names('all')).toHaveLength(operations.length);
  expect(names('billing').every((name) => name.startsWith('billing_'))).toBe(true);
  expect(names('default, members.list')).toEqual(expect.arrayContaining(['runs_start', 'members_list']));
  expect(names('webhook-endpoints')).toEqual(names('webhook_endpoints'));
  expect(names('runs_start')).toEqual(['runs_start']);
  expect(toolsOf('all', { readOnly: true }).every(isReadOnly)).toBe(true);
  expect(names('read')).toEqual(names('default', { readOnly: true }));
});

test('an unknown set is rejected with a suggestion', async () => {
  const { run } = await shell({ VOICELOOM_TOKEN: 't' });
  for (const [given, meant] of [
    ['biling', 'billing'],
    ['default,', 'use one or more of default'],
  ] as const) {
    const { code, err, out } = await run(['mcp', '--tools', given]);
    expect([code, err, out]).toEqual([2, expect.stringContaining(meant), '']);
  }
});

test.each([
  // tool, read-only, deletes or overwrites data, safe to repeat
  ['runs_get', true, false, true],
  ['workflows_preview', true, false, true],
  ['workflows_create', false, false, false],
  ['workflows_replace', false, true, true],
  ['workflows_update', false, true, true],
  ['workflows_delete', false, true, true],
  ['workflows_duplicate', false, false, false],
  ['runs_start', false, false, false],
  ['runs_retry', false, false, false],
  ['runs_cancel', false, true, true],
  ['runs_pause', false, false, true],
  ['uploads_confirm', false, false, true],
  ['uploads_delete', false, true, true],
  ['api_keys_rotate', false, true, false],
  ['webhook_endpoints_rotate_secret', false, true, false],
  ['provider_keys_put', false, true, true],
  ['voices_favorite', false, false, true],
  ['voices_unfavorite', false, false, true],
  ['users_cancel_subscription', false, true, true],
])('%s has the matching hints', (name, readOnlyHint, destructiveHint, idempotentHint) => {
  const [operation] = toolsOf(name);
  expect(operation && toolView(operation)).toMatchObject({
    annotations: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint: false },
  });
});

test('no tool that only reads has the destructive hint, and every DELETE except that of a mark has it', () => {
  for (const operation of operations) {
    const { annotations = {} } = toolView(operation);
    if (annotations.readOnlyHint)
      expect([operation.id, annotations.destructiveHint]).toEqual([operation.id, false]);
    const isMark = operation.id.endsWith('.unfavorite');
    if (operation.method === 'DELETE')
      expect([operation.id, annotations.destructiveHint]).toEqual([operation.id, !isMark]);
  }
});

/** The names and paths of all fields of a schema, including nested schemas. */
function fieldsOf(schema: JsonSchema, defs: Record<string, unknown>, depth = 0): string[] {
  if (depth > 8) return [];
  const name = /^#\/\$defs\/(\w+)$/.exec(String(schema.$ref))?.[1];
  const inner = name === undefined ? [] : fieldsOf((defs[name] ?? {}) as JsonSchema, defs, depth);
  const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as JsonSchema[]);
  const parts = [...lists, ...(schema.items ? [schema.items as JsonSchema] : [])];
  return [
    ...inner,
    ...parts.flatMap((part) => fieldsOf(part, defs, depth)),
    ...Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([field, value]) => [
      field,
      ...fieldsOf(value, defs, depth + 1).map((one) => `${field}.${one}`),
    ]),
  ];
}

test('the schema of every tool is self-contained and has every field of the body', () => {
  for (const operation of operations) {
    const schema = inputSchemaOf(operation) as {
      properties: Record<string, JsonSchema>;
      $defs?: Record<string, unknown>;
    };
    const { $defs = {} } = schema;
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g))
      expect(Object.keys($defs)).toContain(name);
    const { body } = schema.properties;
    const own = operation.body ? new Set(fieldsOf(operation.body.schema, schemas)) : new Set();
    expect([operation.id, new Set(body ? fieldsOf(body, $defs) : [])]).toEqual([operation.id, own]);
  }
});

test('descriptions of tools do not repeat the title, and avoid HTTP terms', () => {
  for (const operation of toolsOf('all')) {
    const { title, description } = toolView(operation) as { title: string; description: string };
    expect([operation.id, description.length > 10]).toEqual([operation.id, true]);
    if (operation.description) expect(description.startsWith(`${title}.`), operation.id).toBe(false);
    expect(description, operation.id).not.toMatch(
      /\bHTTP\b|ETag|If-Match|server-sent|\b[45]\d\d\b|\b20[0-9]\b|the body/i,
    );
  }
});

test('a tool that takes a definition shows a complete one and allows named edges', () => {
  for (const id of ['workflows_create', 'workflows_replace', 'workflows_update', 'workflows_validate']) {
    const [view] = toolsOf(id).map(toolView) as { description: string; inputSchema: JsonSchema }[];
    expect(view?.description).toContain('"script.lines -> voice.lines"');
    const { body } = (view?.inputSchema.properties ?? {}) as Record<string, JsonSchema>;
    const shape = JSON.stringify(body);
    if (id !== 'workflows_validate') expect(shape).toContain('`script.lines -> voice.lines`');
    expect(shape).not.toContain('"uuid"');
  }
});

test('the guide lists every set and every area', () => {
  for (const set of [...TOOL_SETS, ...AREAS]) expect(guide).toContain(`\`${set}\``);
  const count = new RegExp(`${toolsOf('default').length} tools`);
  expect(guide).toMatch(count);
});
