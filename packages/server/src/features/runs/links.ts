import { getExtension } from '@voiceloom/audio';
import type { DownloadLink } from '@voiceloom/contract';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { ApiError, notFound } from '../../errors.ts';
import { readTicket, SIGNED_URL_S, signTicket } from '../../storage/index.ts';
import { getRun, type RunRef } from './queries.ts';

/** The kinds of signed URLs of this service, with their paths. */
type LinkPurpose = 'export' | 'script' | 'waveform';
const PATHS: Record<LinkPurpose, string> = { export: 'exports', script: 'scripts', waveform: 'waveforms' };

/** A URL that anyone can open until it expires. `claims`: what it gives access to. */
export function signLink(
  { signingSecret, baseUrl }: Pick<App, 'signingSecret' | 'baseUrl'>,
  { purpose, claims, now }: { purpose: LinkPurpose; claims: object; now: Date },
): Omit<DownloadLink, 'filename'> {
  const expires_at = new Date(now.getTime() + SIGNED_URL_S * 1000);
  const ticket = signTicket({ purpose, expires_at, claims }, signingSecret);
  return {
    url: `${baseUrl().replace(/(?<!\/)\/+$/, '')}/${PATHS[purpose]}/${ticket}`,
    expires_at: expires_at.toISOString(),
  };
}

/** The claims of a link, if its signature is valid and it has not expired. */
export function readLink(
  { signingSecret, clock }: Pick<App, 'signingSecret' | 'clock'>,
  purpose: LinkPurpose,
  ticket: string,
): unknown {
  const reading = readTicket(ticket, { purpose, secret: signingSecret, now: clock() });
  if (reading.ok) return reading.claims;
  if (reading.reason === 'expired') throw new ApiError('FORBIDDEN', 'This link has expired.');
  throw new ApiError('FORBIDDEN', 'This link is not valid.');
}

/** A signed URL for stored audio, with a file name from its line. */
export async function linkToAudio(
  { storage }: Pick<App, 'storage'>,
  audio: { object_key: string; format: string; content_type: string },
  line: { line_id: string; locale_code: string },
): Promise<DownloadLink> {
  const filename = `${line.line_id}-${line.locale_code}.${getExtension(audio.format)}`;
  const { object_key: key, content_type } = audio;
  const ticket = await storage.downloadTicket({ key, filename, content_type, expires_in_s: SIGNED_URL_S });
  return { url: ticket.url, filename, expires_at: ticket.expires_at.toISOString() };
}

/** A link to audio that a run made, reused or processed. */
export async function getAudioLink(app: Pick<App, 'db' | 'storage'>, runRef: RunRef, audioId: string) {
  const run = await getRun(app.db, runRef);
  // Stored audio that a line of this run had when it left a node, with this line.
  const audio = await app.db
    .selectFrom('audio')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('attempt')
          .innerJoin('run_line', (join) =>
            join.onRef('run_line.run_id', '=', 'attempt.run_id').onRef('run_line.no', '=', 'attempt.line_no'),
          )
          .select(['run_line.line_id', 'run_line.locale_code'])
          .where('attempt.run_id', '=', run.id)
          .where('attempt.output_id', '=', audioId)
          .limit(1)
          .as('spoken'),
      (join) => join.onTrue(),
    )
    .select(['audio.object_key', 'audio.format', 'audio.content_type'])
    .select(['spoken.line_id', 'spoken.locale_code'])
    .where('audio.workspace_id', '=', run.workspace_id)
    .where('audio.id', '=', audioId)
    .executeTakeFirst();
  if (audio === undefined) throw notFound('audio');
  return linkToAudio(app, audio, audio);
}

const Claims = z.object({ workspace_id: z.string(), audio_id: z.string() });

/** A signed URL for the waveform image of stored audio. */
export function linkToWaveform(
  app: Pick<App, 'signingSecret' | 'baseUrl'>,
  { workspace_id, audio_id, now }: { workspace_id: string; audio_id: string; now: Date },
): string {
  return signLink(app, { purpose: 'waveform', claims: { workspace_id, audio_id }, now }).url;
}

/** Returns the waveform image for a signed URL, as SVG. */
export async function openWaveform(
  app: Pick<App, 'db' | 'signingSecret' | 'clock'>,
  ticket: string,
): Promise<string> {
  const { workspace_id, audio_id } = Claims.parse(readLink(app, 'waveform', ticket));
  const audio = await app.db
    .selectFrom('audio')
    .select('facts')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', audio_id)
    .executeTakeFirst();
  if (audio === undefined) throw notFound('audio');
  // Draws one vertically centered bar per level, in the text color of the page.
  const bars = audio.facts.peaks.map((peak, index) => {
    const half = Math.max(0.5, (Math.min(peak, FULL_SCALE) / FULL_SCALE) * (HEIGHT / 2 - 1));
    return `M${index * 2 + 1} ${round(HEIGHT / 2 - half)}V${round(HEIGHT / 2 + half)}`;
  });
  const width = Math.max(1, audio.facts.peaks.length * 2);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">` +
    `<path d="${bars.join('')}" stroke="currentColor" stroke-width="1.4" fill="none"/></svg>`
  );
}

const HEIGHT = 64;
const FULL_SCALE = 255;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
