import {
  AZURE_DIRECTION,
  ELEVENLABS_DIRECTION,
  OPENAI_DIRECTION,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareRun } from '../../src/engine/index.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { putScript } from '../support/put-script.ts';
import { addVoices, troupe } from '../support/troupe.ts';

const speech = troupe({
  elevenlabs: { models: [{ id: 'two', display_name: 'Two', ...ELEVENLABS_DIRECTION }] },
  openai_compatible: { models: [{ id: 'mini', display_name: 'Mini', ...OPENAI_DIRECTION }] },
  azure: { models: [{ id: 'neural', display_name: 'Neural', takes_context: true, ...AZURE_DIRECTION }] },
});
const PLAIN = 'id,character_name,script\na,Ann,It rains.\nb,Bob,It snows.\nc,,It is dark.\n';

let engine: Engine;
let owner: Owner;
beforeAll(async () => {
  engine = await startEngine({ speech });
  await addVoices(engine, [
    { provider: 'elevenlabs', name: 'Eve', locales: ['en-us', 'de-de'] },
    { provider: 'openai_compatible', name: 'Olga' },
    { provider: 'azure', name: 'Aza' },
  ]);
});
beforeEach(async () => {
  owner = await engine.owner();
  speech.asked.length = 0;
});
afterAll(() => engine.close());

async function definition(generator: object, sheet = PLAIN): Promise<WorkflowDefinition> {
  const upload_ids = [await putScript(engine, owner, sheet, 'csv')];
  const source = node('source_script', { input_type: 'file', upload_ids, source_language: 'en-us' });
  const speaker = node('operator_generator', { provider: 'elevenlabs', ...generator });
  const sink = node('sink_preview');
  return definitionOf(
    [source, speaker, sink],
    [
      [source, 'lines', speaker],
      [speaker, 'audio', sink],
    ],
  );
}

const requestOf = (of: WorkflowDefinition) => ({ workspace_id: owner.workspace_id, definition: of });
const estimate = (of: WorkflowDefinition) =>
  estimateOf(engine.app, { ...requestOf(of), account_id: owner.user_id });
const problems = async (of: WorkflowDefinition) => (await prepareRun(engine.app, requestOf(of))).problems;

/** Runs it to its end. Resolves to the row and to the requests that the providers received, by text. */
async function run(of: WorkflowDefinition) {
  speech.asked.length = 0;
  const id = await engine.start(owner, of);
  const row = await engine.until(id, ['completed', 'failed']);
  expect(row.status).toBe('completed');
  expect(await auditRun(engine.app, id)).toEqual([]);
  const takes = await engine.app.db
    .selectFrom('attempt')
    .innerJoin('audio', 'audio.id', 'attempt.output_id')
    .distinctOn('attempt.line_no')
    .select('audio.settings')
    .where('attempt.run_id', '=', id)
    .where('audio.kind', '=', 'take')
    .orderBy('attempt.line_no')
    .execute();
  const asked = Object.fromEntries(speech.asked.map(({ text, controls }) => [text, controls]));
  return { row, asked, settings: takes.map(({ settings }) => settings) };
}

