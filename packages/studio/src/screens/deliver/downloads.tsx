import { useMutation } from '@tanstack/react-query';
import type { DownloadLink, RunOverview } from '@voiceloom/sdk';
import { client } from '../../api/client.ts';
import { count, duration, language } from '../../format/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Empty, Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { isEmptyList } from './pickups.ts';

const words = text.deliver;

/** Undefined if there is nothing to download. */
type Link = () => PromiseLike<DownloadLink | undefined>;

/** The files of a run. */
export function DownloadsCard(props: {
  overview: RunOverview;
  /** Lines that the review of this run approved. */
  approvedLines: number;
}) {
  const {
    overview: { workflow, run, audio_by_language },
    approvedLines,
  } = props;
  const lines = audio_by_language.reduce((sum, locale) => sum + locale.line_count, 0);
  // The browser downloads the link itself, however large the file is.
  const download = useMutation({
    mutationFn: async (link: Link) => {
      const file = await link();
      if (file) location.assign(file.url);
      return file;
    },
  });
  const files = (query?: Parameters<typeof client.runs.download>[2]) =>
    client.runs.download(workflow.id, run.id, query);
  // Without pick-ups there is no file, because one with only a header looks like a mistake.
  const pickups = async () => {
    const { url } = await files({ format: 'pickups-json' });
    if (await isEmptyList(url)) return undefined;
    return files({ format: 'pickups' });
  };
  const button = (label: string, link: Link, isMain = false) => (
    <RequestButton
      className={isMain ? 'button primary' : 'button'}
      isPending={download.isPending}
      onPress={() => download.mutate(link)}
    >
      {label}
    </RequestButton>
  );
  return (
    <section className="card" aria-labelledby="download">
      <h2 id="download">{words.download}</h2>
      {run.has_export ? <Audio languages={audio_by_language} /> : <Empty>{words.nothing}</Empty>}
      {download.isError && <Failure error={download.error} />}
      {download.isSuccess && download.data === undefined && (
        <p className="notice warn" role="status">
          {words.noPickups}
        </p>
      )}
      <div className="row">
        {run.has_export &&
          approvedLines > 0 &&
          button(words.approvedZip(count(approvedLines)), () => files({ only: 'approved' }), true)}
        {run.has_export && button(words.zip(count(lines)), () => files(), approvedLines === 0)}
        {button(words.pickups, pickups)}
        {run.has_export && button(words.script, () => client.runs.script(workflow.id, run.id))}
      </div>
      <p className="soft">
        {words.zipHelp} {words.pickupsHelp}
      </p>
    </section>
  );
}

function Audio({ languages }: { languages: RunOverview['audio_by_language'] }) {
  return (
    <table className="rows tight">
      <thead>
        <tr>
          <th scope="col">{text.setup.locale}</th>
          <th scope="col" className="number">
            {words.lines}
          </th>
          <th scope="col" className="number">
            {words.duration}
          </th>
        </tr>
      </thead>
      <tbody>
        {languages.map(({ locale_code, line_count, total_duration_ms }) => (
          <tr key={locale_code}>
            <th scope="row">{language(locale_code)}</th>
            <td className="number">{count(line_count)}</td>
            <td className="number">{duration(total_duration_ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
