import { Readable } from 'node:stream';
import type { DownloadLink } from '@voiceloom/contract';
import { z } from 'zod';
import type { App } from '../../../app.ts';
import { listProviderChoices } from '../../../engine/index.ts';
import { ApiError, notFound } from '../../../errors.ts';
import { streamArchive } from '../../../export/archive.ts';
import { createNamer, type ExportInput, inPieces, listRows } from '../../../export/files.ts';
import { writePickupsCsv, writePickupsJson } from '../../../export/pickups.ts';
import { selectReviewByCurrentRun, selectReviewOfRun } from '../../reviews/gate.ts';
import { readLink, signLink } from '../links.ts';
import { listSinks, type RunNode, type Sink } from '../nodes.ts';
import { getRunWithGraph, type RunRef, type RunWithDefinition } from '../queries.ts';
import { hasEnded, hasExport } from '../view.ts';
import { findProviderFacts, findSkippedVoices } from './facts.ts';
import { hasDelivery } from './lines.ts';
import { type ExportSource, listExportItems, type StoredItem, toExportRun } from './source.ts';

const Claims = z.object({
  workspace_id: z.string(),
  workflow_id: z.string(),
  run_id: z.string(),
  node_id: z.string().nullable(),
  format: z.enum(['zip', 'files', 'pickups', 'pickups-json']).default('zip'),
  only: z.literal('approved').optional(),
});
type Format = z.output<typeof Claims>['format'];

interface ExportRequest {
  runRef: RunRef;
  /** Null: the whole run. */
  node_id: string | null;
  format: Format;
  only?: 'approved' | undefined;
}

interface RunExport {
  run: RunWithDefinition;
  /** Undefined: the whole run. */
  sink: RunNode | undefined;
  /** How the files are packed. */
  config: Sink['config'];
  filename: string;
  /** Only the lines that this review approved. */
  review_id: string | undefined;
}

/** A signed URL for the files of a run or of one of its sinks. The service creates the file when the URL is read. */
export async function getDownloadLink(
  app: Pick<App, 'db' | 'signingSecret' | 'baseUrl'>,
  request: ExportRequest,
  now: Date,
): Promise<DownloadLink> {
  const { filename } = await findExport(app, request);
  const { runRef, node_id, format, only } = request;
  const claims: z.input<typeof Claims> = { ...runRef, node_id, format, only };
  return { ...signLink(app, { purpose: 'export', claims, now }), filename };
}

/** The run and the sink to export, with the name of the file. Throws if there is nothing to download. */
async function findExport({ db }: Pick<App, 'db'>, request: ExportRequest): Promise<RunExport> {
  const { runRef, node_id, format, only } = request;
  const run = await getRunWithGraph(db, runRef);
  // The files of the whole run are packed like those of its first sink.
  const sink = listSinks(run.definition).find(({ node }) => node_id === null || node.id === node_id);
  if (sink === undefined) throw notFound(node_id === null ? 'audio' : 'output');
  const names = [run.workflow_name, `run-${run.run_number}`];
  if (node_id !== null) names.push(sink.node.label);
  if (only) names.push(only);
  const [tail, ext] = ENDINGS[format];
  const filename = `${names.map(toFileStem).filter(Boolean).join('-')}${tail}.${ext}`;
  const isPickups = format.startsWith('pickups');
  if (!hasEnded(run)) {
    const availability = isPickups ? 'Its pick-ups are available' : 'It can be downloaded';
    throw new ApiError('CONFLICT', `The run is ${run.status}. ${availability} once it has ended.`);
  }
  const { config } = sink;
  const runExport: RunExport = { run, sink: undefined, config, filename, review_id: undefined };
  if (node_id !== null) runExport.sink = sink.node;
  if (only) {
    const review = await selectReviewByCurrentRun(db, runRef).select('id').executeTakeFirst();
    if (!review) throw new ApiError('CONFLICT', 'The run has no review. Open one and approve lines first.');
    runExport.review_id = review.id;
  }
  // Every ended run has pick-ups, with or without audio.
  if (isPickups) return runExport;
  if (run.audio_removed_at !== null)
    throw new ApiError(
      'NOT_FOUND',
      'The retention period of the plan has ended, so the audio of the run was deleted.',
    );
  const hasFiles = node_id === null ? hasExport(run) : await hasDelivery(db, run.id, node_id);
  if (!hasFiles) throw notFound('audio');
  return runExport;
}

const MAX_STEM_LENGTH = 80;

const ENDINGS: Record<Format, [tail: string, ext: string]> = {
  zip: ['', 'zip'],
  files: ['', 'jsonl'],
  pickups: ['-pickups', 'csv'],
  'pickups-json': ['-pickups', 'json'],
};

