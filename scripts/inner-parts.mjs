// The inner parts that tests may import, for scripts/test-imports.mjs: parts that have a name of their own in the
// field and a test of their own, and what the tests build on. Tests reach everything else through a door.
//
// Names are relative to `packages`. A name that ends with `/` is a folder. An entry that no test needs is an error, and
// so is the import of a name that a door exports.

/** Reason -> the parts that the tests of the same package may import. */
export const INNER_PARTS = {
  'audio: alignment, codecs, filters, measures and scores, each checked against its standard or a known signal':
    [
      'audio/src/align/',
      'audio/src/codecs/',
      'audio/src/master/',
      'audio/src/measure/',
      'audio/src/score/',
      'audio/src/signal/',
    ],
  'audio: the arithmetic of samples, in a module and in the kernel, and an error of the threads': [
    'audio/src/audio-error.ts',
    'audio/src/kernel.ts',
    'audio/src/pcm.ts',
    'audio/src/pool.ts',
  ],
  'text: readers of a format, the scanner of markup, and the alignment': [
    'text/src/accuracy/align.ts',
    'text/src/encoding/encoding.ts',
    'text/src/formats/csv/',
    'text/src/formats/script.ts',
    'text/src/formats/srt/',
    'text/src/locales/locale.ts',
    'text/src/markup/segments.ts',
  ],
  'normalizer: tables, whose words are compared with dictionaries, and the cover of markup': [
    'normalizer/src/data/',
    'normalizer/src/markup.ts',
  ],
  'speech-espeak: readers of numbers and splitters of text, which the program only combines': [
    'speech-espeak/src/japanese/',
    'speech-espeak/src/pieces.ts',
    'speech-espeak/src/segments.ts',
    'speech-espeak/src/ssml.ts',
    'speech-espeak/src/syllables.ts',
    'speech-espeak/src/words.ts',
  ],
  'speech-local: the grouping of words, the pauses and the languages, which the program only uses': [
    'speech-local/src/pieces.ts',
    'speech-local/src/recognition-families.ts',
    'speech-local/src/words.ts',
  ],
  'stripe-emulator: the calculation of periods, and the clock': [
    'stripe-emulator/src/billing/periods.ts',
    'stripe-emulator/src/clock.ts',
  ],
  'sdk: calculations of delays, signatures, names and differences': [
    'sdk/src/client/method-name.ts',
    'sdk/src/core/environment.ts',
    'sdk/src/core/retry-delay.ts',
    'sdk/src/schemas/contract-changes.ts',
    'sdk/src/schemas/read-value.ts',
    'sdk/src/schemas/schema-fit.ts',
    'sdk/src/schemas/unknown-fields.ts',
    'sdk/src/transport/platform.ts',
    'sdk/src/transport/retry.ts',
    'sdk/src/webhooks/signature.ts',
    'sdk/src/workflow/named-id.ts',
  ],
  'sdk: a type whose errors are tested': ['sdk/src/client/scoped.ts'],
  'cli-examples: parsers, formatters and tables': [
    'cli-examples/src/api/',
    'cli-examples/src/commands/download.ts',
    'cli-examples/src/demo/cast.ts',
    'cli-examples/src/demo/summary.ts',
    'cli-examples/src/errors/exit-codes.ts',
    'cli-examples/src/files/unzip.ts',
    'cli-examples/src/terminal/',
    'cli-examples/src/version.ts',
    'cli-examples/src/webhooks/',
  ],
  'cli-examples: the tools for assistants, and commands whose server is scripted': [
    'cli-examples/src/commands/run.ts',
    'cli-examples/src/context.ts',
    'cli-examples/src/mcp/',
  ],
  'cli-examples: the demo and its server, which the tests of the examples start': [
    'cli-examples/src/demo/server.ts',
    'cli-examples/src/demo/story.ts',
  ],
  'studio: rules of screens without a browser; the app itself has no door': [
    'studio/src/api/',
    'studio/src/format/format.ts',
    'studio/src/parts/schema.ts',
    'studio/src/paths.ts',
    'studio/src/screens/',
    'studio/src/text/labels.ts',
  ],

  'engine: algorithms of selection, sharing and retries': [
    'server/src/engine/casting/fallbacks.ts',
    'server/src/engine/casting/takes.ts',
    'server/src/engine/casting/voice-pool.ts',
    'server/src/engine/nodes/generator/retry-strategies.ts',
    'server/src/engine/nodes/generator/speak.ts',
    'server/src/engine/provider-calls/call-provider.ts',
    'server/src/engine/provider-calls/slot-leases.ts',
    'server/src/engine/routing/',
    'server/src/engine/sources/source-places.ts',
  ],
  'engine: the plan and the terms of a run, and digests': [
    'server/src/engine/digest.ts',
    'server/src/engine/job-refs.ts',
    'server/src/engine/model.ts',
    'server/src/engine/plan.ts',
  ],
  'engine: one step of a run, with a crash or a rival between two of its statements': [
    'server/src/engine/chunks/begin.ts',
    'server/src/engine/chunks/load.ts',
    'server/src/engine/chunks/settler.ts',
    'server/src/engine/chunks/source.ts',
    'server/src/engine/control/reconcile.ts',
    'server/src/engine/nodes/generator/generator.ts',
    'server/src/engine/nodes/sources.ts',
    'server/src/engine/nodes/validators/',
    'server/src/engine/runs/',
  ],
  'engine: what a source or a text becomes, and what is reused of it': [
    'server/src/engine/sources/media-lines.ts',
    'server/src/engine/sources/script-lines.ts',
    'server/src/engine/sources/transcripts.ts',
    'server/src/engine/speech-text/',
    'server/src/engine/translation/memory.ts',
  ],
  'engine: the start of a run without the API, for the tests of the engine': [
    'server/src/engine/casting/casting-sheet.ts',
    'server/src/engine/provider-calls/platform-keys.ts',
    'server/src/engine/provider-calls/provider-keys.ts',
    'server/src/engine/provider-calls/run-errors.ts',
  ],
  'features: calculations on facts, compared with known results': [
    'server/src/features/credits/check-ledgers.ts',
    'server/src/features/dictionary/',
    'server/src/features/runs/aggregates.ts',
    'server/src/features/runs/operator/facts.ts',
    'server/src/features/runs/steps.ts',
    'server/src/features/usage/',
    'server/src/features/webhook-endpoints/signature.ts',
  ],
  'features: the starter templates': [
    'server/src/features/templates/seed.ts',
    'server/src/features/templates/starter.ts',
    'server/src/features/templates/starters.ts',
  ],
  'features: one action or statement that races with another one, or fails in the middle': [
    'server/src/features/billing/customer-queries.ts',
    'server/src/features/deliveries/targets.ts',
    'server/src/features/provider-keys/actions.ts',
    'server/src/features/reviews/notify.ts',
    'server/src/features/reviews/run-lines/index.ts',
    'server/src/features/runs/events.ts',
    'server/src/features/uploads/queries.ts',
    'server/src/features/webhook-endpoints/actions.ts',
    'server/src/features/workflows/actions.ts',
  ],
  'features: deliveries of webhooks to a test receiver, and voices of a key': [
    'server/src/features/voices/sync.ts',
    'server/src/features/webhook-endpoints/deliver.ts',
    'server/src/features/webhook-endpoints/send.ts',
  ],
  'features: the script of a run in every format, the tables of an export, and a limit': [
    'server/src/features/runs/export/index.ts',
    'server/src/features/uploads/actions.ts',
    'server/src/features/users/export/',
  ],
  'http: parts of the HTTP layer on a small server of their own': [
    'server/src/http/connections/open-requests.ts',
    'server/src/http/context.ts',
    'server/src/http/contract-document.ts',
    'server/src/http/docs/index.ts',
    'server/src/http/files/',
    'server/src/http/metrics.ts',
    'server/src/http/operations/',
    'server/src/http/server.ts',
    'server/src/http/token-leases.ts',
  ],
  'export: files that are built from lines alone, and the scripts of the report': ['server/src/export/'],
  'providers: adapters, whose requests and responses are compared with recorded ones': [
    'server/src/providers/payments/stripe-call.ts',
    'server/src/providers/speech/adapter.ts',
    'server/src/providers/speech/breaks.ts',
    'server/src/providers/speech/http-speech.ts',
    'server/src/providers/transcription/http-transcription.ts',
    'server/src/providers/transcription/openai-compatible.ts',
    'server/src/providers/translation/markup.ts',
    'server/src/providers/translation/openai-compatible.ts',
    'server/src/providers/translation/translator.ts',
  ],
  'providers: the speech engines and their processes': [
    'server/src/providers/local/',
    'server/src/providers/speech/embedded/',
  ],
  'server: the due times of a schedule, compared with a naive calculation': [
    'server/src/features/workflows/schedules/cron.ts',
  ],
  'server: programs and commands without a process of their own': ['server/src/programs/'],
  'server: paths, cursors, errors of a full disk, and the job that runs all housekeeping': [
    'server/src/jobs/job.ts',
    'server/src/lists/page-cursor.ts',
    'server/src/storage/folder-path.ts',
    'server/src/storage/storage-error.ts',
  ],
  'server: the place of the embedded database, for the processes that tests start': [
    'server/src/db/embedded-place.ts',
  ],
};

/** Part -> why the tests of other packages may import it too. */
export const SHARED_PARTS = {
  'server/src/config/find-program.ts': 'tests that need a program find it as the server does',
  'speech-espeak/src/engine.ts': 'the list of voices of the server is compared with the voices of the engine',
};
