import type { StartRun } from '@voiceloom/sdk';
import type { Command } from 'commander';
import { UsageError } from '../errors/failures.ts';
import { readText } from '../files/read-text.ts';
import { wholeNumber } from '../option-values.ts';

/** The cap of a run. */
export type CapOptions = { maxCredits?: number };

/** Adds the option for the cap of a run. */
export const withCapOption = (command: Command): Command =>
  command.option(
    '--max-credits <n>',
    'the most credits that the run may charge; it pauses before it would charge more',
    wholeNumber(1),
  );

/** The cap as a field of a body. */
export function toCap({ maxCredits }: CapOptions): { max_credits?: number } {
  if (maxCredits === undefined) return {};
  return { max_credits: maxCredits };
}

/** What a run, or its estimate, changes in the workflow. */
export type StartOptions = CapOptions & { script?: string; language?: string };

/** Adds the options of a start, which its estimate has too. */
export const withStartOptions = (command: Command): Command =>
  withCapOption(command)
    .option('--script <file>', 'plain text to speak instead of the script of the workflow')
    .option('--language <locale>', 'locale of lines without one');

/** Files that must be read by format; as plain text, their headers and times would be spoken. */
const READ_BY_FORMAT = /\.(csv|tsv|docx|xlf|xliff|json|arb|srt|vtt)$/i;

/** The body of a start, or of its estimate. */
export async function readStartBody({ script, language, ...cap }: StartOptions): Promise<StartRun> {
  const body: StartRun = toCap(cap);
  if (script !== undefined) {
    const format = READ_BY_FORMAT.exec(script)?.[1]?.toLowerCase();
    if (format !== undefined)
      throw new UsageError(
        `${script}: --script accepts only plain text. All markup of a ${format} file would be spoken. ` +
          `Upload it with \`voiceloom uploads add ${script} --workflow <workflow-id>\`, and use the upload in the source of the ` +
          'workflow: {"input_type": "file", "upload_ids": ["…"]}.',
      );
    body.script_text = await readText(script);
  }
  if (language) body.source_language = language;
  return body;
}
