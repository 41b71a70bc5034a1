import { z } from 'zod';
import type { App } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { readLink, signLink } from '../links.ts';

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
  return drawWaveform(audio.facts.peaks);
}

const HEIGHT = 64;
const FULL_SCALE = 255;

/** Draws one bar per level, vertically centered, in the text color of the page. */
function drawWaveform(peaks: readonly number[]): string {
  const bars = peaks.map((peak, index) => {
    const half = Math.max(0.5, (Math.min(peak, FULL_SCALE) / FULL_SCALE) * (HEIGHT / 2 - 1));
    return `M${index * 2 + 1} ${round(HEIGHT / 2 - half)}V${round(HEIGHT / 2 + half)}`;
  });
  const width = Math.max(1, peaks.length * 2);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">` +
    `<path d="${bars.join('')}" stroke="currentColor" stroke-width="1.4" fill="none"/></svg>`
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
