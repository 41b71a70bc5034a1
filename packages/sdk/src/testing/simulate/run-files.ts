import type { DownloadLink } from '../../generated/types.ts';
import { ApiError, notFound } from '../api-error.ts';
import type { World } from '../world.ts';
import { pickupsCsv, pickupsJson } from './pickups.ts';
import { hasExport } from './run-views.ts';
import { csvOf } from './script-csv.ts';
import { xliffOf } from './script-xliff.ts';
import { sha256 } from './sha256.ts';
import { hasEnded, type RunLine, type SimulatedRun, type SimulatedTake } from './simulated-run.ts';
import { toneOf } from './tone.ts';
import { zipOf } from './zip.ts';

const LINK_MS = 900_000;
const LONGEST_STEM = 80;

type File = { filename: string; content_type: string; bytes: Uint8Array<ArrayBuffer> };

/** A line with its audio. */
export type Spoken = RunLine & { take: SimulatedTake };

/** A signed address of a file, good for 15 minutes of the virtual clock. */
export function linkTo(world: World, file: File): DownloadLink {
  const expires_at = world.clock.now() + LINK_MS;
  const url = world.link({ ...file, expires_at });
  return { url, filename: file.filename, expires_at: new Date(expires_at).toISOString() };
}

/** Where a line lies in the export. */
export const pathOf = ({ locale_code, character_name, line_id }: RunLine): string =>
  [locale_code, ...(character_name === null ? [] : [character_name]), `${line_id}.wav`].join('/');

/** Lines with audio that is delivered. */
export const deliveredLines = ({ lines }: SimulatedRun): Spoken[] =>
  lines.filter((line): line is Spoken => line.status === 'delivered' && line.take !== null);

/** The bytes of the audio of a line. */
export const audioOf = ({ take }: Spoken): Uint8Array<ArrayBuffer> => toneOf(take.audio_id, take.duration_ms);

/** The address of one audio of a run. */
export function audioLink(world: World, run: SimulatedRun, audioId: string): DownloadLink {
  const line = run.lines.find((one): one is Spoken => one.take?.audio_id === audioId);
  if (line === undefined) throw notFound('audio');
  const filename = `${line.line_id}-${line.locale_code}.wav`;
  return linkTo(world, { filename, content_type: 'audio/wav', bytes: audioOf(line) });
}

/** Letters and digits; everything that a file system might mind becomes a hyphen. */
function stemOf(text: string): string {
  const clean = text.normalize('NFC').replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return [...clean]
    .slice(0, LONGEST_STEM)
    .join('')
    .replaceAll(/^-+|-+$/g, '');
}

function nameOf(world: World, run: SimulatedRun, more: readonly string[]): string {
  const workflow = world.workflows.get(run.workflow_id)?.name ?? '';
  return [workflow, `run-${run.run_number}`, ...more].map(stemOf).filter(Boolean).join('-');
}

const asBytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

async function fileList(world: World, run: SimulatedRun): Promise<string> {
  const rows = deliveredLines(run).map(async (line) => {
    const { line_id, locale_code, take } = line;
    const bytes = audioOf(line);
    const { url, expires_at } = audioLink(world, run, take.audio_id);
    const facts = { file: pathOf(line), line_id, locale_code, content_type: 'audio/wav' };
    const size = { size_bytes: bytes.length, sha256: await sha256(bytes) };
    return `${JSON.stringify({ ...facts, ...size, url, expires_at })}\n`;
  });
  return (await Promise.all(rows)).join('');
}

function archive(run: SimulatedRun): Uint8Array<ArrayBuffer> {
  return zipOf(deliveredLines(run).map((line) => ({ name: pathOf(line), bytes: audioOf(line) })));
}

/** What is to be done again is known of every run that has ended. */
function pickupsLink(world: World, run: SimulatedRun, { name, format }: { name: string; format: string }) {
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}. Its pick-ups are known when it has ended.`);
  }
  if (!run.definition.graph.nodes.some(({ type }) => type === 'sink_preview')) throw notFound('audio');
  const isCsv = format === 'pickups';
  const content_type = isCsv ? 'text/csv; charset=utf-8' : 'application/json';
  const filename = `${name}-pickups.${isCsv ? 'csv' : 'json'}`;
  return linkTo(world, {
    filename,
    content_type,
    bytes: asBytes(isCsv ? pickupsCsv(run) : pickupsJson(run)),
  });
}

/** Throws where a run has nothing to download: it is active, or it delivered nothing. */
export function assertExport(run: SimulatedRun): void {
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}. It can be downloaded when it has ended.`);
  }
  if (!hasExport(run)) throw notFound('audio');
}

/** All that a run delivers, as a ZIP or as a list of addresses; `label` names the output node it is asked of. */
export async function exportLink(
  world: World,
  run: SimulatedRun,
  { format, label }: { format: string; label?: string },
): Promise<DownloadLink> {
  const name = nameOf(world, run, label === undefined ? [] : [label]);
  if (format.startsWith('pickups')) return pickupsLink(world, run, { name, format });
  assertExport(run);
  if (format === 'zip') {
    const bytes = archive(run);
    return linkTo(world, { filename: `${name}.zip`, content_type: 'application/zip', bytes });
  }
  const bytes = asBytes(await fileList(world, run));
  return linkTo(world, { filename: `${name}.jsonl`, content_type: 'application/jsonl', bytes });
}

/** The script of a run: as csv, or as XLIFF. */
export function scriptLink(
  world: World,
  run: SimulatedRun,
  { format, language }: { format: string; language: string | undefined },
): DownloadLink {
  // The lines are read when the run starts.
  if (run.started_at === null || run.lines.length === 0) throw notFound('script');
  const stem = nameOf(world, run, [language ?? '']);
  if (format === 'csv') {
    const lines = run.lines.filter(({ locale_code }) => (language ?? locale_code) === locale_code);
    const content_type = 'text/csv; charset=utf-8';
    return linkTo(world, { filename: `${stem}.csv`, content_type, bytes: asBytes(csvOf(lines)) });
  }
  const name = `${world.workflows.get(run.workflow_id)?.name ?? ''} ${run.run_number}`;
  const bytes = asBytes(xliffOf(run.lines, { name, format, language }));
  const content_type = 'application/xliff+xml; charset=utf-8';
  return linkTo(world, { filename: `${stem}.xliff`, content_type, bytes });
}