describe('controls', () => {
  test('of a character and of its locale override those of the node; null removes one', async () => {
    const { voices_by_character, ...own } = {
      controls: { stability: 0.5, style: 0.1 },
      voices_by_character: {
        Ann: { controls: { stability: 0.3, style: null } },
        Bob: {
          controls: { stability: 0.9 },
          by_locale: { en: { voice_id: await voiceOf('Eve'), controls: { style: 0.7 } } },
        },
      },
    };
    const { asked, settings } = await run(await definition({ ...own, voices_by_character }));
    expect(asked).toEqual({
      'It rains.': { stability: 0.3 },
      'It snows.': { stability: 0.9, style: 0.7 },
      'It is dark.': { stability: 0.5, style: 0.1 },
    });
    expect(settings[0]).toMatchObject({ controls: { stability: 0.3 }, dropped: [] });
  });

  test('that change speak again exactly the lines that they affect, with the previewed number and cost', async () => {
    const first = await run(await definition({}));
    expect(Object.values(first.asked)).toEqual([undefined, undefined, undefined]);
    expect((await run(await definition({ controls: {} }))).row).toMatchObject({
      credits: 0,
      reused_takes: 3,
    });
    const changed = await definition({ voices_by_character: { Ann: { controls: { stability: 0.2 } } } });
    const known = await estimate(changed);
    expect(known).toMatchObject({ new_takes: 1, reused_takes: 2 });
    const again = await run(changed);
    expect(Object.keys(again.asked)).toEqual(['It rains.']);
    expect(again.row).toMatchObject({ credits: known.expected_credits, reused_takes: 2 });
    expect((await run(await definition({}))).row).toMatchObject({ credits: 0, reused_takes: 3 });
  });

  test('that the speaking model does not know cost nothing, and are reported by preview and take', async () => {
    const cast = { voices_by_character: { Bob: { provider: 'azure' } } };
    await run(await definition(cast));
    const changed = await definition({ ...cast, controls: { stability: 0.4 } });
    const known = await estimate(changed);
    expect(known).toMatchObject({ new_takes: 2, reused_takes: 1 });
    expect(known.notes).toMatchObject([
      {
        code: 'control_dropped',
        message:
          'Neural does not support the control stability of 1 line. It will speak the line without it.',
      },
    ]);
    expect(Object.keys((await run(changed)).asked).sort()).toEqual(['It is dark.', 'It rains.']);
    const fresh = await run(await definition({ ...cast, reuse_takes: false, controls: { stability: 0.4 } }));
    expect(fresh.settings.map(({ dropped }) => dropped)).toEqual([[], ['controls.stability'], []]);
  });

  test('that no model of their setting accepts prevent the start, with the path of each', async () => {
    const path = 'definition.graph.nodes.1.config';
    const wrong = await definition({
      controls: { stability: 2, emotion: 'angry' },
      voices_by_character: {
        Ann: { provider: 'azure', controls: { style: 'sad', stability: 0.5 } },
        Bob: { by_locale: { en: { voice_id: await voiceOf('Eve'), controls: { style: 'sad' } } } },
      },
    });
    const found = (await problems(wrong)).filter(({ code }) => code.endsWith('_control'));
    expect(found).toEqual([
      {
        path: `${path}.controls.stability`,
        code: 'invalid_control',
        message: 'Must be a number from 0 to 1.',
      },
      {
        path: `${path}.controls.emotion`,
        code: 'unknown_control',
        message:
          'The model has no control "emotion". Its controls: similarity_boost, stability, style, use_speaker_boost.',
      },
      {
        path: `${path}.voices_by_character.Ann.controls.stability`,
        code: 'unknown_control',
        message: 'The model has no control "stability". Its controls: role, style, style_degree.',
      },
      {
        path: `${path}.voices_by_character.Bob.by_locale.en.controls.style`,
        code: 'invalid_control',
        message: 'Must be a number from 0 to 1.',
      },
    ]);
  });

  test('are accepted with automatic provider selection if any model accepts them', async () => {
    const routing = { mode: 'auto', candidates: [] };
    const found = async (controls: object) =>
      (await problems(await definition({ routing, controls }))).filter(({ code }) =>
        code.endsWith('_control'),
      );
    expect(await found({ instructions: 'Whisper.', stability: 0.4 })).toEqual([]);
    expect(await found({ mood: 'dark' })).toMatchObject([{ code: 'unknown_control' }]);
  });
});

describe('the direction of a line', () => {
  const DIRECTED = 'id,direction,script\na,"whispers, out of breath",It rains.\nb,,It snows.\n';

  test('is the free text of the model, overrides that of the node, and renews only its own take', async () => {
    const mini = { provider: 'openai_compatible', controls: { instructions: 'Calm.' } };
    await run(await definition(mini, DIRECTED.replace('"whispers, out of breath"', '')));
    const directed = await definition(mini, DIRECTED);
    expect(await estimate(directed)).toMatchObject({ new_takes: 1, reused_takes: 1, notes: [] });
    const { asked } = await run(directed);
    expect(asked).toEqual({ 'It rains.': { instructions: 'whispers, out of breath' } });
  });

  test('is reported and changes no take if the model takes no free text', async () => {
    await run(await definition({}, DIRECTED.replace('"whispers, out of breath"', '')));
    const directed = await definition({}, DIRECTED);
    const known = await estimate(directed);
    expect(known).toMatchObject({ new_takes: 0, reused_takes: 2 });
    expect(known.notes).toMatchObject([
      {
        code: 'direction_dropped',
        message: 'Two does not support the direction of 1 line. It will speak the line without it.',
      },
    ]);
    expect((await run(directed)).asked).toEqual({});
    const fresh = await run(await definition({ reuse_takes: false }, DIRECTED));
    expect(fresh.asked['It rains.']).toBeUndefined();
    expect(fresh.settings.map(({ dropped }) => dropped)).toEqual([['direction'], []]);
  });
});

