import { useQuery } from '@tanstack/react-query';
import type { RunEstimate, SourceReading, Workflow, WorkflowNode } from '@voiceloom/sdk';
import { useRef } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { useSettings } from '../../api/settings.ts';
import { count, language } from '../../format/format.ts';
import { SCRIPT_TYPES } from '../../parts/file-drop.tsx';
import { text } from '../../text/en.ts';
import { toReadable } from '../../text/labels.ts';
import { columnsQuery } from './column-uses.ts';
import { Columns } from './columns.tsx';
import { problemText } from './cost.tsx';
import { findNode, getColumns, withConfig } from './definition.ts';
import { findMisspellings } from './misspellings.ts';
import { useNodeDialog } from './node-dialog.tsx';
import type { Change } from './production.ts';

const words = text.setup;

interface Replacement {
  isReplacing: boolean;
  /** Whether the workflow has changed since the script was read. */
  isStale: boolean;
  onFile: (file: File) => void;
}

/** Shows how the script was read, including everything that is not spoken. */
export function ScriptCard(
  props: Replacement & { workflow: Workflow; estimate: RunEstimate; onChange: (change: Change) => void },
) {
  const { workflow, estimate, onChange, ...replacement } = props;
  const { nodes } = workflow.definition.graph;
  const { dialog, open } = useNodeDialog(workflow.id);
  return (
    <section className="card" aria-labelledby="script">
      <div className="head">
        <h2 id="script">{words.script}</h2>
        <Replace {...replacement} />
      </div>
      {estimate.readings.map((source) => {
        const index = nodes.findIndex(({ id }) => id === source.node_id);
        const node = nodes[index];
        return (
          <Reading
            key={`${source.node_id} ${source.upload_id}`}
            source={source}
            node={node}
            problems={estimate.problems.filter(({ path }) =>
              path.startsWith(`definition.graph.nodes.${index}.`),
            )}
            onColumns={(columns) => onChange((now) => withConfig(now, source.node_id, { columns }))}
            onLanguage={() => node && open(node, 'source_language')}
            onDefaultLanguage={(source_language) =>
              onChange((now) => withConfig(now, source.node_id, { source_language }))
            }
            {...replacement}
          />
        );
      })}
      {estimate.readings.every(({ upload_id }) => upload_id === null) && (
        <>
          <p className="soft">{words.noFile}</p>
          <pre className="typed" dir="auto">
            {String(findNode(workflow.definition, 'source_script')?.config.text ?? '')}
          </pre>
        </>
      )}
      {dialog}
    </section>
  );
}

function Replace({ isReplacing, onFile }: Pick<Replacement, 'isReplacing' | 'onFile'>) {
  return (
    <FileTrigger acceptedFileTypes={SCRIPT_TYPES} onSelect={(files) => files?.[0] && onFile(files[0])}>
      <Button className="button" isPending={isReplacing}>
        {words.replace}
      </Button>
    </FileTrigger>
  );
}

