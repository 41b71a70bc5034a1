import { getExtension } from '@voiceloom/audio';
import type { OutputAudioFile, OutputLine, RunOutputs } from '@voiceloom/contract';
import type { App } from '../../../app.ts';
import { createNamer } from '../../../export/files.ts';
import { verdictView } from '../cards.ts';
import { linkToAudio } from '../links.ts';
import { listNodes, listSinks } from '../nodes.ts';
import { getRunWithGraph, type RunRef } from '../queries.ts';
import { buildNodeStates, findSteps } from '../steps.ts';
import { type AudioRow, findAudio, findTakes, type LineTakes } from '../takes.ts';
import { toRunStatus } from '../view.ts';
import { countDeliveries, findOutputLines, type OutputRow } from './lines.ts';

const SHOWN_LINES = 100;

type OutputApp = Pick<App, 'db' | 'storage'>;

/** The deliveries of each sink: its first lines with their takes and paths, and the number of other lines. */
export async function getOutputs(app: OutputApp, runRef: RunRef, now: Date): Promise<RunOutputs> {
  const { db } = app;
  const run = await getRunWithGraph(db, runRef);
  const { id: run_id, workspace_id, definition } = run;
  const run_status = toRunStatus(run);
  const nodes = listNodes(definition);
  const sinks = listSinks(definition);
  const sink_ids = sinks.map(({ node }) => node.id);
  const [lines, counts, steps] = await Promise.all([
    findOutputLines(db, { workspace_id, run_id, sink_ids, limit: SHOWN_LINES }),
    countDeliveries(db, run_id, sink_ids),
    findSteps(db, run_id),
  ]);
  const line_numbers = [...new Set(lines.map(({ no }) => no))];
  const takes = await findTakes(db, { workspace_id, run_id, nodes, line_numbers });
  const take_ids = [...takes.values()].flatMap((line) => line.takes.map(({ audio_id }) => audio_id));
  const audioById = await findAudio(db, workspace_id, take_ids);
  const states = buildNodeStates(nodes, steps, { run_status, now });
  const outputs = sinks.map(async ({ node, config }) => {
    const nameFile = createNamer(config.file_pattern, run);
    const shownLines = lines.filter((line) => line.node_id === node.id);
    const line_count = counts.get(node.id) ?? 0;
    // Names depend on those before them, so they are made in order.
    const linesWithFile = shownLines.map((line) => ({
      line,
      file: nameFile({ ...line, ext: getExtension(line.format) }),
      takes: takes.get(line.no)?.takes ?? [],
    }));
    return {
      node_id: node.id,
      node_type: node.type,
      display_name: node.label,
      status: states.find((state) => state.node_id === node.id)?.status ?? 'pending',
      lines: await Promise.all(linesWithFile.map((line) => lineView(app, { ...line, audioById }))),
      line_count,
      truncated: line_count > shownLines.length,
    };
  });
  return { run_id, run_status, credits: run.credits, outputs: await Promise.all(outputs) };
}

/** A delivered line with its file and its takes. The delivered file is at `recommended_audio_file_index`. */
async function lineView(
  app: OutputApp,
  source: {
    line: OutputRow;
    /** The path in the export. */
    file: string;
    takes: LineTakes['takes'];
    /** The audio of the takes by ID. Expired audio is missing. */
    audioById: ReadonlyMap<string, AudioRow>;
  },
): Promise<OutputLine> {
  const { line, file, takes, audioById } = source;
  const fileView = async (audio: AudioRow | OutputRow, iteration: number): Promise<OutputAudioFile> => ({
    audio_id: 'audio_id' in audio ? audio.audio_id : audio.id,
    iteration,
    playback_url: (await linkToAudio(app, audio, line)).url,
    duration_ms: audio.duration_ms,
    content_type: audio.content_type,
  });
  const deliveredTake = takes.find(({ audio_id }) => audio_id === line.take_id);
  const audio_files: OutputAudioFile[] = [];
  for (const take of takes) {
    if (take === deliveredTake) continue;
    const audio = audioById.get(take.audio_id);
    if (audio) audio_files.push(await fileView(audio, take.iteration));
  }
  // The delivered file stands between the takes of earlier and of later iterations.
  const deliveredFile = await fileView(line, deliveredTake?.iteration ?? 0);
  const firstLater = audio_files.findIndex(({ iteration }) => iteration > deliveredFile.iteration);
  const recommended_audio_file_index = firstLater === -1 ? audio_files.length : firstLater;
  audio_files.splice(recommended_audio_file_index, 0, deliveredFile);
  const verdicts = (deliveredTake?.verdicts ?? []).map(verdictView);
  const failing = verdicts.filter(({ status }) => status === 'fail').map(({ kind }) => kind);
  return {
    line_id: line.line_id,
    line_index: line.line_index,
    locale_code: line.locale_code,
    character_name: line.character_name,
    script: line.script,
    audio_id: line.audio_id,
    duration_ms: line.duration_ms,
    file,
    audio_files,
    recommended_audio_file_index,
    delivery: { passed: failing.length === 0, failing_checks: [...new Set(failing)] },
  };
}
