import { NODE_TYPES, type NodeConfig } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { findConfiguredVoice, findVoices, listNamedVoices, supportsLocale } from '../../../engine/index.ts';
import type { ProviderFacts, SkippedVoice } from '../../../export/export-line.ts';
import { isGenerator, listNodes } from '../nodes.ts';
import type { RunWithDefinition } from '../queries.ts';

/**
 * The takes and errors of each provider in a run, by locale. Includes the errors that came before a take, and those of
 * failed lines.
 */
export async function findProviderFacts(db: Db, run: RunWithDefinition): Promise<ProviderFacts[]> {
  const generators = listNodes(run.definition)
    .filter(isGenerator)
    .map(({ id }) => id);
  const { rows } = await sql<{
    provider: string;
    locale_code: string;
    /** The kind of error. Null: the row counts takes. */
    error_kind: string | null;
    count: number;
  }>`
    with visit as (
      select line.locale_code, take.provider, take.settings -> 'troubles' as take_errors,
        attempt.error -> 'troubles' as line_errors
      from attempt
      join run_line line on line.run_id = attempt.run_id and line.no = attempt.line_no
      left join audio take on take.workspace_id = ${run.workspace_id} and take.id = attempt.output_id and attempt.port <> 'error'
      where attempt.run_id = ${run.id} and attempt.node_id = any(${generators}::uuid[]) and not attempt.reused
    ), provider_error as (
      select locale_code, entry from visit cross join lateral jsonb_array_elements(take_errors) as entry
      union all
      select locale_code, entry from visit cross join lateral jsonb_array_elements(line_errors) as entry
    )
    select provider, locale_code, null as error_kind, count(*)::int as count from visit where provider is not null group by 1, 2
    union all
    select entry ->> 'provider', locale_code, kind.key, sum(kind.value::int)::int
    from provider_error cross join lateral jsonb_each_text(entry -> 'answers') as kind group by 1, 2, 3
    order by 1, 2, 3`.execute(db);
  const facts = new Map<string, ProviderFacts>();
  for (const { provider, locale_code, error_kind, count } of rows) {
    const key = JSON.stringify([provider, locale_code]);
    const providerFacts = facts.get(key) ?? { provider, locale_code, takes: 0, answers: {} };
    facts.set(key, providerFacts);
    if (error_kind === null) providerFacts.takes = count;
    else providerFacts.answers[error_kind] = count;
  }
  return [...facts.values()];
}

const MAX_SKIPPED = 200;
/** Usually there are few characters, but a script may have a different one for each of a million lines. */
const MAX_SPOKEN = 10_000;

/**
 * Voices that were assigned to lines in a language that they do not speak, with the voices used instead. Does not
 * include fallbacks for failed providers.
 */
export async function findSkippedVoices(db: Db, run: RunWithDefinition): Promise<SkippedVoice[]> {
  // Only generators whose config names voices. Other generators skip no voices, so their lines need not be read.
  const configs = new Map<string, NodeConfig<'operator_generator'>>();
  for (const node of listNodes(run.definition)) {
    if (node.type !== 'operator_generator') continue;
    const config = NODE_TYPES.operator_generator.config.parse(node.config);
    if (listNamedVoices(config).length > 0) configs.set(node.id, config);
  }
  if (configs.size === 0) return [];
  // The number of lines that each voice spoke, by character, locale and generator.
  const { rows } = await sql<{
    node_id: string;
    locale_code: string;
    character_name: string | null;
    voice_id: string;
    voice_name: string;
    provider: string;
    lines: number;
  }>`
    select attempt.node_id, line.locale_code, line.character_name, take.voice_id, voice.name as voice_name,
      voice.provider, count(distinct line.no)::int as lines
    from attempt
    join run_line line on line.run_id = attempt.run_id and line.no = attempt.line_no
    join audio take on take.workspace_id = ${run.workspace_id} and take.id = attempt.output_id
    join voice on voice.id = take.voice_id
    where attempt.run_id = ${run.id} and attempt.node_id = any(${[...configs.keys()]}::uuid[]) and attempt.port <> 'error'
    group by 1, 2, 3, 4, 5, 6
    order by 3 nulls first, 2, 5
    limit ${MAX_SPOKEN}`.execute(db);
  const findNamedId = (row: (typeof rows)[number]) => {
    const config = configs.get(row.node_id);
    return config && findConfiguredVoice(config, row)?.voice_id;
  };
  const namedIds = rows.map(findNamedId);
  const voices = await findVoices(
    db,
    run.workspace_id,
    namedIds.filter((id) => id !== undefined),
  );
  const skippedVoices: SkippedVoice[] = [];
  for (const [index, row] of rows.entries()) {
    const { locale_code, character_name, voice_name, lines } = row;
    const voice = voices.get(namedIds[index] ?? '');
    if (!voice || namedIds[index] === row.voice_id || voice.provider !== row.provider) continue;
    if (supportsLocale(voice, locale_code)) continue;
    skippedVoices.push({ locale_code, character_name, voice_name, lines, named_voice: voice.name });
  }
  return skippedVoices.slice(0, MAX_SKIPPED);
}