/** How one source read its file: the problems, what the file contains, and its first lines. */
function Reading(
  props: Replacement & {
    source: SourceReading;
    node: WorkflowNode | undefined;
    problems: RunEstimate['problems'];
    onColumns: (columns: Record<string, unknown>) => void;
    /** Opens the setting of the language. */
    onLanguage: () => void;
    onDefaultLanguage: (locale: string) => void;
  },
) {
  const { source, node, problems, onColumns, onLanguage, onDefaultLanguage, ...replacement } = props;
  const defaultLanguage = useSettings()?.default_language;
  const { filename, upload_id, reading } = source;
  const { columns_used, columns_unused, skipped, skipped_count, warnings, warning_count } = reading;
  const part = useRef<HTMLDivElement>(null);
  // A table has a field for the language of each column. Other scripts have a setting.
  const setLanguage = () => {
    const fields = [...(part.current?.querySelectorAll<HTMLInputElement>('input.language') ?? [])];
    const field = fields.find(({ value }) => value === '') ?? fields[0];
    const details = field?.closest('details');
    if (!field || !details) return onLanguage();
    details.open = true;
    field.focus();
  };
  // How the source reads its files, as the query of a script.
  const options = columnsQuery(getColumns(node));
  const sourceLanguage = node?.config.source_language;
  if (typeof sourceLanguage === 'string') options.source_language = sourceLanguage;
  return (
    <div ref={part} className="reading">
      <p>
        <strong>{filename}</strong> <span className="numbers">{words.lines(count(reading.line_count))}</span>{' '}
        <span className="soft">{words.readAs(reading.format, reading.encoding ?? '')}</span>
      </p>
      {reading.encoding_guessed && <p className="notice warn">{words.guessed}</p>}
      {problems.length > 0 && (
        <ul className="notice fail">
          {problems.map(({ path, code, message }) => (
            <li key={`${path} ${message}`}>
              {problemText({ code, message })}{' '}
              {code === 'undecidable_locale' && (
                <Button className="button small" onPress={setLanguage}>
                  {words.setLanguage}
                </Button>
              )}{' '}
              {code === 'undecidable_locale' && defaultLanguage && (
                <Button className="button small" onPress={() => onDefaultLanguage(defaultLanguage)}>
                  {words.useLanguage(language(defaultLanguage))}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Facts reading={reading} />
      <Misspellings characters={reading.characters} {...replacement} />
      {skipped_count > 0 && <Parts title={words.problems(count(skipped_count))} parts={skipped} />}
      {warning_count > 0 && <Parts title={words.doubtful(count(warning_count))} parts={warnings} />}
      <Columns key={JSON.stringify([columns_used, columns_unused])} reading={reading} onSave={onColumns} />
      {upload_id !== null && reading.line_count > 0 && (
        <FirstLines uploadId={upload_id} options={options} isStale={replacement.isStale} />
      )}
    </div>
  );
}

/** The languages and characters of a script, and how its columns are used. */
function Facts({ reading }: { reading: SourceReading['reading'] }) {
  const { line_count, locales, characters, columns_used, columns_unused } = reading;
  const fields: Record<string, string> = { script: text.columns.text, ...text.columns.fields };
  const columns = columns_used.map(({ column, used_as, locale_code, unit }) => {
    const usage = locale_code ? language(locale_code) : (fields[used_as] ?? used_as.replaceAll('_', ' '));
    // The name of a limit in characters already says its unit.
    const isTime = unit === 'ms' || unit === 's';
    return words.column(column, isTime ? words.inUnit(usage, words.units[unit]) : usage);
  });
  return (
    <dl className="facts">
      {line_count > 0 && (
        <>
          <Fact name={words.locales}>
            {locales
              .map((locale) => `${language(locale.locale_code)} ${count(locale.line_count)}`)
              .join(', ')}
          </Fact>
          <Fact name={words.people}>
            {characters
              .map(
                (character) => `${character.character_name ?? words.narrator} ${count(character.line_count)}`,
              )
              .join(', ')}
          </Fact>
        </>
      )}
      {columns.length > 0 && (
        <>
          <Fact name={words.columnsUsed}>{columns.join(', ')}</Fact>
          <Fact name={words.columnsUnused}>{columns_unused.join(', ') || words.none}</Fact>
        </>
      )}
    </dl>
  );
}

/** One fact with its name, in a list of facts. */
function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Warns of characters whose names look like misspellings of other characters. */
function Misspellings(props: Replacement & { characters: SourceReading['reading']['characters'] }) {
  const { characters, ...replacement } = props;
  const speakers: { name: string; count: number }[] = [];
  for (const { character_name, line_count } of characters)
    if (character_name !== null) speakers.push({ name: character_name, count: line_count });
  const misspellings = findMisspellings(speakers);
  if (misspellings.length === 0) return null;
  const describe = (speaker: { name: string; count: number }) =>
    `${speaker.name} (${words.lines(count(speaker.count))})`;
  return (
    <div className="notice warn">
      <ul>
        {misspellings.map(({ name, original }) => (
          <li key={name.name} dir="auto">
            {words.maybe(describe(name), describe(original))}
          </li>
        ))}
      </ul>
      <p>{words.correct}</p>
      <Replace {...replacement} />
    </div>
  );
}

/** The parts of a script that were not read as expected, with the reasons. */
function Parts({ title, parts }: { title: string; parts: SourceReading['reading']['skipped'] }) {
  return (
    <details className="notice warn" open={parts.length <= 5}>
      <summary>{title}</summary>
      <table className="rows tight">
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            <th scope="col">{words.problem}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ row, code, message }) => (
            <tr key={`${row} ${code} ${message}`}>
              <td className="numbers">{row}</td>
              <td>{toReadable(message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The lines as the service reads them, loaded on demand. */
function FirstLines(props: {
  uploadId: string;
  options: Record<string, string | string[]>;
  isStale: boolean;
}) {
  const { uploadId, options, isStale } = props;
  const script = useQuery({
    // While the page is stale, the columns in `options` may belong to another file.
    enabled: !isStale,
    placeholderData: (last) => last,
    queryKey: ['script', uploadId, options],
    queryFn: () => client.uploads.script(uploadId, options),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!script.data) return null;
  const { lines, reading } = script.data;
  const title = words.firstLines(count(lines.length), count(reading.line_count));
  return (
    <details>
      <summary>{title}</summary>
      <section className="scroll" aria-label={title}>
        <table className="rows tight">
          <thead>
            <tr>
              <th scope="col">{words.line}</th>
              <th scope="col">{words.locale}</th>
              <th scope="col">{words.character}</th>
              <th scope="col">{words.words}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.line_id} ${line.locale_code}`}>
                <td className="mono">{line.line_id}</td>
                <td>{line.locale_code}</td>
                <td dir="auto">{line.character_name}</td>
                <td lang={line.locale_code} dir="auto">
                  {line.script}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
