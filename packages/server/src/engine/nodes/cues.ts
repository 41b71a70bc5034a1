import { hasSpeech } from '../../text/has-speech.ts';
import type { GeneratorConfig } from '../casting.ts';
import type { Pronounced } from '../dictionary.ts';
import { loadDictionary } from '../dictionary.ts';
import { type Ensemble, gatherEnsemble } from '../ensemble.ts';
import { routesOfRun } from '../run-routes.ts';
import { normalizersBefore, type Saying, textToSpeak } from '../spoken.ts';
import { requestKeys } from '../takes.ts';
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

/** A speaker that cannot even begin leaves it to the spare; a spare that cannot is none. Takes are looked for as the line is cast. */
function firstCue(work: LineWork, { ensemble, speakers, saying, said, config }: Casting): Cue | undefined {
  const part = ensemble.partFor(work.line);
  if (!part) return undefined;
  const { locale_code } = work.line;
  const other = ensemble.spareFor(work.line);
  const request = requestKeys({ part, locale_code, text: said.text }, { spare: other, config });
  const cueFor = (one: Cue['part']): Cue | NodeFailure => {
    const speaker = speakers.speakerOf(one);
    return speaker instanceof NodeFailure
      ? speaker
      : cueOf(work, { part: one, speaker, saying, said, request });
  };
  const cue = cueFor(part);
  const found = other && cueFor(other);
  const spare =
    found && !(found instanceof NodeFailure) ? { ...found, stand_in: request.stand_in } : undefined;
  if (!(cue instanceof NodeFailure)) return { ...cue, ...(spare && { spare }) };
  if (!spare) throw cue;
  return spare;
}
