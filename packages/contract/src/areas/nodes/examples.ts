import { NODE_TYPES } from '../../nodes/index.ts';
import { sinkPreview } from '../../nodes/sink-preview.ts';
import { example } from '../../openapi/example.ts';
import { NodePagination, NodeType, NodeTypeDetail, nodeTypeView } from './schemas.ts';

/** Examples of node types. */
export const nodeExamples = [
  example(NodeType, nodeTypeView(sinkPreview)),
  example(NodePagination, { limit: Object.keys(NODE_TYPES).length }),
  example(NodeTypeDetail, {
    ...nodeTypeView(sinkPreview),
    category: 'output',
    options: {
      format: {
        kind: 'inline',
        value: [
          { value: 'wav', display_name: 'WAV' },
          { value: 'mp3', display_name: 'MP3' },
        ],
      },
    },
  }),
];
