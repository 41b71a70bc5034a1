import { extensionOf } from '@voiceloom/audio';
import type { DownloadLink } from '@voiceloom/contract';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { notFound } from '../../../errors.ts';
import { LINK_S } from '../links.ts';
import { getRun, type RunRef } from '../queries.ts';

interface Stored {
  object_key: string;
  format: string;
  content_type: string;
}

interface Named {
  line_id: string;
  locale_code: string;
}

/** A signed URL for stored audio, with a file name from its line. */
export async function linkToAudio(
  { storage }: Pick<App, 'storage'>,
  audio: Stored,
  line: Named,
): Promise<DownloadLink> {
  const filename = `${line.line_id}-${line.locale_code}.${extensionOf(audio.format)}`;
  const { object_key: key, content_type } = audio;
  const ticket = await storage.downloadTicket({ key, filename, content_type, expires_in_s: LINK_S });
  return { url: ticket.url, filename, expires_at: ticket.expires_at.toISOString() };
}

/** Audio that a run made, reused or processed. */
export async function getAudioLink(
  app: Pick<App, 'db' | 'storage'>,
  place: RunRef,
  audioId: string,
): Promise<DownloadLink> {
  const run = await getRun(app.db, place);
  const audio = await findAudioOfRun(app.db, run, audioId);
  if (audio === undefined) throw notFound('audio');
  return linkToAudio(app, audio, audio);
}

/** Stored audio, with a line of the run that left a node with it. */
function findAudioOfRun(db: Db, run: { id: string; workspace_id: string }, audioId: string) {
  return db
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
}
