import type { NodeConfig, StartProblem, WorkflowDefinition } from '@voiceloom/contract';
import { translationModelOf } from '../../providers/translation/index.ts';
import type { EngineApp } from '../engine-app.ts';
import type { Plan } from '../plan.ts';
import { nodesOfType } from './mentions.ts';
import { keyMissing, unconfigured } from './speech-problems.ts';

interface Translator {
  id: string;
  path: string;
  config: NodeConfig<'operator_translator'>;
}

/** What prevents translators from working in a workspace: no languages, no key, or a missing model. */
export function translationProblems(
  app: Pick<EngineApp, 'translation'>,
  { definition, plan, keyed }: { definition: WorkflowDefinition; plan: Plan; keyed: ReadonlySet<string> },
): StartProblem[] {
  const translators = nodesOfType(definition, 'operator_translator');
  return [
    ...translators.flatMap((translator) => problemsOf(app, translator, keyed)),
    ...sharedLanguages(plan, translators),
  ];
}

function problemsOf(
  { translation }: Pick<EngineApp, 'translation'>,
  { path, config }: Translator,
  keyed: ReadonlySet<string>,
): StartProblem[] {
  const { target_languages: targets, provider: id, model, mode } = config;
  const problems: StartProblem[] = [];
  if (targets.length === 0) {
    const message = 'The translator has no target language.';
    problems.push({ path: `${path}.target_languages`, code: 'no_target_language', message });
  }
  if (mode === 'pseudo' || id === null) return problems;
  const provider = translation.get(id);
  if (!provider) return [...problems, unconfigured(`${path}.provider`, id)];
  if (!translationModelOf(provider, model)) {
    const message = `${id} has no model "${model}" that translates.`;
    problems.push({ path: `${path}.model`, code: 'unknown_model', message });
  }
  if (!keyed.has(id)) problems.push(keyMissing(`${path}.provider`, id));
  return problems;
}

/** Parallel translators of the same lines into the same language would create each line twice. */
function sharedLanguages({ nodes, sources }: Plan, translators: readonly Translator[]): StartProblem[] {
  const upstreamOf = ({ id }: Translator): ReadonlySet<string> => nodes.get(id)?.upstream ?? new Set();
  return translators.flatMap((one, index) =>
    translators.slice(index + 1).flatMap((other): StartProblem[] => {
      const upstream = upstreamOf(one);
      const otherUpstream = upstreamOf(other);
      if (upstream.has(other.id) || otherUpstream.has(one.id)) return [];
      if (!sources.some(({ id }) => upstream.has(id) && otherUpstream.has(id))) return [];
      const both = other.config.target_languages.find((locale) =>
        one.config.target_languages.includes(locale),
      );
      if (both === undefined) return [];
      const message = `Another translator also translates the same lines into ${both}.`;
      return [{ path: `${other.path}.target_languages`, code: 'language_made_twice', message }];
    }),
  );
}

/** Translators without a provider. A run can start, but lines without a stored translation fail. */
export function untranslated(definition: WorkflowDefinition): StartProblem[] {
  return nodesOfType(definition, 'operator_translator')
    .filter(({ config }) => config.provider === null && config.mode === 'translate')
    .map(({ path }) => ({
      path: `${path}.provider`,
      code: 'no_translation_provider',
      message:
        'The translator has no provider. Lines without a translation in the script or the translation memory will fail.',
    }));
}
