import { loadDictionary } from '../casting/dictionary.ts';
import { appliesDictionary, normalizersBefore, normalizeWith } from '../casting/text-to-speak.ts';
import type { LineNode } from '../model.ts';

/** Writes beside the script what is spoken. The script itself, and what is billed for it, stay. */
export const operatorNormalizer: LineNode = {
  async open({ app, run, node, works, iteration }) {
    const locales = works.map(({ line }) => line.locale_code);
    const dictionary = await loadDictionary(app.db, run.workspace_id, locales);
    const pronounced = appliesDictionary(normalizersBefore(node, run.plan.nodes.values()));
    return async ({ line }) => {
      // A line that comes again has been here.
      if (iteration > 0) return { port: 'lines' };
      const text = line.spoken_script ?? line.script;
      const spoken = normalizeWith({ node, dictionary, pronounced }, text, line.locale_code);
      return { port: 'lines', ...(spoken === text ? {} : { spoken_script: spoken }) };
    };
  },
};