/** Keeps letters and digits of any script. All other characters become hyphens. */
export function toFileStem(text: string): string {
  const words = text.normalize('NFC').replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return [...words]
    .slice(0, MAX_STEM_LENGTH)
    .join('')
    .replace(/^-+|(?<!-)-+$/g, '');
}

export interface OpenedExport {
  filename: string;
  content_type: string;
  /** Creates the file while it is read. Destroying the stream stops the work. */
  stream: Readable;
}

/** Opens the target of a signed URL. Loads the run again, because it may have been deleted since then. */
export async function openExport(
  app: Pick<App, 'db' | 'storage' | 'signingSecret' | 'clock'>,
  ticket: string,
): Promise<OpenedExport> {
  const { node_id, format, only, ...runRef } = Claims.parse(readLink(app, 'export', ticket));
  const { run, sink, config, filename, review_id } = await findExport(app, { runRef, node_id, format, only });
  const source = { run, sink, review_id };
  if (format === 'files') {
    const { file_pattern } = config;
    const text = listFileLinks(app, { run, file_pattern, items: listExportItems(app, source) });
    return {
      filename,
      content_type: 'application/jsonl',
      stream: Readable.from(text, { objectMode: false }),
    };
  }
  // If only approved lines are exported, pick-ups are the suspect lines, so decisions do not matter.
  const hasDecisions = format === 'zip' ? config.report : !only;
  const input = await buildExportInput(app, source, { config, hasDecisions });
  if (format === 'zip') return { filename, content_type: 'application/zip', stream: streamArchive(input) };
  const rows = () => listRows(input);
  let content_type = 'text/csv; charset=utf-8';
  let text = writePickupsCsv(rows);
  if (format === 'pickups-json') {
    content_type = 'application/json';
    text = writePickupsJson(input.run, rows);
  }
  return { filename, content_type, stream: Readable.from(inPieces(text), { objectMode: false }) };
}

/** What the writers of files need: facts about the run, its lines on demand, and the options of its sink. */
async function buildExportInput(
  app: Pick<App, 'db' | 'storage'>,
  source: ExportSource,
  { config, hasDecisions }: { config: Sink['config']; hasDecisions: boolean },
): Promise<ExportInput> {
  const { file_pattern, manifest, subtitles, subtitle_timing, report } = config;
  const { run } = source;
  let decisions_of: string | null | undefined;
  if (hasDecisions) {
    const runRef = { workspace_id: run.workspace_id, run_id: run.id };
    const review = await selectReviewOfRun(app.db, runRef).executeTakeFirst();
    decisions_of = review?.id ?? null;
  }
  return {
    run: {
      ...toExportRun(source),
      providers: await findProviderFacts(app.db, run),
      routes: await listProviderChoices(app.db, run.id),
      voices_skipped: await findSkippedVoices(app.db, run),
    },
    items: (needs) => listExportItems(app, needs?.decisions ? { ...source, decisions_of } : source),
    options: { file_pattern, manifest, subtitles, subtitle_timing, report },
  };
}

/** The files that a run or one of its outputs delivers. Throws if there are none. */
export async function getRunExport(
  app: Pick<App, 'db' | 'storage'>,
  { runRef, node_id }: { runRef: RunRef; node_id: string | null },
): Promise<ExportInput> {
  const { run, sink, config } = await findExport(app, { runRef, node_id, format: 'zip' });
  return buildExportInput(app, { run, sink }, { config, hasDecisions: config.report });
}

/** Long enough to copy a large delivery file by file. */
const FILE_LINK_S = 6 * 3_600;

/**
 * One line of JSON per audio file: its path in the ZIP, a signed URL, its size and its checksum. With it, clients can
 * copy the files to their own bucket without sharing its credentials.
 */
async function* listFileLinks(
  { storage }: Pick<App, 'storage'>,
  delivery: {
    run: { workflow_name: string; run_number: number };
    file_pattern: string;
    items: AsyncIterable<StoredItem>;
  },
): AsyncGenerator<string> {
  const { run, file_pattern, items } = delivery;
  const nameFile = createNamer(file_pattern, run);
  for await (const item of items) {
    const { stored, status, line_id, locale_code } = item;
    if (stored === null || status !== 'delivered') continue;
    const { object_key: key, content_type, size_bytes, sha256 } = stored;
    const file = nameFile(item);
    const filename = file.slice(file.lastIndexOf('/') + 1);
    const ticket = await storage.downloadTicket({ key, filename, content_type, expires_in_s: FILE_LINK_S });
    const expires_at = ticket.expires_at.toISOString();
    const facts = { file, line_id, locale_code, content_type, size_bytes, sha256 };
    yield `${JSON.stringify({ ...facts, url: ticket.url, expires_at })}\n`;
  }
}
