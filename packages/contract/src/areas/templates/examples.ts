import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { EXAMPLE_DEFINITION, EXAMPLE_INPUT, EXAMPLE_NODES } from '../workflows/examples.ts';
import { CloneTemplate, CreateTemplate, Template, TemplateEstimate, UpdateTemplate } from './schemas.ts';

/** Examples of templates. */
export const templateExamples = [
  example(Template, {
    id: ids.template_id,
    name: 'Trailer',
    definition: EXAMPLE_DEFINITION,
    is_starter: false,
    is_public: false,
    uses_count: 4,
    ...TIMES,
    description: 'One voice, a short script.',
    category: 'media',
    is_favorite: true,
    created_by: ids.user_id,
  }),
  example(CreateTemplate, {
    name: 'Trailer',
    description: 'One voice, a short script.',
    category: 'media',
    definition: EXAMPLE_INPUT,
  }),
  example(UpdateTemplate, { name: 'Short trailer', category: null }),
  example(CloneTemplate, { name: 'Trailer of March' }),
  example(TemplateEstimate, {
    template_id: ids.template_id,
    credits_per_1000_characters: 10,
    max_credits_per_1000_characters: 10,
    generators: [
      {
        node_id: EXAMPLE_NODES.generator,
        provider: 'espeak',
        model: 'espeak-ng',
        credits_per_1000_characters: 10,
        max_retries: 0,
      },
    ],
  }),
];
