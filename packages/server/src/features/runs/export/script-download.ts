import { Readable } from 'node:stream';
import { type DownloadLink, LocaleCode, type RunScriptQuery } from '@voiceloom/contract';
import { z } from 'zod';
import type { App } from '../../../app.ts';
import { ApiError, notFound } from '../../../errors.ts';
import { readLink, signLink } from '../links.ts';
import { getRun, type RunRef, type RunRow } from '../queries.ts';
import { hasEnded } from '../view.ts';
import { stemOf } from './downloads.ts';
import { type ScriptPart, scriptPartsOf, scriptText } from './script-text.ts';
import { findLocalePairs } from './script-units.ts';

const Claims = z.object({
  workspace_id: z.string(),
  workflow_id: z.string(),
  run_id: z.string(),
  format: z.enum(['csv', 'xliff-1.2', 'xliff-2.0']),
  language: LocaleCode.nullable(),
});

type LinkApp = Pick<App, 'db' | 'signingSecret' | 'baseUrl'>;
type Wanted = RunScriptQuery & { place: RunRef };

/** A signed URL for the script of a run. The file is created when it is read. */
export async function getScriptLink(app: LinkApp, wanted: Wanted, now: Date): Promise<DownloadLink> {
  const { filename } = await findScript(app, wanted);
  const { place, format, language } = wanted;
  const { workspace_id, workflow_id, run_id } = place;
  const claims: z.input<typeof Claims> = {
    workspace_id,
    workflow_id,
    run_id,
    format,
    language: language ?? null,
  };
  const { url, expires_at } = signLink(app, { purpose: 'script', claims, now });
  return { url, filename, expires_at: expires_at.toISOString() };
}

async function findScript(
  { db }: Pick<App, 'db'>,
  { place, format, language }: Wanted,
): Promise<{ run: RunRow; parts: ScriptPart[]; filename: string }> {
  const run = await getRun(db, place);
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}: its script is complete once it has ended.`);
  }
  const pairs = await findLocalePairs(db, run.id);
  if (pairs.length === 0) throw notFound('script');
  const parts = scriptPartsOf(pairs, { format, language: language ?? null });
  return { run, parts, filename: filenameOf(run, format, language) };
}

function filenameOf(run: RunRow, format: RunScriptQuery['format'], language: string | undefined): string {
  const parts = [run.workflow_name, `run-${run.run_number}`, language ?? ''];
  return `${parts.map(stemOf).filter(Boolean).join('-')}.${format === 'csv' ? 'csv' : 'xliff'}`;
}

/** Opens the target of a signed URL. Loads the run again, because it may have been deleted meanwhile. */
export async function openScript(
  app: Pick<App, 'db' | 'signingSecret' | 'clock'>,
  ticket: string,
): Promise<{ filename: string; content_type: string; stream: Readable }> {
  const { format, language, ...place } = Claims.parse(readLink(app, 'script', ticket));
  const wanted = { place, format, language: language ?? undefined };
  const { run, parts, filename } = await findScript(app, wanted);
  const name = `${run.workflow_name} ${run.run_number}`;
  const text = scriptText(app.db, { run_id: run.id, name, format, parts });
  const content_type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/xliff+xml; charset=utf-8';
  return { filename, content_type, stream: Readable.from(text, { objectMode: false }) };
}
