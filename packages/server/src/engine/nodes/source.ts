import { configOf } from '../chunks/load.ts';
import { readScript, ScriptFault } from '../script-lines.ts';
import { NodeFailure, type SourceNode } from './node.ts';

export const sourceScript: SourceNode = {
  async read(app, run, node) {
    try {
      const lines = await readScript(app, run.workspace_id, configOf(node, 'source_script'));
      return lines.map(({ row: _row, ...line }) => ({ ...line, source_line_id: null }));
    } catch (error) {
      if (error instanceof ScriptFault) throw new NodeFailure(error.code, error.message, error.details);
      throw error;
    }
  },
};
