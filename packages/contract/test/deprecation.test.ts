import { expect, test } from 'vitest';
import { z } from 'zod';
import { breakingChanges } from '../scripts/compatibility.ts';
import { area, deprecatedField, objectOf, openApiDocument } from '../src/index.ts';

const Kind = z.enum(['song', 'tune']).meta({ id: 'Kind', description: 'What it is.' });
const Song = z
  .object({
    title: z.string().describe('What it is called.'),
    other_kind: deprecatedField(Kind, { since: '2026-11-21' }),
    kind: Kind,
    name: deprecatedField(z.string().describe('The same.'), { since: '2026-11-21', successor: 'title' }),
  })
  .meta({ id: 'Song', description: 'A song.' });

const access = { auth: 'jwt', scope: null, role: null, workspace: 'none' } as const;
const songs = (deprecated?: { since: string; sunset?: string; successor?: string }) => ({
  songs: area('text', access, {
    get: {
      endpoint: 'GET /songs/:song_id',
      summary: 'Get a song',
      description: 'By its id.',
      responses: { 200: objectOf(Song) },
      ...(deprecated && { deprecated }),
    },
  }),
});

type Json = { [key: string]: Json } & { [key: string]: unknown };
const documentOf = (of: object) =>
  JSON.parse(JSON.stringify(openApiDocument({ version: '1.0.0' }, of))) as Json;

test('a deprecated operation states since when, until when, and what to use instead', () => {
  const deprecated = { since: '2026-11-21', sunset: '2028-01-01', successor: 'text.tune' };
  const document = documentOf(songs(deprecated));
  const operation = document.paths?.['/songs/{song_id}']?.get;
  expect(operation).toMatchObject({ deprecated: true, 'x-sunset': '2028-01-01' });
  expect(operation?.description).toBe(
    'By its id. Deprecated since 2026-11-21; use `text.tune` instead. It may be removed from 2028-01-01 on.',
  );
  for (const [status, answer] of Object.entries(operation?.responses ?? {})) {
    const name = String((answer as Json).$ref ?? '').slice('#/components/responses/'.length);
    const whole = name === '' ? (answer as Json) : document.components?.responses?.[name];
    for (const header of ['Deprecation', 'Sunset', 'Link'])
      expect(Object.keys(whole?.headers ?? {}), `${status} ${name}`).toContain(header);
  }
});

test('a deprecated field says so in addition to its own description', () => {
  const field = documentOf(songs()).components?.schemas?.Song?.properties?.name;
  expect(field).toEqual({
    type: 'string',
    deprecated: true,
    description: 'The same. Deprecated since 2026-11-21; use `title` instead.',
  });
});

test('a deprecated field of a named schema refers to the schema, which stays unchanged', () => {
  const schemas = documentOf(songs()).components?.schemas;
  expect(schemas?.Kind).not.toHaveProperty('deprecated');
  expect(schemas?.Song?.properties?.kind?.$ref).toBe('#/components/schemas/Kind');
  expect(schemas?.Song?.properties?.other_kind).toEqual({
    $ref: '#/components/schemas/Kind',
    deprecated: true,
    description: 'What it is. Deprecated since 2026-11-21.',
  });
});

test('deprecation does not break clients', () => {
  const before = documentOf(songs());
  expect(breakingChanges(before, documentOf(songs({ since: '2026-11-21' })))).toEqual([]);
});

test('nothing else in a document is marked as deprecated', () => {
  const operation = documentOf(songs()).paths?.['/songs/{song_id}']?.get;
  expect(operation).not.toHaveProperty('deprecated');
  expect(operation?.responses?.['200']?.headers).not.toHaveProperty('Deprecation');
});
