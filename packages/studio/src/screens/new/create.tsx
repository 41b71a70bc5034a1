import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Template, WorkflowDefinition } from '@voiceloom/sdk';
import { useState } from 'react';
import { client, queries } from '../../api/client.ts';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { findNode, withoutSample, withScript } from './definition.ts';
import './new.css';

const MAX_TEMPLATES = 50;
/** For one voice or many, in one language or several: what somebody without a choice needs. */
const FIRST = 'Single narration';

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
      <h1>{text.create.title}</h1>
      <Loaded query={templates}>{(list) => <Create templates={list} />}</Loaded>
    </>
  );
}

function Create({ templates }: { templates: Template[] }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(templates[0]?.id);
  const [percent, setPercent] = useState<number>();
  const create = useMutation({
    mutationFn: (file: File) => createProduction(chosen ?? '', file, setPercent),
    onSuccess: (workflowId) => {
      void queries.invalidateQueries({ queryKey: ['productions'] });
      return navigate({ to: '/productions/$workflowId', params: { workflowId } });
    },
    onSettled: () => setPercent(undefined),
  });
  const progress = percent === undefined ? text.create.creating : text.create.uploading(percent);
  return (
    <>
      {create.isError && <Failure error={create.error} />}
      {create.isPending || create.isSuccess ? (
        <p className="drop" role="status">
          {progress}
        </p>
      ) : (
        <FileDrop label={text.create.drop} onFile={(file) => create.mutate(file)} />
      )}
      <fieldset className="choices" aria-disabled={create.isPending}>
        <legend>{text.create.template}</legend>
        <p className="soft">{text.create.templateHelp}</p>
        {templates.map(({ id, name, description }) => (
          <label key={id} className="card choice">
            <input
              type="radio"
              name="template"
              checked={id === chosen}
              onChange={() => create.isPending || setChosen(id)}
            />
            <span>
              <strong>{name}</strong>
              <span className="soft">{description}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

async function createProduction(
  templateId: string,
  file: File,
  onPercent: (percent: number) => void,
): Promise<string> {
  const name = file.name.replace(/\.[^.]+$/, '').slice(0, 200) || file.name;
  const { id } = await client.templates.clone(templateId, { name });
  try {
    await uploadScript(id, file, { onPercent, prepare: withoutSample });
    return id;
  } catch (error) {
    // Nothing half-made stays in the list.
    await client.workflows.delete(id).catch(() => undefined);
    throw error;
  }
}

interface UploadOptions {
  onPercent?: (percent: number) => void;
  /** What else a definition needs for its first script. */
  prepare?: (definition: WorkflowDefinition) => WorkflowDefinition;
}

/** Uploads the script and makes it the only one of the workflow. */
export async function uploadScript(
  workflowId: string,
  file: File,
  { onPercent, prepare = (definition) => definition }: UploadOptions = {},
): Promise<void> {
  const upload = await client.uploads.upload({
    file,
    category: 'script',
    workflowId,
    onProgress: ({ bytes, totalBytes }) => totalBytes && onPercent?.(Math.round((100 * bytes) / totalBytes)),
  });
  await client.workflows.update(workflowId, ({ definition }) => ({
    definition: withScript(prepare(definition), upload.id),
  }));
}
