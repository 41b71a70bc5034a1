import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ScriptReading, Template, Workflow } from '@voiceloom/sdk';
import { useState } from 'react';
import { client, InputError, queries } from '../../api/client.ts';
import { count, language } from '../../format/format.ts';
import { FileDrop, isScriptFile } from '../../parts/file-drop.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { problemText, UNKNOWN_COLUMN } from './cost.tsx';
import { findNode, getColumns, withoutSample, withScript } from './definition.ts';
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
      const templates = await client.templates.list({ sort: 'name' }).toArray({ limit: MAX_TEMPLATES });
      return templates
        .filter(({ definition }) => findNode(definition, 'source_script'))
        .sort((one, other) => Number(other.name === FIRST) - Number(one.name === FIRST));
    },
  });
  return (
    <>
      <h1>{words.title}</h1>
      <Loaded query={templates}>{(list) => <Create templates={list} />}</Loaded>
    </>
  );
}

interface Draft {
  workflowId: string;
  uploadId: string;
  /** Undefined if the script cannot be read. Then `problem` is the reason. */
  reading: ScriptReading | undefined;
  problem: string | undefined;
  /** The template that fits the script. */
  template: Template;
}

/** Uploads a script as a new production, then offers the templates that fit it. */
function Create({ templates }: { templates: Template[] }) {
  const navigate = useNavigate();
  const [percent, setPercent] = useState<number>();
  const openProduction = (workflowId: string) => {
    void queries.invalidateQueries({ queryKey: ['productions'] });
    return navigate({ to: '/productions/$workflowId', params: { workflowId } });
  };
  const make = useMutation({
    mutationFn: (file: File) => createProduction(templates, file, setPercent),
    onSettled: () => setPercent(undefined),
  });
  const draft = make.data;
  if (draft)
    return (
      <ChooseTemplate templates={templates} draft={draft} onDone={() => openProduction(draft.workflowId)} />
    );
  const progress = percent === undefined ? words.creating : words.uploading(percent);
  return (
    <>
      {make.isError && <Failure error={make.error} />}
      {make.isPending ? (
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

/** Shows what the script contains, and lets the person change the template that was chosen for it. */
function ChooseTemplate(props: { templates: Template[]; draft: Draft; onDone: () => Promise<void> }) {
  const { templates, draft, onDone } = props;
  const { reading, problem } = draft;
  const [choice, setChoice] = useState(draft.template);
  const create = useMutation({
    mutationFn: async () => {
      if (choice !== draft.template) await applyTemplate(draft.workflowId, choice, draft.uploadId);
      await onDone();
    },
  });
  const facts: string[] = [];
  if (reading) {
    const people = countCharacters(reading);
    facts.push(text.setup.lines(count(reading.line_count)));
    if (people > 0) facts.push(words.people(count(people)));
    facts.push(reading.locales.map(({ locale_code }) => language(locale_code)).join(', '));
  }
  return (
    <RequestForm className="create" isPending={create.isPending} onSend={() => create.mutate()}>
      {reading ? (
        <p className="big numbers" role="status">
          {facts.join(' · ')}
        </p>
      ) : (
        <div className="notice fail" role="status">
          {problem && <p>{problem}</p>}
          <p>{words.correctNext}</p>
        </div>
      )}
      {create.isError && <Failure error={create.error} />}
      <fieldset className="choices">
        <legend>{words.template}</legend>
        <p className="soft">{words.templateHelp}</p>
        {[draft.template, ...templates.filter((template) => template !== draft.template)].map((template) => (
          <label key={template.id} className="card choice">
            <input
              type="radio"
              name="template"
              // biome-ignore lint/a11y/noAutofocus: it replaces the control that had the focus
              autoFocus={template === draft.template}
              checked={template === choice}
              onChange={() => {
                if (!create.isPending) setChoice(template);
              }}
            />
            <span>
              <strong>
                {template.name}{' '}
                {template === draft.template && <span className="status run">{words.fits}</span>}
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

const countCharacters = ({ characters }: ScriptReading): number =>
  characters.filter(({ character_name }) => character_name !== null).length;

/** The production of a script, with the template that fits. */
async function createProduction(
  templates: Template[],
  file: File,
  onPercent: (percent: number) => void,
): Promise<Draft> {
  const [firstTemplate] = templates;
  if (firstTemplate === undefined) throw new Error(words.noTemplates);
  const name = file.name.replace(/\.[^.]+$/, '').slice(0, 200) || file.name;
  const { id: workflowId } = await client.templates.clone(firstTemplate.id, { name });
  try {
    const uploadId = await uploadFile(workflowId, file, onPercent);
    await applyTemplate(workflowId, firstTemplate, uploadId);
    const { readings, problems } = await client.workflows.preview(workflowId);
    const reading = readings.find(({ reading }) => reading.line_count > 0)?.reading;
    // A script that cannot be read can still have a column for characters.
    const isDialogue = readings.some(
      ({ reading }) =>
        countCharacters(reading) > 1 ||
        (reading.line_count === 0 &&
          reading.columns_used.some(({ used_as }) => used_as === 'character_name')),
    );
    let template = firstTemplate;
    if (isDialogue) template = templates.find(({ name }) => name === DIALOGUE) ?? firstTemplate;
    if (template !== firstTemplate) await applyTemplate(workflowId, template, uploadId);
    const problem = problems[0] && problemText(problems[0]);
    return { workflowId, uploadId, reading, problem, template };
  } catch (error) {
    // Removes incomplete productions from the list.
    await client.workflows.delete(workflowId).catch(() => undefined);
    throw error;
  }
}

/** Replaces the workflow with the template, without the sample of the template. */
async function applyTemplate(workflowId: string, template: Template, uploadId: string): Promise<void> {
  const { description, definition } = template;
  const changes = { description, definition: withScript(withoutSample(definition), uploadId) };
  await client.workflows.update(workflowId, () => changes);
}

/** Uploads a file if it is a script, and returns the ID of the upload. */
async function uploadFile(
  workflowId: string,
  file: File,
  onPercent?: (percent: number) => void,
): Promise<string> {
  if (!isScriptFile(file)) throw new InputError(words.otherFormat(file.name));
  const { id } = await client.uploads.upload({
    file,
    category: 'script',
    workflowId,
    onProgress: ({ bytes, totalBytes }) => {
      if (totalBytes) onPercent?.(Math.round((100 * bytes) / totalBytes));
    },
  });
  return id;
}

/** Uploads a script as the only one of the workflow. The chosen columns stay if the new script has them. */
export async function uploadScript(workflowId: string, file: File): Promise<Workflow> {
  const uploadId = await uploadFile(workflowId, file);
  const workflow = await client.workflows.update(workflowId, ({ definition }) => ({
    definition: withScript(definition, uploadId, getColumns(findNode(definition, 'source_script'))),
  }));
  const { problems } = await client.workflows.preview(workflowId);
  if (problems.every(({ code }) => code !== UNKNOWN_COLUMN)) return workflow;
  return client.workflows.update(workflowId, ({ definition }) => ({
    definition: withScript(definition, uploadId),
  }));
}
