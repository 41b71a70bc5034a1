import { hasSpeech } from '../../text/has-speech.ts';
import type { GeneratorConfig } from '../casting.ts';
import type { Pronounced } from '../dictionary.ts';
import { loadDictionary } from '../dictionary.ts';
import { type Ensemble, gatherEnsemble } from '../ensemble.ts';
import { routesOfRun } from '../run-routes.ts';
import { normalizersBefore, type Saying, textToSpeak } from '../spoken.ts';
import { changesFor } from './changes.ts';
import { type Cue, changedCue, cueOf } from './cue.ts';
import { type ChunkContext, type LineWork, NodeFailure } from './node.ts';
import { openSpeakers, type Speakers } from './speaker.ts';

export interface ChunkCues {
  /** What each line will be spoken with, where there is a voice for it. */
  cues: Map<LineWork, Cue>;
  /** The lines that have nothing to speak. */
  silent: Set<LineWork>;
}

/** Who speaks each line of the chunk, where anybody does. */
export async function cuesFor(context: ChunkContext, config: GeneratorConfig): Promise<ChunkCues> {
  const ensemble = await ensembleOf(context, config);
  const speakers = await speakersFor(context, ensemble);
  const saying = await sayingOf(context);
  const first = new Map<LineWork, Cue>();
  const silent = new Set<LineWork>();
  for (const work of context.works) {
    const said = textToSpeak(work.line, saying);
    if (!hasSpeech(said.text)) {
      silent.add(work);
      continue;
    }
    const cue = firstCue(work, { ensemble, speakers, saying, said, config });
    if (cue) first.set(work, cue);
  }
  const canAsk = (part: Cue['part']): boolean => !(speakers.speakerOf(part) instanceof NodeFailure);
  const changes = await changesFor(context, { config, ensemble, cues: first, canAsk });
  for (const [work, change] of changes) {
    const cue = first.get(work);
    const speaker = speakers.speakerOf(change.part);
    if (cue && !(speaker instanceof NodeFailure)) first.set(work, changedCue(cue, { change, speaker }));
  }
  return { cues: first, silent };
}

async function ensembleOf(
  { app, run, node, works }: ChunkContext,
  config: GeneratorConfig,
): Promise<Ensemble> {
  const { workspace_id } = run;
  const locales = [...new Set(works.map(({ line }) => line.locale_code))];
  const routing = { workspace_id, node_id: node.id, config, locales };
  const routes = config.routing.mode === 'auto' ? await routesOfRun(app, run, routing) : undefined;
  return gatherEnsemble(app, workspace_id, { config, routes });
}

/** Whoever may be asked for a line of the chunk. */
function speakersFor(context: ChunkContext, ensemble: Ensemble): Promise<Speakers> {
  const providers = context.works.flatMap(({ line }) => {
    const others = context.iteration > 0 ? ensemble.alternativesFor(line).map(({ part }) => part) : [];
    return [ensemble.partFor(line), ensemble.spareFor(line), ...others].flatMap(
      (part) => part?.provider ?? [],
    );
  });
  return openSpeakers(context, providers);
}

async function sayingOf({ app, run, node, works }: ChunkContext): Promise<Saying> {
  const locales = works.map(({ line }) => line.locale_code);
  return {
    dictionary: await loadDictionary(app.db, run.workspace_id, locales),
    normalizers: normalizersBefore(node, run.plan.nodes.values()),
  };
}

interface Casting {
  ensemble: Ensemble;
  speakers: Speakers;
  saying: Saying;
  said: Pronounced;
  config: GeneratorConfig;
}

/** A speaker that cannot even begin leaves it to the spare; a spare that cannot is none. */
function firstCue(work: LineWork, { ensemble, speakers, saying, said, config }: Casting): Cue | undefined {
  const cueFor = (part: Cue['part'] | undefined): Cue | NodeFailure | undefined => {
    const speaker = part && speakers.speakerOf(part);
    if (!part || !speaker || speaker instanceof NodeFailure) return speaker as NodeFailure | undefined;
    return cueOf(work, { part, speaker, saying, said, config });
  };
  const cue = cueFor(ensemble.partFor(work.line));
  const spare = cueFor(ensemble.spareFor(work.line));
  const usable = spare instanceof NodeFailure ? undefined : spare;
  if (!(cue instanceof NodeFailure)) return cue && { ...cue, ...(usable && { spare: usable }) };
  if (!usable) throw cue;
  return usable;
}
