import type { StartRun } from '@voiceloom/sdk';
import type { Command } from 'commander';
import { UsageError } from '../errors/failures.ts';
import { readText } from '../files/read-text.ts';

/** What a run, or its estimate, changes in the workflow. */
export type StartOptions = { script?: string; language?: string };

/** Adds the options of a start, which its estimate has too. */
export const withStartOptions = (command: Command): Command =>
  command
    .option('--script <file>', 'plain text to speak instead of the script of the workflow')
    .option('--language <locale>', 'locale of lines without one');

/** Files that must be read by format; as plain text, their headers and times would be spoken. */
const READ_BY_FORMAT = /\.(csv|tsv|docx|xlf|xliff|json|arb|srt|vtt)$/i;

/** The body of a start, or of its estimate. */
export async function readStartBody({ script, language }: StartOptions): Promise<StartRun> {
  const body: StartRun = {};
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
