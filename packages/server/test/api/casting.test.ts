import { checkDefinition } from '@voiceloom/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { countCalls } from '../support/call-counts.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertWorkflow } from '../support/run-factory.ts';
import { putBytes } from '../support/uploads.ts';
import { fieldsOf, narration } from '../support/workflows.ts';

describe('a casting sheet over HTTP', () => {
  let server: TestApp;
  let member: Member;
  beforeAll(async () => {
    server = await startTestApp({ role: 'all' });
    member = await createMember(server);
  });
  afterAll(() => server.close());

  const ask = (method: string, path: string, body?: unknown) =>
    server.request(method, `/api/v1${path}`, { as: member, body });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  /** A workflow with an uploaded and confirmed casting sheet. */
  const scene = async (sheet: string) => {
    const announced = { filename: 'casting.csv', category: 'script' };
    const { upload, upload_url } = await call('POST', '/uploads', announced);
    await putBytes(upload_url, sheet, upload.content_type);
    const script = { text: 'Hello there.', source_language: 'en-us' };
    const { definition, errors } = checkDefinition(narration(script, { casting_upload_id: upload.id }));
    if (!definition) throw new Error(JSON.stringify(errors));
    const workflow = await insertWorkflow({ server, member }, definition);
    await call('POST', `/uploads/${upload.id}`, { context_type: 'workflow', context_id: workflow.id });
    return { definition, runs: `/workflows/${workflow.id}/runs` };
  };
  const PLACE = 'definition.graph.nodes.1.config.casting_upload_id.rows';

  test('with errors is a warning in validate and prevents the start, with row and column', async () => {
    const { definition, runs } = await scene('character,locale,voice\nAda,en-us,Nobody\nBob,xx-nowhere,\n');
    const places = [`${PLACE}.2.voice`, `${PLACE}.3.voice`, `${PLACE}.3.locale`];
    const { valid, warnings } = await call('POST', '/workflows/validate', { definition });
    expect(valid).toBe(true);
    expect(warnings.map(({ path }: { path: string }) => path).sort()).toEqual(places.toSorted());
    expect(warnings[0]).toMatchObject({
      code: 'invalid_casting_sheet',
      message: 'casting.csv, row 2, column voice: There is no voice "Nobody".',
    });
    const refused = await ask('POST', runs);
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused.body).sort()).toEqual(places.toSorted());
  });

  test('is read once, and the graph is compiled once, for each start, preview and validate', async () => {
    const [voice] = await call('GET', '/voices?language=en-gb&limit=1');
    const { definition, runs } = await scene(`character,voice\nAda,${voice.id}\n`);
    await call('POST', `${runs}/preview`);
    const counted = (path: string, body?: object) =>
      countCalls(['readCastingSheet', 'compilePlan', 'listReadingHints'], () => call('POST', path, body));
    const once = { readCastingSheet: 1, compilePlan: 1, listReadingHints: 1 };
    expect(await counted(`${runs}/preview`)).toEqual(once);
    expect(await counted('/workflows/validate', { definition })).toEqual(once);
    expect(await counted(runs)).toEqual(once);
    const [run] = await call('GET', runs);
    await call('POST', `${runs}/${run.id}/cancel`);
  });

  test('is read into the definition of the run, and the estimate uses it', async () => {
    const [voice] = await call('GET', '/voices?language=en-gb&limit=1');
    const { runs } = await scene(`character,voice\nAda,${voice.id}\n`);
    expect(await call('POST', `${runs}/preview`)).toMatchObject({ min_credits: 1, can_run: true });
    const { id } = await call('POST', runs);
    const { definition_snapshot } = await call('GET', `${runs}/${id}`);
    expect(definition_snapshot.graph.nodes[1].config).toMatchObject({
      casting_upload_id: null,
      voices_by_character: { Ada: { voice_id: voice.id, provider: 'espeak' } },
    });
  });
});