describe('the controls of a line', () => {
  const HEADER = 'id,script,controls.stability,controls.style,controls.mood';
  const OWN = `${HEADER}\na,It rains.,0.2,null,\nb,It snows.,3,,dark\nc,It is dark.,,,\n`;
  const own = { controls: { stability: 0.5, style: 0.1 } };

  test('override the others and renew only their own take; the model drops what it does not accept', async () => {
    await run(await definition(own, OWN.replace('0.2,null', ',')));
    const known = await estimate(await definition(own, OWN));
    expect(known).toMatchObject({ new_takes: 1, reused_takes: 2 });
    expect(known.notes.map(({ code, message }) => `${code}: ${message}`).sort()).toEqual(
      ['control mood', 'value of the control stability'].map(
        (what) =>
          `control_dropped: Two does not support the ${what} of 1 line. It will speak the line without it.`,
      ),
    );
    expect((await run(await definition(own, OWN))).asked).toEqual({ 'It rains.': { stability: 0.2 } });
    const fresh = await run(await definition({ ...own, reuse_takes: false }, OWN));
    expect(fresh.settings[1]).toMatchObject({ dropped: ['controls.mood', 'controls.stability'] });
    expect(fresh.asked).toMatchObject({ 'It snows.': { style: 0.1 }, 'It is dark.': own.controls });
  });
});

describe('context', () => {
  const TALK =
    'id,character_name,script\na,Ann,It <b>rains</b>.\nb,Bob,Hello {name}!\nc,,[sighs] It is dark.\nd,,Good night.\n';
  const near = { provider: 'azure', context: 'neighbors' };

  test('contains the words of the rows next to a line, and a changed line renews the adjacent takes', async () => {
    await run(await definition({ provider: 'azure' }, TALK));
    const told = await definition(near, TALK);
    const known = await estimate(told);
    expect([known.new_takes, known.notes.some(({ code }) => code === 'context_dropped')]).toEqual([4, false]);
    expect((await run(told)).row).toMatchObject({ reused_takes: 0 });
    expect(Object.fromEntries(speech.asked.map(({ text, context }) => [text, context]))).toEqual({
      'It rains.': { next: 'Hello friend!' },
      'Hello friend!': { previous: 'It rains.', next: 'It is dark.' },
      '[sighs] It is dark.': { previous: 'Hello friend!', next: 'Good night.' },
      'Good night.': { previous: 'It is dark.' },
    });
    const changed = await definition(near, TALK.replace('night', 'morning'));
    expect(await estimate(changed)).toMatchObject({ new_takes: 2, reused_takes: 2 });
    expect((await run(changed)).row).toMatchObject({ reused_takes: 2 });
    expect((await run(await definition({ provider: 'azure' }, TALK))).row).toMatchObject({ reused_takes: 4 });
  });

  test('for a model without context is reported by preview and take, and changes no take', async () => {
    await run(await definition({}));
    const told = await definition({ context: 'neighbors' });
    const known = await estimate(told);
    expect(known).toMatchObject({ new_takes: 0, reused_takes: 3 });
    expect(known.notes).toMatchObject([
      {
        code: 'context_dropped',
        message: 'Two does not support the context of 3 lines. It will speak the lines without it.',
      },
    ]);
    const { settings } = await run(await definition({ context: 'neighbors', reuse_takes: false }));
    expect(settings.map(({ dropped }) => dropped)).toEqual([['context'], ['context'], ['context']]);
    expect(speech.asked.every(({ context }) => context === undefined)).toBe(true);
  });
});

const voiceOf = async (name: string) =>
  (await engine.app.db.selectFrom('voice').select('id').where('name', '=', name).executeTakeFirstOrThrow())
    .id;
