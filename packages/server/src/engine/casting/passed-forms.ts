import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { ChunkContext, LineWork } from '../model.ts';
import type { PlanNode } from '../plan.ts';
import { useAudio } from '../runs/audio-use.ts';
import { checkKey, checksInto } from '../start/checks-key.ts';

/** Audio that left a node: an original take or its mastered form. */
export interface HeardForm {
  node_id: string;
  port: string;
  audio_id: string;
  take_id: string;
}

/** The form of a take that passed a check. The key identifies the check and the take. */
export interface PassedForm {
  audio_id: string;
  key: Buffer;
}

/** The forms of a take that passed, for each check that can receive it in several forms. */
export function passedForms(
  heard: readonly HeardForm[],
  { nodes, generator, take_id }: { nodes: readonly PlanNode[]; generator: PlanNode; take_id: string },
): PassedForm[] {
  return checksInto(generator, nodes).flatMap((check) => {
    const key = check.joins && checkKey(check, { nodes, generator, take_id });
    if (!key) return [];
    const passed = heard.filter(
      (form) => form.node_id === check.id && form.port === 'pass' && form.take_id === take_id,
    );
    return passed.map(({ audio_id }) => ({ audio_id, key }));
  });
}

/** Runs share audio. Writing rows in a fixed order prevents deadlocks. */
export async function keepForms(tx: Db, workspaceId: string, forms: readonly PassedForm[]): Promise<void> {
  if (forms.length === 0) return;
  await sql`
    insert into passed_form (workspace_id, audio_id, key, created_at)
    select ${workspaceId}, audio_id, decode(key, 'hex'), now()
    from unnest(
      ${forms.map(({ audio_id }) => audio_id)}::text[], ${forms.map(({ key }) => key.toString('hex'))}::text[]
    ) as form (audio_id, key)
    where exists (
      select 1 from audio where audio.workspace_id = ${workspaceId} and audio.id = form.audio_id
    )
    order by audio_id, key
    on conflict do nothing`.execute(tx);
}

/**
 * For each line whose audio did not pass this check in an earlier run, the form of the same take that did
 * pass.
 */
export async function earlierForms(
  { app, run, node }: ChunkContext,
  generators: readonly PlanNode[],
  works: readonly LineWork[],
): Promise<Map<LineWork, string>> {
  if (!node.joins) return new Map();
  const nodes = [...run.plan.nodes.values()];
  const keysOf = ({ input }: LineWork): Buffer[] => {
    const take_id = input?.take_id;
    if (take_id === undefined) return [];
    return generators.flatMap((generator) => checkKey(node, { nodes, generator, take_id }) ?? []);
  };
  const wanted = works.map((work) => ({ work, keys: keysOf(work) }));
  const keys = wanted.flatMap((one) => one.keys);
  if (keys.length === 0) return new Map();
  const rows = await app.db
    .selectFrom('passed_form')
    .select(['audio_id', 'key'])
    .where('workspace_id', '=', run.workspace_id)
    .where('key', 'in', keys)
    .orderBy('audio_id')
    .execute();
  // Marked as used, so that retention keeps the audio as long as this run's own.
  const ids = rows.map(({ audio_id }) => audio_id);
  const stored = await useAudio(app.db, run.workspace_id, { ids, now: app.clock() });
  const there = rows.filter(({ audio_id }) => stored.has(audio_id));
  const passed = Map.groupBy(there, ({ key }) => key.toString('hex'));
  return new Map(
    wanted.flatMap(({ work, keys: own }) => {
      const forms = own.flatMap((key) => passed.get(key.toString('hex')) ?? []).map((form) => form.audio_id);
      const [first] = forms;
      return first === undefined || forms.includes(work.input_id) ? [] : [[work, first]];
    }),
  );
}
