import { hasSpeech } from '@voiceloom/text';
import type { Pronounced } from '../../casting/dictionary.ts';
import { loadDictionary } from '../../casting/dictionary.ts';
import { type Fallbacks, loadFallbacks } from '../../casting/fallbacks.ts';
import { requestKeys } from '../../casting/takes.ts';
import { normalizersBefore, type TextPreparation, textToSpeak } from '../../casting/text-to-speak.ts';
import type { GeneratorConfig } from '../../casting/voice-pool.ts';
import { type ChunkContext, type LineWork, NodeFailure } from '../../model.ts';
import { routesOfRun } from '../../routing/run-routes.ts';
import { changesFor } from './next-take.ts';
import { openSpeakers, type Speakers } from './speaker.ts';
import { buildSynthesisTask, changedTask, type SynthesisTask } from './synthesis-task.ts';

export interface ChunkTasks {
  /** The task of each line that has a voice. */
  tasks: Map<LineWork, SynthesisTask>;
  /** The lines with nothing to speak. */
  silent: Set<LineWork>;
}

/** The synthesis task of each line of the chunk that has a voice. */
export async function buildChunkTasks(context: ChunkContext, config: GeneratorConfig): Promise<ChunkTasks> {
  const fallbacks = await fallbacksOf(context, config);
  const speakers = await speakersFor(context, fallbacks);
  const preparation = await loadTextPreparation(context);
  const first = new Map<LineWork, SynthesisTask>();
  const silent = new Set<LineWork>();
  for (const work of context.works) {
    const said = textToSpeak(work.line, preparation);
    if (!hasSpeech(said.text)) {
      silent.add(work);
      continue;
    }
    const task = firstTask(work, { fallbacks, speakers, preparation, said, config });
    if (task) first.set(work, task);
  }
  const canAsk = (part: SynthesisTask['part']): boolean => !(speakers.speakerOf(part) instanceof NodeFailure);
  const changes = await changesFor(context, { config, fallbacks, tasks: first, canAsk });
  for (const [work, change] of changes) {
    const task = first.get(work);
    const speaker = speakers.speakerOf(change.part);
    if (task && !(speaker instanceof NodeFailure)) first.set(work, changedTask(task, { change, speaker }));
  }
  return { tasks: first, silent };
}

async function fallbacksOf(
  { app, run, node, works }: ChunkContext,
  config: GeneratorConfig,
): Promise<Fallbacks> {
  const { workspace_id, workflow_id } = run;
  const locales = [...new Set(works.map(({ line }) => line.locale_code))];
  const routing = { workspace_id, workflow_id, node_id: node.id, config, locales };
  const routes = config.routing.mode === 'auto' ? await routesOfRun(app, run, routing) : undefined;
  return loadFallbacks(app, workspace_id, { config, routes });
}

/** All speakers that the chunk's lines may need. */
function speakersFor(context: ChunkContext, fallbacks: Fallbacks): Promise<Speakers> {
  const providers = context.works.flatMap(({ line }) => {
    const others = context.iteration > 0 ? fallbacks.alternativesFor(line).map(({ part }) => part) : [];
    return [fallbacks.assignmentFor(line), fallbacks.fallbackFor(line), ...others].flatMap(
      (part) => part?.provider ?? [],
    );
  });
  return openSpeakers(context, providers);
}

async function loadTextPreparation({ app, run, node, works }: ChunkContext): Promise<TextPreparation> {
  const locales = works.map(({ line }) => line.locale_code);
  return {
    dictionary: await loadDictionary(app.db, run.workspace_id, locales),
    normalizers: normalizersBefore(node, run.plan.nodes.values()),
  };
}

interface TaskParts {
  fallbacks: Fallbacks;
  speakers: Speakers;
  preparation: TextPreparation;
  said: Pronounced;
  config: GeneratorConfig;
}

/**
 * If the speaker cannot be called at all, the fallback takes over, if it can be called. Stored takes are
 * searched under the unchanged request.
 */
function firstTask(
  work: LineWork,
  { fallbacks, speakers, preparation, said, config }: TaskParts,
): SynthesisTask | undefined {
  const part = fallbacks.assignmentFor(work.line);
  if (!part) return undefined;
  const { locale_code } = work.line;
  const other = fallbacks.fallbackFor(work.line);
  const request = requestKeys(
    { part, locale_code, text: said.text },
    {
      fallback: other,
      earlier: fallbacks.earlierFor(work.line),
      config,
    },
  );
  const taskFor = (one: SynthesisTask['part']): SynthesisTask | NodeFailure => {
    const speaker = speakers.speakerOf(one);
    return speaker instanceof NodeFailure
      ? speaker
      : buildSynthesisTask(work, { part: one, speaker, preparation, said, request });
  };
  const task = taskFor(part);
  const found = other && taskFor(other);
  const fallback =
    found && !(found instanceof NodeFailure) ? { ...found, stand_in: request.stand_in } : undefined;
  if (!(task instanceof NodeFailure)) return { ...task, ...(fallback && { fallback }) };
  if (!fallback) throw task;
  return fallback;
}
