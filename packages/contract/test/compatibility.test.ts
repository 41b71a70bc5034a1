import { describe, expect, test } from 'vitest';
import { breakingChanges } from '../scripts/compatibility.ts';
import { CONTRACT_VERSION, openApiDocument } from '../src/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are taken apart here as they come.
type Json = any;
const current = JSON.parse(JSON.stringify(openApiDocument({ version: CONTRACT_VERSION }))) as Json;

/** The result of the checker for a document that was changed in one place. */
function after(change: (document: Json) => void, direction: 'new' | 'old' = 'new'): string[] {
  const changed = structuredClone(current);
  change(changed);
  return direction === 'new' ? breakingChanges(current, changed) : breakingChanges(changed, current);
}

test('a document is compatible with itself', () => {
  expect(breakingChanges(current, structuredClone(current))).toEqual([]);
});

test('every field that could be removed from a schema is detected', () => {
  const schemas = Object.entries<Json>(current.components.schemas);
  const fields = schemas.flatMap(([schema, { properties = {} }]) =>
    Object.keys(properties).map((field) => ({ schema, field })),
  );
  // A removed field hides the fields below it. So the fields that were found are restored, and the next ones
  // are checked.
  let removed = fields;
  for (let before = Infinity; removed.length < before; ) {
    before = removed.length;
    const found = after((document) => {
      for (const { schema, field } of removed) delete document.components.schemas[schema].properties[field];
    }).join('\n');
    removed = removed.filter(
      ({ schema, field }) =>
        !new RegExp(`(^|\\W)${schema}\\.${field.replace('$', '\\$')} is gone`, 'm').test(found),
    );
  }
  expect(fields.length).toBeGreaterThan(500);
  expect(removed).toEqual([]);
});

test('every parameter that could be removed or made required is detected', () => {
  const whole = (one: Json) => (one.$ref ? current.components.parameters[one.$ref.split('/').at(-1)] : one);
  const all = Object.values<Json>(current.paths).flatMap((item) => Object.values<Json>(item));
  const withParameters = (change: (parameters: Json[]) => Json[]) =>
    new Set(
      after((document) => {
        for (const operation of Object.values<Json>(document.paths).flatMap((item) =>
          Object.values<Json>(item),
        ))
          operation.parameters = change(operation.parameters.map(whole));
      }),
    );
  const removed = withParameters(() => []);
  const required = withParameters((parameters) => parameters.map((one) => ({ ...one, required: true })));
  const missed = all.flatMap(({ operationId, parameters }) =>
    parameters.map(whole).flatMap((one: Json) => {
      const name = `${operationId} ${one.in} ${one.in === 'header' ? one.name.toLowerCase() : one.name}`;
      const isNoticed =
        removed.has(`${name} is gone`) && required.has(`${name} is required`) !== one.required;
      return isNoticed ? [] : [name];
    }),
  );
  expect(removed.size).toBeGreaterThan(100);
  expect(missed).toEqual([]);
});

describe('breaks clients:', () => {
  const workflows = '/api/v1/workflows';
  test.each<[string, (document: Json) => void, string]>([
    ['an operation that is gone', (d) => delete d.paths[workflows].get, 'GET /api/v1/workflows is gone'],
    ['a path that is gone', (d) => delete d.paths[workflows], 'workflows.create: POST'],
    ['a parameter that is gone', (d) => d.paths[workflows].get.parameters.splice(0, 1), 'is gone'],
    [
      'a parameter that is required now',
      (d) => d.paths[workflows].get.parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
      'workflows.list query x is required',
    ],
    [
      'another scope',
      (d) => {
        d.paths[workflows].get['x-scope'] = 'workflows:write';
      },
      'x-scope was workflows:read and is workflows:write',
    ],
    [
      'keys that are refused',
      (d) => {
        d.paths[workflows].get.security = [{ jwt: [] }];
      },
      'apiKey is not accepted any more',
    ],
    [
      'a field of a body that is required now',
      (d) => d.components.schemas.CreateWorkflow.required.push('description'),
      'CreateWorkflow.description is required',
    ],
    [
      'a value that is not taken any more',
      (d) =>
        d.components.schemas.WebhookEventType.enum.splice(
          d.components.schemas.WebhookEventType.enum.indexOf('credits.low'),
          1,
        ),
      'does not take "credits.low" any more',
    ],
    [
      'a tighter limit of a field',
      (d) => {
        d.components.schemas.CreateWorkflow.properties.name.maxLength = 5;
      },
      'has a tighter maxLength',
    ],
    [
      'an answer that may lack a field',
      (d) => d.components.schemas.ApiKey.required.shift(),
      'may be missing',
    ],
    [
      'an answer that may be null',
      (d) => {
        d.components.schemas.ApiKey.properties.name = { type: ['string', 'null'] };
      },
      'ApiKey.name can be null',
    ],
    [
      'another success',
      (d) => {
        const { responses } = d.paths[workflows].post;
        responses['202'] = responses['201'];
        delete responses['201'];
      },
      'workflows.create 201 is gone',
    ],
    ['an event that is gone', (d) => delete d.webhooks['run.failed'], 'webhook run.failed is gone'],
    [
      'a field of an event that is gone',
      (d) => delete d.components.schemas.RunFailedNotice.properties.data.properties.error,
      'RunFailedNotice.data.error is gone',
    ],
  ])('%s', (_name, change, said) => {
    expect(after(change).join('\n')).toContain(said);
  });
});

describe('does not break clients:', () => {
  test.each<[string, (document: Json) => void]>([
    [
      'a new operation',
      (d) => {
        d.paths['/api/v1/new'] = { get: d.paths['/api/v1/workflows'].get };
      },
    ],
    [
      'a new field of an answer',
      (d) => {
        d.components.schemas.ApiKey.properties.more = { type: 'string' };
      },
    ],
    [
      'a new optional field of a body',
      (d) => {
        d.components.schemas.CreateWorkflow.properties.more = { type: 'string' };
      },
    ],
    ['a further value of an answer', (d) => d.components.schemas.RunStatus.enum.push('waiting')],
    [
      'a wider limit',
      (d) => {
        d.components.schemas.CreateWorkflow.properties.name.maxLength = 5_000;
      },
    ],
    ['a new code of an error', (d) => d.components.schemas.ErrorCode?.enum?.push('NEW')],
    [
      'another text',
      (d) => {
        d.components.schemas.ApiKey.description = 'Otherwise.';
      },
    ],
  ])('%s', (_name, change) => {
    expect(after(change)).toEqual([]);
  });
});
