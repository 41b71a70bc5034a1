import { existsSync, readFileSync } from 'node:fs';

type Line = {
  /** The most that is wanted; with `atLeast` the least. */
  goal?: number | undefined;
  own: number;
  digits?: number;
  atLeast?: boolean;
  /** The fastest of all, where one says something. */
  least?: number;
  /** Each run, where there were some. */
  runs?: string;
  others?: string;
};

const NOTES = new URL('notes.md', import.meta.url);

/** Prints lines as they come, and keeps them for a page. */
export function report() {
  const lines: string[] = [];
  const say = (line: string) => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  return {
    section: (name: string) => {
      say(`\n## ${name}\n`);
      say('| | Goal | Ours | | Others |');
      say('| --- | ---: | ---: | --- | --- |');
    },
    row: (name: string, { goal, own, digits = 2, atLeast = false, least, runs, others = '' }: Line) => {
      const rounded = Number(own.toFixed(digits));
      const met = goal === undefined || (atLeast ? rounded >= goal : rounded <= goal);
      const more = least === undefined ? (runs ? ` (${runs})` : '') : ` (${least.toFixed(digits)})`;
      say(
        `| ${name} | ${atLeast ? '≥' : '≤'} ${goal} | ${own.toFixed(digits)}${more} | ${met ? 'met' : '**missed**'} | ${others} |`,
      );
    },
    page: (when: string) => {
      const notes = existsSync(NOTES) ? `\n${readFileSync(NOTES, 'utf8')}` : '';
      return `# The SDK, measured\n\nWritten by \`pnpm bench sdk\`: ${when}.\n${lines.join('\n')}\n${notes}`;
    },
  };
}
