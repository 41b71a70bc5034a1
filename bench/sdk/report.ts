import { existsSync, readFileSync } from 'node:fs';
import { record } from '../support/figures.ts';

type Line = {
  /** Set if `own` is a ratio to a peer. */
  unit?: 'ratio';
  /** The maximum, or with `atLeast` the minimum. */
  goal?: number | undefined;
  own: number;
  digits?: number;
  atLeast?: boolean;
  /** The fastest run, if it is of interest. */
  least?: number;
  /** The values of the single runs, if there were several. */
  runs?: string;
  others?: string;
};

const NOTES = new URL('notes.md', import.meta.url);

/** Prints lines immediately, and keeps them for a page. */
export function report() {
  const lines: string[] = [];
  let section = '';
  const say = (line: string) => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  return {
    section: (name: string) => {
      section = name.split(/[,:]/)[0] ?? name;
      say(`\n## ${name}\n`);
      say('| | Goal | Ours | | Others |');
      say('| --- | ---: | ---: | --- | --- |');
    },
    row: (name: string, line: Line) => {
      const { goal, own, digits = 2, atLeast = false, least, runs, others = '' } = line;
      const better = atLeast ? 'higher' : 'lower';
      record({ name: `${section}: ${name}`, value: own, unit: line.unit ?? 'as named', better });
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
