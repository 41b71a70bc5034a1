import type { AudioPool, Converter } from '@voiceloom/audio';
import type { Clock } from './config/clock.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/index.ts';
import type { Listener } from './db/listen.ts';
import type { ConcurrencyLimiter, RunControl, TextPool } from './engine/index.ts';
import type { JobQueue } from './jobs/index.ts';
import type { MailSender } from './providers/mail/index.ts';
import type { Payments } from './providers/payments/index.ts';
import type { ScoringProvider } from './providers/scoring/index.ts';
import type { SpeechProviders } from './providers/speech/index.ts';
import type { TranscriptionProviders } from './providers/transcription/index.ts';
import type { TranslationProviders } from './providers/translation/index.ts';
import type { KeyVerifier } from './providers/verify.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { BlobStore } from './storage/index.ts';
import type { Log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** The parts of the service, built once at start. Each function names the parts that it uses in its parameters. */
export interface App {
  config: Config;
  log: Log;
  metrics: Metrics;
  clock: Clock;
  /**
   * Real time, as other systems know it: token issuers, signature checks, file dates. It differs from `clock` only
   * where test payments let months pass.
   */
  wallClock: Clock;
  db: Db;
  listener: Listener;
  queue: JobQueue;
  /** Notifies running chunks when their run ends or must pause. */
  control: RunControl;
  storage: BlobStore;
  speech: SpeechProviders;
  transcription: TranscriptionProviders;
  translation: TranslationProviders;
  scoring: ScoringProvider;
  /** Limits the concurrent requests per provider credential, across all processes. */
  concurrencyLimiter: ConcurrencyLimiter;
  audio: AudioPool;
  /** Reads scripts and other texts of users. */
  texts: TextPool;
  /** Opens m4a, webm and video. Undefined where ffmpeg is not installed. */
  converter: Converter | undefined;
  /** Tests the keys of customers at their providers. */
  keyVerifier: KeyVerifier;
  mail: MailSender;
  /** Undefined where no payment processor is configured. */
  payments: Payments | undefined;
  /** Encrypts the secrets of customers. */
  secrets: Secrets;
  /** Signs the links that the service itself serves. */
  signingSecret: Uint8Array;
  /** The absolute address under which callers reach this service. */
  baseUrl: () => string;
}
