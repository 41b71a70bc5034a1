import { z } from 'zod';
import { TranslationProviderId } from '../areas/providers/ids.ts';
import { LocaleCode } from '../areas/text/locales.ts';
import { LINE_FIELDS, nodeType } from './node-type.ts';

const Term = z.string().trim().min(1).max(200);

const GlossaryEntry = z.strictObject({
  source: Term.describe('The term as scripts have it; capital letters are not told apart.'),
  target: z
    .record(LocaleCode, Term)
    .nullable()
    .default(null)
    .describe(
      'Locale code -> the term there, a bare language for all of its locales. null = it stays as it is.',
    ),
});

const config = z.strictObject({
  target_languages: z
    .array(LocaleCode)
    .max(50)
    .default([])
    .describe('Every line is translated into each of them, unless the script has it there already.'),
  provider: TranslationProviderId.nullable()
    .default(null)
    .describe('Who translates. null = nobody: only translations of the script and of the memory are taken.'),
  model: z.string().min(1).max(200).nullable().default(null).describe("null = the provider's default model."),
  mode: z
    .enum(['translate', 'pseudo'])
    .default('translate')
    .describe('pseudo: accents and about 30 % more text instead of a translation, to try a workflow with.'),
  keep_source: z
    .boolean()
    .default(false)
    .describe('Whether lines go on in their own language too. If not, their translations take their place.'),
  glossary: z
    .array(GlossaryEntry)
    .max(500)
    .default([])
    .describe('Terms and what they are called; an answer without them is refused.'),
  formality: z
    .enum(['default', 'formal', 'informal'])
    .default('default')
    .describe('How people are addressed, where the language and the provider know a difference.'),
  instructions: z
    .string()
    .max(4_000)
    .default('')
    .describe('What a translator should know: audience, tone, story. Only language models read it.'),
  context_lines: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('Lines before and after that are shown for context, where the provider reads them.'),
  max_length_ratio: z
    .number()
    .min(1)
    .max(5)
    .default(2)
    .describe(
      'How much longer than its source a translation may be, Chinese, Japanese and Korean characters counted twice.',
    ),
  reuse_translations: z
    .boolean()
    .default(true)
    .describe('Take what the workspace has translated before, without asking anybody.'),
});

/** Translates lines. */
export const operatorTranslator = nodeType({
  node_type: 'operator_translator',
  category: 'operator',
  display_name: 'Translator',
  description: 'Turns every line into one line for each target language, and checks each translation.',
  version: 1,
  inputs: [{ name: 'lines', fields: LINE_FIELDS }],
  outputs: [{ name: 'lines', fields: LINE_FIELDS }],
  config,
});
