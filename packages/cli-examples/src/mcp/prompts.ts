import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';

type Argument = { name: string; description: string; required: boolean };
const needed = (name: string, description: string): Argument => ({ name, description, required: true });

const PROMPTS: readonly {
  name: string;
  title: string;
  description: string;
  arguments: Argument[];
  text: (args: Readonly<Record<string, string>>) => string;
}[] = [
  {
    name: 'speak_script',
    title: 'Speak a script',
    description: 'Turn a text into audio files. Shows the cost before it spends credits.',
    arguments: [
      needed('script', 'The text, with one line per spoken line'),
      { name: 'language', description: 'The locale of the script, such as en-us', required: false },
    ],
    text: ({ script, language = 'en-us' }) =>
      `Turn this script (${language}) into audio with Voiceloom. Read voiceloom://docs/guides/workflows.md, create a workflow with a source, ` +
      'a generator and a preview, choose a voice for the language, and tell me the cost from workflows_preview before you start a run. ' +
      `Follow the run until it ends, then give me the download, or tell me which lines failed and why.\n\n${script}`,
  },
  {
    name: 'fix_failed_lines',
    title: 'Fix failed lines',
    description: 'Find out why lines of a run failed, correct the cause, and retry only these lines.',
    arguments: [needed('workflow_id', 'The workflow'), needed('run_id', 'The run')],
    text: ({ workflow_id, run_id }) =>
      `Look at the run ${run_id} of the workflow ${workflow_id} (runs_overview, runs_data with include_dropped). Tell me which lines failed and ` +
      'why, propose what to change (a dictionary entry, the script, the voice), ask me, then speak only these lines again with runs_retry.',
  },
];

/** The prompts that a person can start with. */
export const listPrompts = (): Prompt[] => PROMPTS.map(({ text: _, ...prompt }) => prompt);

/** A prompt with its arguments filled in. */
export function getPrompt(name: string, args: Record<string, string>): GetPromptResult {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  const missing = prompt.arguments.filter((one) => one.required && args[one.name] === undefined);
  if (missing.length > 0) {
    const names = missing.map((one) => one.name).join(', ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt ${name} requires ${names}.`);
  }
  const content = { type: 'text' as const, text: prompt.text(args) };
  return { description: prompt.description, messages: [{ role: 'user', content }] };
}
