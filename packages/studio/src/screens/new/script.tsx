import { useQuery } from '@tanstack/react-query';
import type { RunEstimate, SourceReading, Workflow } from '@voiceloom/sdk';
import { useRef } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { count, language } from '../../format/format.ts';
import { SCRIPT_TYPES } from '../../parts/file-drop.tsx';
import { text } from '../../text/en.ts';
import { readable } from '../../text/labels.ts';
import { columnsQuery } from './column-uses.ts';
import { Columns } from './columns.tsx';
import { problemText } from './cost.tsx';
import { columnsIn, findNode, withConfig } from './definition.ts';
import { misspelledAmong } from './misspelled.ts';
import { useNodeDialog } from './node-dialog.tsx';
import type { Change } from './production.ts';

const words = text.setup;

interface Replacing {
  isReplacing: boolean;
  /** Whether the workflow has changed since the script was read. */
  isStale: boolean;
  onFile: (file: File) => void;
}

interface Props extends Replacing {
  workflow: Workflow;
  estimate: RunEstimate;
  onChange: (change: Change) => void;
}

/** Shows how the script was read, including everything that is not spoken. */
export function ScriptCard({ workflow, estimate: { readings, problems }, onChange, ...replacing }: Props) {
  const { dialog, open } = useNodeDialog(workflow.id);
  const setLanguageOf = (id: string) => {
    const node = workflow.definition.graph.nodes.find((one) => one.id === id);
    if (node) open(node, 'source_language');
  };
  const problemsOf = (id: string) => {
    const index = workflow.definition.graph.nodes.findIndex((node) => node.id === id);
    return problems.filter(({ path }) => path.startsWith(`definition.graph.nodes.${index}.`));
  };
  return (
    <section className="card" aria-labelledby="script">
      <div className="head">
        <h2 id="script">{words.script}</h2>
        <Replace {...replacing} />
      </div>
      {readings.map((source) => (
        <Reading
          key={`${source.node_id} ${source.upload_id}`}
          source={source}
          problems={problemsOf(source.node_id)}
          onColumns={(columns) => onChange((now) => withConfig(now, source.node_id, { columns }))}
          options={optionsOf(workflow, source.node_id)}
          onLanguage={() => setLanguageOf(source.node_id)}
          {...replacing}
        />
      ))}
      {readings.every(({ upload_id }) => upload_id === null) && <Typed workflow={workflow} />}
      {dialog}
    </section>
  );
}

function Replace({ isReplacing, onFile }: Replacing) {
  return (
    <FileTrigger acceptedFileTypes={SCRIPT_TYPES} onSelect={(files) => files?.[0] && onFile(files[0])}>
      <Button className="button" isPending={isReplacing}>
        {words.replace}
      </Button>
    </FileTrigger>
  );
}

function Typed({ workflow }: { workflow: Workflow }) {
  const typed = String(findNode(workflow.definition, 'source_script')?.config.text ?? '');
  return (
    <>
      <p className="soft">{words.noFile}</p>
      <pre className="typed" dir="auto">
        {typed}
      </pre>
    </>
  );
}

/** How the source reads its files, as the query of a script. */
function optionsOf({ definition }: Workflow, id: string): Record<string, string | string[]> {
  const node = definition.graph.nodes.find((one) => one.id === id);
  const language = node?.config.source_language;
  return {
    ...columnsQuery(columnsIn(node)),
    ...(typeof language === 'string' && { source_language: language }),
  };
}

interface ReadingProps extends Replacing {
  source: SourceReading;
  problems: RunEstimate['problems'];
  options: Record<string, string | string[]>;
  onColumns: (columns: Record<string, unknown>) => void;
  /** Opens the setting of the language. */
  onLanguage: () => void;
}

function Reading({
  source: { filename, upload_id, reading },
  problems,
  options,
  onColumns,
  onLanguage,
  ...replacing
}: ReadingProps) {
  const { format, encoding, skipped, skipped_count, warnings, warning_count } = reading;
  const { locales, columns_used, columns_unused } = reading;
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
  const people = reading.characters.map(
    ({ character_name, line_count }) => `${character_name ?? words.narrator} ${count(line_count)}`,
  );
  return (
    <div ref={part} className="reading">
      <p>
        <strong>{filename}</strong> <span className="numbers">{words.lines(count(reading.line_count))}</span>{' '}
        <span className="soft">{words.readAs(format, encoding ?? '')}</span>
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
              )}
            </li>
          ))}
        </ul>
      )}
      <dl className="facts">
        {reading.line_count > 0 && (
          <>
            <Fact name={words.locales}>
              {locales.map((one) => `${language(one.locale_code)} ${count(one.line_count)}`).join(', ')}
            </Fact>
            <Fact name={words.people}>{people.join(', ')}</Fact>
          </>
        )}
        {columns_used.length > 0 && (
          <Fact name={words.columnsUsed}>
            {columns_used
              .map(({ column, used_as, locale_code, unit }) => {
                const use = locale_code ? language(locale_code) : useOf(used_as);
                // The name of a limit in characters already says its unit.
                const isTime = unit === 'ms' || unit === 's';
                return words.column(column, isTime ? words.inUnit(use, words.units[unit]) : use);
              })
              .join(', ')}
          </Fact>
        )}
        {columns_used.length > 0 && (
          <Fact name={words.columnsUnused}>{columns_unused.join(', ') || words.none}</Fact>
        )}
      </dl>
      <Misspelled characters={reading.characters} {...replacing} />
      {skipped_count > 0 && <Parts title={words.problems(count(skipped_count))} parts={skipped} />}
      {warning_count > 0 && <Parts title={words.doubtful(count(warning_count))} parts={warnings} />}
      <Columns
        key={JSON.stringify([reading.columns_used, reading.columns_unused])}
        reading={reading}
        onSave={onColumns}
      />
      {upload_id !== null && reading.line_count > 0 && (
        <FirstLines uploadId={upload_id} options={options} isStale={replacing.isStale} />
      )}
    </div>
  );
}

const useOf = (use: string): string =>
  use === 'script'
    ? text.columns.text
    : ((text.columns.fields as Record<string, string>)[use] ?? use.replaceAll('_', ' '));

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type MisspelledProps = Replacing & Pick<SourceReading['reading'], 'characters'>;

function Misspelled({ characters, ...replacing }: MisspelledProps) {
  const named = characters.flatMap(({ character_name: name, line_count }) =>
    name === null ? [] : [{ name, count: line_count }],
  );
  const found = misspelledAmong(named);
  if (found.length === 0) return null;
  const said = (one: { name: string; count: number }) => `${one.name} (${words.lines(count(one.count))})`;
  return (
    <div className="notice warn">
      <ul>
        {found.map(({ name, meant }) => (
          <li key={name.name} dir="auto">
            {words.maybe(said(name), said(meant))}
          </li>
        ))}
      </ul>
      <p>{words.correct}</p>
      <Replace {...replacing} />
    </div>
  );
}

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
              <td>{readable(message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

interface FirstLinesProps extends Pick<Replacing, 'isStale'> {
  uploadId: string;
  options: Record<string, string | string[]>;
}

/** The lines as the service reads them, loaded on demand. */
function FirstLines({ uploadId, options, isStale }: FirstLinesProps) {
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
