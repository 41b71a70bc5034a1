import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ScriptReading, Template, Workflow } from '@voiceloom/sdk';
import { useState } from 'react';
import { client, queries } from '../../api/client.ts';
import { count, language } from '../../format/format.ts';
import { FileDrop, isScriptFile } from '../../parts/file-drop.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { UNKNOWN_COLUMN } from './cost.tsx';
import { columnsIn, findNode, withoutSample, withScript } from './definition.ts';
import './new.css';

const words = text.create;
const MAX_TEMPLATES = 50;
/**
 * The templates for scripts with one voice in one language, in several languages, and with several
 * characters.
 */
const FIRST = 'Single narration';
const DIALOGUE = 'Game dialogue by character';

/** A script becomes a production: a workflow made from a template, with the script as its upload. */
export function CreateScreen() {
  const templates = useQuery({
    queryKey: ['templates'],
    queryFn: async () => {
      const all = await client.templates.list({ sort: 'name' }).toArray({ limit: MAX_TEMPLATES });
      return all
        .filter(({ definition }) => findNode(definition, 'source_script'))
        .sort((a, b) => Number(b.name === FIRST) - Number(a.name === FIRST));
    },
  });
  return (
    <>
      <h1>{words.title}</h1>
      <Loaded query={templates}>{(list) => <Create templates={list} />}</Loaded>
    </>
  );
}

interface Made {
  workflowId: string;
  uploadId: string;
  reading: ScriptReading;
  /** The template that fits the script. */
  template: Template;
}

function Create({ templates }: { templates: Template[] }) {
  const navigate = useNavigate();
  const [percent, setPercent] = useState<number>();
  const open = (workflowId: string) => {
    void queries.invalidateQueries({ queryKey: ['productions'] });
    return navigate({ to: '/productions/$workflowId', params: { workflowId } });
  };
  const make = useMutation({
    mutationFn: (file: File) => makeProduction(templates, file, setPercent),
    // The page of the production shows the error of an unreadable script.
    onSuccess: ({ workflowId, reading }) => (reading ? undefined : open(workflowId)),
    onSettled: () => setPercent(undefined),
  });
  const made = make.data;
  if (made?.reading)
    return (
      <ChooseTemplate
        templates={templates}
        made={{ ...made, reading: made.reading }}
        onDone={() => open(made.workflowId)}
      />
    );
  const progress = percent === undefined ? words.creating : words.uploading(percent);
  return (
    <>
      {make.isError && <Failure error={make.error} />}
      {make.isPending || make.isSuccess ? (
        <p className="drop" role="status">
          {progress}
        </p>
      ) : (
        <FileDrop label={words.drop} onFile={(file) => make.mutate(file)} />
      )}
      <p className="soft">{words.next}</p>
    </>
  );
}

interface ChooseProps {
  templates: Template[];
  made: Made;
  onDone: () => Promise<void>;
}

/** What the script contains, and the template for it. The production has the fitting one already. */
function ChooseTemplate({ templates, made, onDone }: ChooseProps) {
  const [chosen, setChosen] = useState(made.template);
  const create = useMutation({
    mutationFn: async () => {
      if (chosen !== made.template) await applyTemplate(made.workflowId, chosen, made.uploadId);
      await onDone();
    },
  });
  const { line_count, locales } = made.reading;
  const people = charactersOf(made.reading);
  const facts = [
    text.setup.lines(count(line_count)),
    ...(people > 0 ? [words.people(count(people))] : []),
    locales.map(({ locale_code }) => language(locale_code)).join(', '),
  ];
  return (
    <RequestForm className="create" isPending={create.isPending} onSend={() => create.mutate()}>
      <p className="big numbers" role="status">
        {facts.join(' · ')}
      </p>
      {create.isError && <Failure error={create.error} />}
      <fieldset className="choices">
        <legend>{words.template}</legend>
        <p className="soft">{words.templateHelp}</p>
        {[made.template, ...templates.filter((one) => one !== made.template)].map((template) => (
          <label key={template.id} className="card choice">
            <input
              type="radio"
              name="template"
              // biome-ignore lint/a11y/noAutofocus: it takes the place of the control that had the focus
              autoFocus={template === made.template}
              checked={template === chosen}
              onChange={() => create.isPending || setChosen(template)}
            />
            <span>
              <strong>
                {template.name}{' '}
                {template === made.template && <span className="status run">{words.fits}</span>}
              </strong>
              <span className="soft">{template.description}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <RequestButton className="button primary" type="submit" isPending={create.isPending}>
        {words.create}
      </RequestButton>
    </RequestForm>
  );
}

const charactersOf = ({ characters }: ScriptReading): number =>
  characters.filter(({ character_name }) => character_name !== null).length;

/** The production of a script, with the template that fits; without a reading if the script cannot be read. */
async function makeProduction(
  templates: Template[],
  file: File,
  onPercent: (percent: number) => void,
): Promise<Omit<Made, 'reading'> & { reading: ScriptReading | undefined }> {
  const [first] = templates;
  if (first === undefined) throw new Error(words.noTemplates);
  const name = file.name.replace(/\.[^.]+$/, '').slice(0, 200) || file.name;
  const { id: workflowId } = await client.templates.clone(first.id, { name });
  try {
    const uploadId = await uploadFile(workflowId, file, onPercent);
    await applyTemplate(workflowId, first, uploadId);
    const { readings } = await client.workflows.preview(workflowId);
    const reading = readings.find((one) => one.reading.line_count > 0)?.reading;
    const dialogue = templates.find((one) => one.name === DIALOGUE);
    const template = (reading && charactersOf(reading) > 1 && dialogue) || first;
    if (template !== first) await applyTemplate(workflowId, template, uploadId);
    return { workflowId, uploadId, reading, template };
  } catch (error) {
    // Removes incomplete productions from the list.
    await client.workflows.delete(workflowId).catch(() => undefined);
    throw error;
  }
}

async function applyTemplate(workflowId: string, template: Template, uploadId: string): Promise<void> {
  const { description, definition } = template;
  const changes = { description, definition: withScript(withoutSample(definition), uploadId) };
  await client.workflows.update(workflowId, () => changes);
}

async function uploadFile(
  workflowId: string,
  file: File,
  onPercent?: (percent: number) => void,
): Promise<string> {
  if (!isScriptFile(file)) throw new Error(words.otherFormat(file.name));
  const { id } = await client.uploads.upload({
    file,
    category: 'script',
    workflowId,
    onProgress: ({ bytes, totalBytes }) => totalBytes && onPercent?.(Math.round((100 * bytes) / totalBytes)),
  });
  return id;
}

/** Uploads the script and makes it the only one of the workflow. Columns that somebody chose stay chosen if it has them. */
export async function uploadScript(workflowId: string, file: File): Promise<Workflow> {
  const uploadId = await uploadFile(workflowId, file);
  const workflow = await client.workflows.update(workflowId, ({ definition }) => ({
    definition: withScript(definition, uploadId, columnsIn(findNode(definition, 'source_script'))),
  }));
  const { problems } = await client.workflows.preview(workflowId);
  if (problems.every(({ code }) => code !== UNKNOWN_COLUMN)) return workflow;
  return client.workflows.update(workflowId, ({ definition }) => ({
    definition: withScript(definition, uploadId),
  }));
}
