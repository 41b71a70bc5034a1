import { z } from 'zod';
import { LocaleCode } from '../locale-code.ts';
import { Flag, ModelId } from '../primitives.ts';
import { TranslationProviderId } from '../providers.ts';
import { LINE_FIELDS, nodeType } from './node-type.ts';

const Term = z.string().trim().min(1).max(200).meta({ rule: 'trimmed' });

const GlossaryEntry = z.strictObject({
  source: Term.describe('The term in scripts. Case does not matter.'),
  target: z
    .record(LocaleCode, Term)
    .nullable()
    .default(null)
    .describe(
      'Translation by locale code. A bare language code applies to all of its locales. Null means the term is not translated.',
    ),
});

const config = z.strictObject({
  target_languages: z
    .array(LocaleCode)
    .max(50)
    .default([])
    .describe(
      'The languages to translate into. Lines that the script already contains in a language are not translated into it.',
    ),
  provider: TranslationProviderId.nullable()
    .default(null)
    .describe(
      'The translation provider. Null means none: only translations of the script and the translation memory are used.',
    ),
  model: ModelId.nullable().default(null).describe('Null means the default model of the provider.'),
  mode: z
    .enum(['translate', 'pseudo'])
    .default('translate')
    .describe('pseudo: accents and about 30% more text instead of a translation, to test a workflow.'),
  keep_source: Flag.default(false).describe(
    'Whether lines also continue in their source language. If false, their translations replace them.',
  ),
  glossary: z
    .array(GlossaryEntry)
    .max(500)
    .default([])
    .describe('Terms and their translations. Translations without them are rejected.'),
  formality: z
    .enum(['default', 'formal', 'informal'])
    .default('default')
    .describe('The form of address, if the language and the provider support it.'),
  instructions: z
    .string()
    .max(4_000)
    .default('')
    .describe('Instructions for the translation: audience, tone, story. Only for language models.'),
  context_lines: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('Lines before and after to send as context, if the provider supports it.'),
  max_length_ratio: z
    .number()
    .min(1)
    .max(5)
    .default(2)
    .describe(
      'The maximum length of a translation relative to its source. Chinese, Japanese and Korean characters count twice.',
    ),
  reuse_translations: Flag.default(true).describe(
    'Reuse earlier translations of the workspace without a provider call.',
  ),
});

/** Translates lines. */
export const operatorTranslator = nodeType({
  node_type: 'operator_translator',
  category: 'operator',
  display_name: 'Translator',
  description: 'Translates every line into each target language, and checks each translation.',
  version: 1,
  inputs: [{ name: 'lines', fields: LINE_FIELDS }],
  outputs: [{ name: 'lines', fields: LINE_FIELDS }],
  config,
});
