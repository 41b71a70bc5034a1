import type { TransferProgress } from '@voiceloom/sdk';
import type { Context } from '../context.ts';

/** A progress line for a transfer. */
export function transferNote({ world, flags }: Context, what: string) {
  const { stderr } = world;
  return ({ bytes, totalBytes }: TransferProgress) => {
    if (!stderr.isTTY || flags.json) return;
    const share = totalBytes === null ? '' : ` (${Math.round((bytes / Math.max(totalBytes, 1)) * 100)} %)`;
    stderr.write(
      `\r\x1b[2K${what} ${(bytes / 1_048_576).toFixed(1)} MiB${share}${bytes === totalBytes ? '\n' : ''}`,
    );
  };
}
