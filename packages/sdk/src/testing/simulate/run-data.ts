import { nodeTypes } from '../../generated/node-types.ts';
import { blanks } from '../../generated/test-contract.ts';
import type {
  NodeState,
  RunCard,
  RunData,
  RunDataRow,
  RunOutputs,
  RunStep,
  ValidatorKind,
  Verdict,
} from '../../generated/types.ts';
import type { World } from '../world.ts';
import { errorFields } from './error-fields.ts';
import { audioLink, deliveredLines, pathOf } from './run-files.ts';
import { creditsUsed, hasEnded, type RunLine, type SimulatedRun } from './simulated-run.ts';

const SHOWN_LINES = 100;
/** Why there is no score. */
export const UNMEASURED = 'The test server does not measure audio.';

/** What a node is called. */
export const labelOf = (run: SimulatedRun, nodeId: string): string => {
  const node = run.definition.graph.nodes.find(({ id }) => id === nodeId);
  const types: Record<string, { display_name: string } | undefined> = nodeTypes;
  return node?.name ?? types[node?.type ?? '']?.display_name ?? 'Node';
};

/** The checks that lines come to. */
export const validatorsOf = (run: SimulatedRun) =>
  run.path.filter(({ node_type }) => node_type.startsWith('validator_'));

/** What a check measures, by its type. */
export const validatorKind = (nodeType: string): ValidatorKind =>
  nodeType.replace('validator_', '') as ValidatorKind;

/** Nothing is measured here, so nothing has a score; what the test drops fails at the last check. */
function verdictsOf(run: SimulatedRun, line: RunLine): Verdict[] {
  return validatorsOf(run).map(({ node_id, node_type }, at, all) => {
    const failed = line.status === 'dropped' && at === all.length - 1;
    return {
      ...blanks.Verdict,
      kind: validatorKind(node_type),
      label: labelOf(run, node_id),
      score: null,
      status: failed ? 'fail' : 'unscored',
      reason: failed ? 'The test dropped this line.' : UNMEASURED,
      threshold: null,
      exhausted: false,
      wer: null,
      cer: null,
      transcript: null,
      scored_on: null,
      evidence: [],
    };
  });
}

const NOTHING_TO_SPEAK =
  'The line has nothing to speak: without markup and placeholders no letter or digit is left.';

const CARD_STATUS = {
  waiting: 'not_delivered',
  failed: 'not_delivered',
  delivered: 'delivered',
  dropped: 'dropped',
  skipped: 'skipped',
} as const;

function cardAudio(world: World, run: SimulatedRun, line: RunLine): RunCard['audio'] {
  const { take, status, error } = line;
  const heard = status === 'delivered' && take !== null;
  return {
    ...blanks.CardAudio,
    audio_id: heard ? take.audio_id : null,
    playback_url: heard ? audioLink(world, run, take.audio_id).url : null,
    status: heard ? 'available' : hasEnded(run) ? 'unavailable' : 'not_ready',
    reason: status === 'skipped' ? NOTHING_TO_SPEAK : (error?.message ?? null),
    duration_ms: heard ? take.duration_ms : null,
    content_type: heard ? 'audio/wav' : null,
    provider: take ? 'espeak' : null,
    model: take ? 'espeak-ng' : null,
  };
}

/** Names a row, and the card in it. */
const rowId = ({ id }: SimulatedRun, { line_index }: RunLine): string => `${id}:${line_index}`;

function voiceOf(world: World, { locale_code }: RunLine): RunCard['voice'] {
  const voice = [...world.voices.values()].find(({ supported_languages }) =>
    supported_languages.includes(locale_code),
  );
  return voice ? { voice_id: voice.id, display_name: voice.name, status: 'available' } : null;
}

type Spoken = { line: RunLine; take: NonNullable<RunLine['take']>; verdicts: RunCard['validations'] };

function takeView(
  world: World,
  run: SimulatedRun,
  { line, take, verdicts }: Spoken,
): RunCard['takes'][number] {
  return {
    iteration: 0,
    audio_id: take.audio_id,
    playback_url: audioLink(world, run, take.audio_id).url,
    provider: 'espeak',
    model: 'espeak-ng',
    voice: voiceOf(world, line),
    credits: take.credits,
    strategy: null,
    verdicts,
  };
}

