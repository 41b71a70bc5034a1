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
import { type Sink, sinksOf } from '../nodes.ts';
import { getRunWithGraph, type RunRef, type RunWithDefinition } from '../queries.ts';
import { hasEnded, hasExport } from '../view.ts';
import { findProviderFacts, findSkippedVoices } from './facts.ts';
import { hasDelivery } from './lines.ts';
import { exportItems, exportRunOf, type StoredItem } from './source.ts';

const Claims = z.object({
  workspace_id: z.string(),
  workflow_id: z.string(),
  run_id: z.string(),
  node_id: z.string().nullable(),
  format: z.enum(['zip', 'files', 'pickups', 'pickups-json']).default('zip'),
  only: z.literal('approved').optional(),
});
type Format = z.output<typeof Claims>['format'];

interface Wanted {
  runRef: RunRef;
  /** Null: the whole run. */
  node_id: string | null;
  format: Format;
  only?: 'approved' | undefined;
}

/** A signed URL for the files of a run or of one of its sinks. The service creates the file when the URL is read. */
export async function getDownloadLink(
  app: Pick<App, 'db' | 'signingSecret' | 'baseUrl'>,
  request: Wanted,
  now: Date,
): Promise<DownloadLink> {
  const { filename } = await findExport(app, request);
  const { runRef, node_id, format, only } = request;
  const claims: z.input<typeof Claims> = { ...runRef, node_id, format, only };
  return { ...signLink(app, { purpose: 'export', claims, now }), filename };
}

async function findExport(
  { db }: Pick<App, 'db'>,
  { runRef, node_id, format, only }: Wanted,
): Promise<{
  run: RunWithDefinition;
  sink: Sink;
  filename: string;
  review_id?: string;
}> {
  const run = await getRunWithGraph(db, runRef);
  const sinks = sinksOf(run.definition);
  const sink = node_id === null ? sinks[0] : sinks.find(({ node }) => node.id === node_id);
  if (sink === undefined) throw notFound(node_id === null ? 'audio' : 'output');
  const filename = filenameOf(run, { sink: node_id === null ? undefined : sink, format, only });
  const isPickups = format.startsWith('pickups');
  if (!hasEnded(run)) {
    const what = isPickups ? 'Its pick-ups are available' : 'It can be downloaded';
    throw new ApiError('CONFLICT', `The run is ${run.status}. ${what} once it has ended.`);
  }
  const review = only && (await selectReviewByCurrentRun(db, runRef).select('id').executeTakeFirst());
  if (only && !review)
    throw new ApiError('CONFLICT', 'The run has no review. Open one and approve lines first.');
  const runExport = { run, sink, filename, ...(review && { review_id: review.id }) };
  // Every ended run has pick-ups, with or without audio.
  if (isPickups) return runExport;
  if (run.audio_removed_at !== null)
    throw new ApiError(
      'NOT_FOUND',
      'The retention period of the plan has ended, so the audio of the run was deleted.',
    );
  const isThere = node_id === null ? hasExport(run) : await hasDelivery(db, run.id, node_id);
  if (!isThere) throw notFound('audio');
  return runExport;
}

const LONGEST_STEM = 80;

const ENDINGS: Record<Format, [tail: string, ext: string]> = {
  zip: ['', 'zip'],
  files: ['', 'jsonl'],
  pickups: ['-pickups', 'csv'],
  'pickups-json': ['-pickups', 'json'],
};

function filenameOf(
  run: RunWithDefinition,
  { sink, format, only }: Pick<Wanted, 'format' | 'only'> & { sink: Sink | undefined },
): string {
  const parts = [run.workflow_name, `run-${run.run_number}`, ...(sink ? [sink.node.label] : [])];
  const [tail, ext] = ENDINGS[format];
  return `${parts.map(stemOf).filter(Boolean).join('-')}${only ? `-${only}` : ''}${tail}.${ext}`;
}

