import type { LineNode } from '../node-types.ts';
import { loadChunkDictionary } from '../speech-text/dictionary.ts';
import { listNormalizersBefore, normalizeWith } from '../speech-text/text-to-speak.ts';

/** Stores the spoken text separately. The script itself, and its billed length, do not change. */
export const operatorNormalizer: LineNode = {
  async open(context) {
    const { run, node, iteration } = context;
    const normalizers = listNormalizersBefore(node, run.plan.nodes.values());
    const preparation = { normalizers, dictionary: await loadChunkDictionary(context) };
    return async ({ line }) => {
      // A line that returns is already normalized.
      if (iteration > 0) return { port: 'lines' };
      const text = line.spoken_script ?? line.script;
      const spokenScript = normalizeWith(node, preparation, text, line.locale_code);
      if (spokenScript === text) return { port: 'lines' };
      return { port: 'lines', spoken_script: spokenScript };
    };
  },
};