function cardOf(world: World, run: SimulatedRun, line: RunLine): RunCard {
  const { take, line_id, line_index, locale_code, character_name, script, status } = line;
  const verdicts = take ? verdictsOf(run, line) : [];
  return {
    ...blanks.RunCard,
    id: rowId(run, line),
    line_id,
    source_line_id: null,
    line_index,
    locale_code,
    character_name,
    script,
    spoken_script: null,
    audio: cardAudio(world, run, line),
    validations: verdicts,
    voice: take ? voiceOf(world, line) : null,
    waveform_url: null,
    retry_count: 0,
    takes: take ? [takeView(world, run, { line, take, verdicts })] : [],
    status: CARD_STATUS[status],
    dropped: status === 'dropped' ? { verdicts } : null,
  };
}

/** The rows of the lines of a run. */
export function rowsOf(
  world: World,
  run: SimulatedRun,
  { language, lines }: { language: string | undefined; lines: readonly RunLine[] },
): RunDataRow[] {
  return lines.map((line) => ({
    ...blanks.RunDataRow,
    id: rowId(run, line),
    line_index: line.line_index,
    line_id: line.line_id,
    source_line_id: null,
    script: line.script,
    script_status: 'available',
    cards: language === undefined || language === line.locale_code ? [cardOf(world, run, line)] : [],
  }));
}

/** A page of rows as the API shows it. */
export function dataOf(run: SimulatedRun, rows: RunDataRow[]): RunData {
  const done = hasEnded(run);
  const partial: RunData['partial'] = {
    status: done ? 'available' : 'not_ready',
    reason: done ? null : 'The run has not ended.',
  };
  return {
    ...blanks.RunData,
    workflow_id: run.workflow_id,
    run_id: run.id,
    run_status: run.status,
    rows,
    partial,
  };
}

/** What each output node delivers. */
export function outputsOf(run: SimulatedRun): RunOutputs {
  const lines = deliveredLines(run);
  const outputs = run.path
    .filter(({ node_type }) => node_type === 'sink_preview')
    .map(({ node_id, node_type }) => ({
      node_id,
      node_type,
      display_name: labelOf(run, node_id),
      status: run.nodeStatus,
      lines: lines.slice(0, SHOWN_LINES).map((line) => ({
        ...blanks.OutputLine,
        line_id: line.line_id,
        line_index: line.line_index,
        locale_code: line.locale_code,
        character_name: line.character_name,
        script: line.script,
        audio_id: line.take.audio_id,
        duration_ms: line.take.duration_ms,
        file: pathOf(line),
      })),
      line_count: lines.length,
      truncated: lines.length > SHOWN_LINES,
    }));
  return { run_id: run.id, run_status: run.status, credits: creditsUsed(run), outputs };
}

const durationOf = ({ started_at, completed_at }: SimulatedRun, now: number): number =>
  started_at === null ? 0 : Date.parse(completed_at ?? new Date(now).toISOString()) - Date.parse(started_at);

/** How every node of the definition stands. */
export function nodeStates(world: World, run: SimulatedRun): NodeState[] {
  const reached = new Set(run.path.map(({ node_id }) => node_id));
  return run.definition.graph.nodes.map(({ id, type }) => {
    const isOn = reached.has(id) && run.started_at !== null;
    return {
      ...blanks.NodeState,
      node_id: id,
      node_type: type,
      node_display_name: labelOf(run, id),
      status: reached.has(id) ? run.nodeStatus : hasEnded(run) ? 'skipped' : 'pending',
      iteration: 0,
      started_at: isOn ? run.started_at : null,
      completed_at: isOn ? run.completed_at : null,
      duration_ms: isOn ? durationOf(run, world.clock.now()) : 0,
      ...errorFields(null),
    };
  });
}

/** The passes of the nodes. */
export function stepsOf(run: SimulatedRun, withResult: boolean): RunStep[] {
  const begun = run.started_at !== null;
  const lines = run.lines.filter(({ status }) => status !== 'waiting').length;
  // A source waits for its run; the other nodes have a pass once lines come to them.
  const path = run.path.filter(({ node_type }) => begun || node_type.startsWith('source_'));
  return path.map(({ node_id, node_type }) => ({
    ...blanks.RunStep,
    id: node_id,
    node_id,
    node_type,
    node_display_name: labelOf(run, node_id),
    status: run.nodeStatus,
    iteration: 0,
    started_at: run.started_at,
    completed_at: run.completed_at,
    result: withResult && begun ? { lines } : null,
    has_result: begun,
    active_ports: null,
    ...errorFields(null),
  }));
}
