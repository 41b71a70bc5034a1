import type { DownloadLink } from '../../generated/types.ts';
import { ApiError, notFound, notSimulated } from '../api-error.ts';
import type { World } from '../world.ts';
import { hasExport } from './run-views.ts';
import type { RunLine, SimulatedRun, SimulatedTake } from './simulated-run.ts';
import { toneOf } from './tone.ts';
import { zipOf } from './zip.ts';

const LINK_MS = 900_000;

type File = { filename: string; content_type: string; bytes: Uint8Array<ArrayBuffer> };

/** A signed address of a file, good for 15 minutes of the virtual clock. */
export function linkTo(world: World, file: File): DownloadLink {
  const expires_at = world.clock.now() + LINK_MS;
  const url = world.link({ ...file, expires_at });
  return { url, filename: file.filename, expires_at: new Date(expires_at).toISOString() };
}

/** Where a line lies in the export. */
export const pathOf = ({ locale_code, character_name, line_id }: RunLine): string =>
  [locale_code, character_name ?? 'narrator', `${line_id}.wav`].join('/');

/** Lines with audio that is delivered. */
export const deliveredLines = ({ lines }: SimulatedRun): (RunLine & { take: SimulatedTake })[] =>
  lines.filter(
    (line): line is RunLine & { take: SimulatedTake } => line.status === 'delivered' && line.take !== null,
  );

/** The address of one audio of a run. */
export function audioLink(world: World, run: SimulatedRun, audioId: string): DownloadLink {
  const line = run.lines.find(({ take }) => take?.audio_id === audioId);
  if (line?.take == null) throw notFound('audio');
  const filename = `${line.line_id}-${line.locale_code}.wav`;
  const bytes = toneOf(audioId, line.take.duration_ms);
  return linkTo(world, { filename, content_type: 'audio/wav', bytes });
}

function csvOf(lines: readonly RunLine[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = lines.map(({ line_id, locale_code, character_name, script }) =>
    [line_id, locale_code, character_name ?? '', script].map(quoted).join(','),
  );
  return `line_id,locale,character,script\r\n${rows.map((row) => `${row}\r\n`).join('')}`;
}

const asBytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

function refuseUnfinished(run: SimulatedRun): void {
  if (hasExport(run)) return;
  const message =
    run.status === 'completed'
      ? 'The run delivered no line: there is nothing to download.'
      : `The run is ${run.status}: only a completed run can be downloaded.`;
  throw new ApiError('CONFLICT', message);
}

/** All that a run delivers, as a ZIP or as a list of addresses. */
export function exportLink(world: World, run: SimulatedRun, format: string): DownloadLink {
  if (format !== 'zip' && format !== 'files') throw notSimulated(`runs.download as ${format}`);
  refuseUnfinished(run);
  const lines = deliveredLines(run);
  if (format === 'files') {
    const rows = lines.map(({ take, ...line }) => {
      const { url } = audioLink(world, run, take.audio_id);
      return JSON.stringify({ path: pathOf({ ...line, take }), url, line_id: line.line_id });
    });
    const bytes = asBytes(rows.map((row) => `${row}\n`).join(''));
    return linkTo(world, {
      filename: `run-${run.run_number}.jsonl`,
      content_type: 'application/x-ndjson',
      bytes,
    });
  }
  const audio = lines.map((line) => ({
    name: pathOf(line),
    bytes: toneOf(line.take.audio_id, line.take.duration_ms),
  }));
  const manifest = { name: 'manifest.csv', bytes: asBytes(csvOf(lines)) };
  const bytes = zipOf([...audio, manifest]);
  return linkTo(world, { filename: `run-${run.run_number}.zip`, content_type: 'application/zip', bytes });
}

/** The script of a run as csv. */
export function scriptLink(world: World, run: SimulatedRun): DownloadLink {
  const bytes = asBytes(csvOf(run.lines));
  return linkTo(world, { filename: `run-${run.run_number}.csv`, content_type: 'text/csv', bytes });
}
