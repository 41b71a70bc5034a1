import type { RunEvent, TransferProgress } from '@voiceloom/sdk';
import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { Context, World } from '../context.ts';
import { safeLine } from '../terminal/terminal-text.ts';

/** A progress display that processes a run's events. */
export type RunProgress = { onEvent: (event: RunEvent) => void; stop: () => void };

/** One live bar per locale in a terminal, one line per step elsewhere. */
export function runProgress(stream: World['stderr']): RunProgress {
  if (stream.isTTY) return barProgress(stream);
  return lineProgress(stream);
}

/** A bar for each locale, with the number of retries. */
function barProgress(stream: NodeJS.WritableStream): RunProgress {
  const format = '  {locale} {bar} {value}/{total} {note}';
  const bars = new MultiBar(
    { format, stream, hideCursor: true, barsize: 32, fps: 15 },
    Presets.shades_classic,
  );
  const byLocale = new Map<string, SingleBar>();
  const retries = new Map<string, number>();
  const update = (
    locale: string,
    { total_lines, finished_lines }: { total_lines: number; finished_lines: number },
  ) => {
    const bar =
      byLocale.get(locale) ?? bars.create(total_lines, 0, { locale: safeLine(locale).padEnd(6), note: '' });
    byLocale.set(locale, bar);
    bar.setTotal(total_lines);
    const count = retries.get(locale) ?? 0;
    bar.update(finished_lines, { note: count > 0 ? `${count} retried` : '' });
  };
  return {
    onEvent: (event) => {
      if (event.type === 'line.completed' && event.data.retry_count > 0) {
        retries.set(event.data.locale_code, (retries.get(event.data.locale_code) ?? 0) + 1);
      }
      if (event.type === 'progress') {
        for (const [locale, count] of Object.entries(event.data.by_locale)) update(locale, count);
      }
    },
    stop: () => {
      bars.update();
      bars.stop();
    },
  };
}

const QUARTERS = 4;

/** A line for each status of the run, and for each quarter of the lines of a locale. */
function lineProgress(stream: NodeJS.WritableStream): RunProgress {
  const quarters = new Map<string, number>();
  const say = (text: string) => stream.write(`  ${safeLine(text)}\n`);
  return {
    onEvent: (event) => {
      if (event.type === 'run.status') {
        const { status, pause_message } = event.data;
        say(`run: ${status}`);
        if (pause_message) say(pause_message);
      }
      if (event.type !== 'progress') return;
      for (const [locale, { total_lines, finished_lines }] of Object.entries(event.data.by_locale)) {
        const quarter = total_lines === 0 ? 0 : Math.floor((finished_lines / total_lines) * QUARTERS);
        if (quarter <= (quarters.get(locale) ?? 0)) continue;
        quarters.set(locale, quarter);
        say(`${locale.padEnd(6)} ${finished_lines}/${total_lines}`);
      }
    },
    stop: () => {},
  };
}

/** A progress line for a transfer. */
export function transferNote({ world, flags }: Context, what: string) {
  const { stderr } = world;
  return ({ bytes, totalBytes }: TransferProgress) => {
    if (!stderr.isTTY || flags.json) return;
    const share = totalBytes === null ? '' : ` (${Math.round((bytes / Math.max(totalBytes, 1)) * 100)} %)`;
    // Clears the line before it writes it again.
    stderr.write(
      `\r\x1b[2K${what} ${(bytes / 1_048_576).toFixed(1)} MiB${share}${bytes === totalBytes ? '\n' : ''}`,
    );
  };
}