/** Keeps letters and digits of any script. All other characters become hyphens. */
export function stemOf(text: string): string {
  const clean = text.normalize('NFC').replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return [...clean]
    .slice(0, LONGEST_STEM)
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
  const { run, sink, filename, ...reviewed } = await findExport(app, {
    runRef,
    node_id,
    format,
    only,
  });
  const source = { run, sink: node_id === null ? undefined : sink.node, ...reviewed };
  if (format === 'files') {
    const text = fileLinks(app, {
      run,
      file_pattern: sink.config.file_pattern,
      items: exportItems(app, source),
    });
    return {
      filename,
      content_type: 'application/jsonl',
      stream: Readable.from(text, { objectMode: false }),
    };
  }
  // If only approved lines are exported, pick-ups are the suspect lines, so decisions do not matter.
  const hasDecisions = format === 'zip' ? sink.config.report : !only;
  const input = await exportInputOf(app, { ...source, hasDecisions }, sink);
  if (format !== 'zip') return { filename, ...openPickups(input, format) };
  const stream = streamArchive(input);
  return { filename, content_type: 'application/zip', stream };
}

function openPickups(input: ExportInput, format: 'pickups' | 'pickups-json'): Omit<OpenedExport, 'filename'> {
  const rows = () => listRows(input);
  const isCsv = format === 'pickups';
  const text = isCsv ? writePickupsCsv(rows) : writePickupsJson(input.run, rows);
  const content_type = isCsv ? 'text/csv; charset=utf-8' : 'application/json';
  return { content_type, stream: Readable.from(inPieces(text), { objectMode: false }) };
}

async function exportInputOf(
  app: Pick<App, 'db' | 'storage'>,
  { hasDecisions, ...source }: Parameters<typeof exportItems>[1] & { hasDecisions: boolean },
  { config }: Sink,
): Promise<ExportInput> {
  const { file_pattern, manifest, subtitles, subtitle_timing, report } = config;
  const runRef = { workspace_id: source.run.workspace_id, run_id: source.run.id };
  const review = hasDecisions ? await selectReviewOfRun(app.db, runRef).executeTakeFirst() : undefined;
  const decisions_of = hasDecisions ? (review?.id ?? null) : undefined;
  return {
    run: {
      ...exportRunOf(source),
      providers: await findProviderFacts(app.db, source.run),
      routes: await listProviderChoices(app.db, source.run.id),
      voices_skipped: await findSkippedVoices(app.db, source.run),
    },
    items: (needs) => exportItems(app, needs?.decisions ? { ...source, decisions_of } : source),
    options: { file_pattern, manifest, subtitles, subtitle_timing, report },
  };
}

/** The files that a run or one of its outputs delivers. Throws if there are none. */
export async function getRunExport(
  app: Pick<App, 'db' | 'storage'>,
  { runRef, node_id }: Omit<Wanted, 'format' | 'only'>,
): Promise<ExportInput> {
  const { run, sink } = await findExport(app, { runRef, node_id, format: 'zip' });
  const source = { run, sink: node_id === null ? undefined : sink.node };
  return exportInputOf(app, { ...source, hasDecisions: sink.config.report }, sink);
}

/** Long enough to copy a large delivery file by file. */
const FILE_LINK_S = 6 * 3_600;

/**
 * One line of JSON per audio file: its path in the ZIP, a signed URL, its size and its checksum. With it, clients can
 * copy the files to their own bucket without sharing its credentials.
 */
async function* fileLinks(
  { storage }: Pick<App, 'storage'>,
  delivery: {
    run: { workflow_name: string; run_number: number };
    file_pattern: string;
    items: AsyncIterable<StoredItem>;
  },
): AsyncGenerator<string> {
  const { run, file_pattern, items } = delivery;
  const nameOf = createNamer(file_pattern, run);
  for await (const item of items) {
    const { stored, status, line_id, locale_code } = item;
    if (stored === null || status !== 'delivered') continue;
    const { object_key: key, content_type, size_bytes, sha256 } = stored;
    const file = nameOf(item);
    const filename = file.slice(file.lastIndexOf('/') + 1);
    const ticket = await storage.downloadTicket({ key, filename, content_type, expires_in_s: FILE_LINK_S });
    const expires_at = ticket.expires_at.toISOString();
    const facts = { file, line_id, locale_code, content_type, size_bytes, sha256 };
    yield `${JSON.stringify({ ...facts, url: ticket.url, expires_at })}\n`;
  }
}
