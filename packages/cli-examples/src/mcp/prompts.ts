import { CODES, RpcError } from './protocol.ts';

type Argument = { name: string; description: string; required: boolean };
type Prompt = {
  name: string;
  title: string;
  description: string;
  arguments: Argument[];
  text: (given: Readonly<Record<string, string>>) => string;
};

const needed = (name: string, description: string): Argument => ({ name, description, required: true });

const PROMPTS: readonly Prompt[] = [
  {
    name: 'speak_script',
    title: 'Speak a script',
    description: 'From a text to audio files, with the price told before anything is spent.',
    arguments: [
      needed('script', 'What is to be spoken, a line each'),
      { name: 'language', description: 'Its locale, such as en-us', required: false },
    ],
    text: ({ script, language = 'en-us' }) =>
      `Turn this script (${language}) into audio with Voiceloom. Read voiceloom://docs/guides/workflows.md, make a workflow of a source, ` +
      'a generator and a preview, choose a voice of the language, and tell me what workflows_preview says it costs before you start a run. ' +
      `Follow the run to its end and give me the download, or say which lines failed and why.\n\n${script}`,
  },
  {
    name: 'mend_run',
    title: 'Mend a run',
    description:
      'Finds out why lines of a run failed, mends what can be mended, and speaks only these again.',
    arguments: [needed('workflow_id', 'The workflow'), needed('run_id', 'The run')],
    text: ({ workflow_id, run_id }) =>
      `Look at the run ${run_id} of the workflow ${workflow_id} (runs_overview, runs_data with include_dropped). Say which lines failed and ` +
      'why, propose what to change (a dictionary entry, the script, the voice), ask me, then speak only these lines again with runs_retry.',
  },
];

/** What a person can begin with. */
export const listPrompts = (): object[] => PROMPTS.map(({ text: _, ...prompt }) => prompt);

/** A prompt with its arguments filled in. */
export function getPrompt(name: unknown, given: unknown): object {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (!prompt) throw new RpcError(CODES.invalidParams, `There is no prompt ${String(name)}.`);
  const args = (typeof given === 'object' && given !== null ? given : {}) as Record<string, string>;
  const missing = prompt.arguments.filter((one) => one.required && typeof args[one.name] !== 'string');
  if (missing.length > 0)
    throw new RpcError(CODES.invalidParams, `It needs ${missing.map((one) => one.name).join(', ')}.`);
  const content = { type: 'text', text: prompt.text(args) };
  return { description: prompt.description, messages: [{ role: 'user', content }] };
}
