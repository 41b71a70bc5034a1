import { NodeFailure, type SourceNode } from '../../model.ts';
import { configOf } from '../../plan.ts';
import { readMedia } from '../../sources/media-lines.ts';
import { readScript, ScriptProblem } from '../../sources/script-lines.ts';

export const sourceScript: SourceNode = {
  async read(app, place) {
    try {
      const config = configOf(place.node, 'source_script');
      if (config.input_type === 'media') return { lines: await readMedia(app, place, config) };
      const { lines, readings } = await readScript(app, place.run.workspace_id, { config });
      const own = lines.map(({ row: _row, ...line }) => ({
        ...line,
        source_line_id: line.source_line_id ?? null,
        source_script: line.source_script ?? null,
        source_locale_code: line.source_locale_code ?? null,
        markup: line.markup ?? null,
      }));
      return { lines: own, readings };
    } catch (error) {
      if (error instanceof ScriptProblem) throw new NodeFailure(error.code, error.message, error.details);
      throw error;
    }
  },
};
