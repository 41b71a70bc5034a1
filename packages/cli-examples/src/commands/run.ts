import type { Run, RunHandle, RunPromise, StartRun } from '@voiceloom/sdk';
import type { Command } from 'commander';
import { type Context, UsageError, type World } from '../context.ts';
import { detailLines } from '../error-text.ts';
import { runProgress } from '../progress.ts';
import { readText } from '../read-text.ts';
import { duration } from '../table.ts';
import { handle } from './command.ts';

type RunOptions = { watch?: boolean; script?: string; language?: string };

/** A run in one line, and why it failed. */
export function runText(run: Run): string {
  const { lines, audio_ms, retries } = run.usage_summary;
  const figures = `${lines} lines, ${duration(audio_ms)} of new audio, ${retries} retries, ${run.credits} credits`;
  const head = `Run ${run.run_number} (${run.id}): ${run.status}, ${figures}.`;
  if (!run.error) return head;
  const details = detailLines(run.error.message, run.error.details);
  return [head, `${run.error.message} (${run.error.code})`, ...details].join('\n');
}

/** Follows a run with live progress until it has ended. */
export async function watch(context: Context, run: RunPromise | RunHandle): Promise<RunHandle> {
  const { stderr, signal } = context.world;
  if (context.flags.json) return run.wait({ signal });
  const progress = runProgress({ stream: stderr });
  try {
    return await run.wait({ signal, onEvent: progress.onEvent });
  } finally {
    progress.stop();
  }
}

/** Files that a source reads by their format; as text, their headers and times would be spoken. */
const READ_BY_FORMAT = /\.(csv|tsv|docx|xlf|xliff|json|srt|vtt)$/i;

function refuseOtherThanText(file: string): void {
  const format = READ_BY_FORMAT.exec(file)?.[1]?.toLowerCase();
  if (format === undefined) return;
  throw new UsageError(
    `${file}: --script speaks plain text, and a ${format} would be spoken with all that is written in it. ` +
      `Upload it with \`voiceloom uploads add ${file} --workflow <workflow-id>\`, and name the upload in the source of the ` +
      'workflow: {"input_type": "file", "upload_ids": ["…"]}.',
  );
}

async function startBody({ script, language }: RunOptions): Promise<StartRun> {
  if (script === undefined) return language ? { source_language: language } : {};
  refuseOtherThanText(script);
  const script_text = await readText(script);
  return { script_text, ...(language && { source_language: language }) };
}

/** run <workflow>. */
export function addRunCommand(program: Command, world: World): void {
  const command = program
    .command('run <workflow-id>')
    .description('Start a run. With --watch the exit code is 1 unless it completes.')
    .option('-w, --watch', 'follow it with live progress until it has ended')
    .option('--script <file>', 'speak this plain text instead of the script of the workflow')
    .option('--language <locale>', 'the locale of lines that name none');
  handle<RunOptions, [string]>(command, world, async (context, { args: [workflowId], options }) => {
    const client = await context.client();
    const body = await startBody(options);
    const started = client.runs.start(workflowId, body, { signal: world.signal });
    if (!options.watch) {
      const run = await started;
      context.show(run, () => run.id);
      return 0;
    }
    const run = await watch(context, started);
    context.show(run, () => runText(run));
    return run.status === 'completed' ? 0 : 1;
  });
}
