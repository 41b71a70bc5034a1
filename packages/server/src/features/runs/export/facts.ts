import { NODE_TYPES, type NodeConfig } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { findConfiguredVoice, findVoices, namedVoices, supportsLocale } from '../../../engine/index.ts';
import type { ProviderFacts, SkippedVoice } from '../../../export/export-line.ts';
import { isGenerator, nodesOf } from '../nodes.ts';
import type { RunWithDefinition } from '../queries.ts';

/**
 * The takes and errors of each provider in a run, by locale. Includes the errors that came before a take, and those of
 * failed lines.
 */
export async function findProviderFacts(db: Db, run: RunWithDefinition): Promise<ProviderFacts[]> {
  const generators = nodesOf(run.definition)
    .filter(isGenerator)
    .map(({ id }) => id);
  const { rows } = await sql<{
    provider: string;
    locale_code: string;
    /** The kind of error. Null: the row counts takes. */
    answer: string | null;
    count: number;
  }>`
    with visit as (
      select line.locale_code, take.provider, take.settings -> 'troubles' as took, attempt.error -> 'troubles' as failed
      from attempt
      join run_line line on line.run_id = attempt.run_id and line.no = attempt.line_no
      left join audio take on take.workspace_id = ${run.workspace_id} and take.id = attempt.output_id and attempt.port <> 'error'
      where attempt.run_id = ${run.id} and attempt.node_id = any(${generators}::uuid[]) and not attempt.reused
    ), trouble as (
      select locale_code, entry from visit cross join lateral jsonb_array_elements(took) as entry
      union all
      select locale_code, entry from visit cross join lateral jsonb_array_elements(failed) as entry
    )
    select provider, locale_code, null as answer, count(*)::int as count from visit where provider is not null group by 1, 2
    union all
    select entry ->> 'provider', locale_code, answer.key, sum(answer.value::int)::int
    from trouble cross join lateral jsonb_each_text(entry -> 'answers') as answer group by 1, 2, 3
    order by 1, 2, 3`.execute(db);
  const facts = new Map<string, ProviderFacts>();
  for (const { provider, locale_code, answer, count } of rows) {
    const key = JSON.stringify([provider, locale_code]);
    const providerFacts = facts.get(key) ?? { provider, locale_code, takes: 0, answers: {} };
    facts.set(key, providerFacts);
    if (answer === null) providerFacts.takes = count;
    else providerFacts.answers[answer] = count;
  }
  return [...facts.values()];
}

const MOST = 200;
/** Usually there are few characters, but a script may have a different one for each of a million lines. */
const MOST_SPOKEN = 10_000;

/**
 * Voices that were assigned to lines in a language that they do not speak, with the voices used instead. Does not
 * include fallbacks for failed providers.
 */
export async function findSkippedVoices(db: Db, run: RunWithDefinition): Promise<SkippedVoice[]> {
  const configs = castingConfigs(run);
  const others = (await findSpoken(db, run, [...configs.keys()])).flatMap((row) => {
    const config = configs.get(row.node_id);
    const namedVoice = config && findConfiguredVoice(config, row);
    return namedVoice && namedVoice.voice_id !== row.voice_id
      ? [{ ...row, named_id: namedVoice.voice_id }]
      : [];
  });
  const namedVoice = await findVoices(
    db,
    run.workspace_id,
    others.map(({ named_id }) => named_id),
  );
  return others
    .flatMap(({ node_id: _, voice_id: _id, named_id, provider, ...spoken }): SkippedVoice[] => {
      const voice = namedVoice.get(named_id);
      if (!voice || voice.provider !== provider || supportsLocale(voice, spoken.locale_code)) return [];
      return [{ ...spoken, named_voice: voice.name }];
    })
    .slice(0, MOST);
}

/** Only generators whose config names voices. Other generators skip no voices, so their lines need not be read. */
function castingConfigs({ definition }: RunWithDefinition): Map<string, NodeConfig<'operator_generator'>> {
  const generators = nodesOf(definition).filter(({ type }) => type === 'operator_generator');
  const configs = generators.map(
    ({ id, config }) => [id, NODE_TYPES.operator_generator.config.parse(config)] as const,
  );
  return new Map(configs.filter(([, config]) => namedVoices(config).length > 0));
}

/** The number of lines that each voice spoke, by character, locale and generator. */
async function findSpoken(db: Db, { id, workspace_id }: RunWithDefinition, generators: readonly string[]) {
  if (generators.length === 0) return [];
  const { rows } = await sql<
    Omit<SkippedVoice, 'named_voice'> & {
      node_id: string;
      voice_id: string;
      provider: string;
    }
  >`
    select attempt.node_id, line.locale_code, line.character_name, take.voice_id, voice.name as voice_name,
      voice.provider, count(distinct line.no)::int as lines
    from attempt
    join run_line line on line.run_id = attempt.run_id and line.no = attempt.line_no
    join audio take on take.workspace_id = ${workspace_id} and take.id = attempt.output_id
    join voice on voice.id = take.voice_id
    where attempt.run_id = ${id} and attempt.node_id = any(${[...generators]}::uuid[]) and attempt.port <> 'error'
    group by 1, 2, 3, 4, 5, 6
    order by 3 nulls first, 2, 5
    limit ${MOST_SPOKEN}`.execute(db);
  return rows;
}
