import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Tool } from '@modelcontextprotocol/server';
import type { UploadCategory, Voiceloom } from '@voiceloom/sdk';
import { fileFrom } from '@voiceloom/sdk/node';
import { saveMissing } from '../files/run-files.ts';

/** A tool that works on this machine instead of the API. */
export interface LocalTool {
  view: Tool;
  call: (args: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;
}

/** An error in the model's call; the model gets the message. */
export class LocalToolError extends Error {}

const ID = /^[0-9a-f-]{36}$/i;
const uuid = (description: string) => ({ type: 'string', format: 'uuid', description });

/** The ID in an argument. Throws if it is not a UUID. */
function idOf(args: Record<string, unknown>, name: string): string {
  const id = args[name];
  if (typeof id === 'string' && ID.test(id)) return id;
  throw new LocalToolError(`${name} must be a UUID.`);
}

/** The real path, with links resolved, even if the file does not exist yet. */
async function resolveLinks(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  if (await lstat(path).catch(() => undefined)) throw new LocalToolError(`${path} is a broken link.`);
  return join(await resolveLinks(dirname(path)), basename(path));
}

/** A path inside the granted folder, after resolving links. */
async function pathInside(folder: string, path: string): Promise<string> {
  const root = await realpath(folder);
  const place = await resolveLinks(resolve(root, path));
  if (place === root || place.startsWith(join(root, sep))) return place;
  throw new LocalToolError(`${path} is outside of the allowed folder.`);
}

/** The tool that uploads a file of the folder. */
function uploadTool(client: Voiceloom, folder: string): LocalTool {
  const categories: UploadCategory[] = ['script', 'audio', 'dictionary'];
  return {
    view: viewOf({
      name: 'files_upload',
      title: 'Upload a local file',
      description: `Uploads a file from ${folder} and verifies its checksum. Returns the upload. Use its ID in the source node of the workflow.`,
      properties: {
        path: { type: 'string', description: 'The path of a file in the allowed folder.' },
        workflow_id: uuid('The ID of the workflow that the file belongs to.'),
        category: { type: 'string', enum: categories, default: 'script' },
      },
      required: ['path', 'workflow_id'],
    }),
    call: async (args, signal) => {
      const path = await pathInside(folder, String(args.path));
      if (!(await stat(path).catch(() => undefined))?.isFile())
        throw new LocalToolError(`The file ${args.path} does not exist.`);
      const category = categories.find((one) => one === (args.category ?? 'script'));
      if (!category) throw new LocalToolError(`category must be one of: ${categories.join(', ')}.`);
      const workflowId = idOf(args, 'workflow_id');
      return client.uploads.upload({ file: await fileFrom(path), category, workflowId, signal });
    },
  };
}

/** The tool that saves the audio of a run into the folder. */
function saveTool(client: Voiceloom, folder: string): LocalTool {
  return {
    view: viewOf({
      name: 'files_save',
      title: 'Save the audio of a run locally',
      description: `Saves the files into a folder in ${folder}, named after the run ID. Returns the paths. Files that already exist are not downloaded again.`,
      properties: { workflow_id: uuid('The workflow.'), run_id: uuid('The ID of a completed run.') },
      required: ['workflow_id', 'run_id'],
    }),
    call: async (args, signal) => {
      const [workflowId, runId] = [idOf(args, 'workflow_id'), idOf(args, 'run_id')];
      const place = await pathInside(folder, runId);
      const check = async (path: string) => void (await pathInside(folder, path));
      return {
        files: await saveMissing(client, { workflowId, runId, folderOf: () => place, check, signal }),
      };
    },
  };
}

type View = Pick<Tool, 'name' | 'title' | 'description'> &
  Pick<Tool['inputSchema'], 'properties' | 'required'>;

/** A tool as clients see it. */
function viewOf({ properties, required, ...view }: View): Tool {
  return {
    ...view,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: view.name === 'files_save',
      openWorldHint: false,
    },
  };
}

/** The file tools. They are limited to one folder. */
export const localTools = (client: Voiceloom, folder: string): LocalTool[] => [
  uploadTool(client, folder),
  saveTool(client, folder),
];
