import type { AudioPool, Converter } from '@voiceloom/audio';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/index.ts';
import type { Listener } from './db/listen.ts';
import type { ConcurrencyLimiter, RunControl } from './engine/index.ts';
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

/** Everything the service consists of, built once at start; functions name the parts they use. */
export interface App {
  config: Config;
  log: Log;
  /** Metrics of this process. */
  metrics: Metrics;
  clock: Clock;
  /**
   * The time that others have, too: who issues tokens, checks signatures or dates files. It differs from `clock` only
   * where months are made to pass.
   */
  wallClock: Clock;
  db: Db;
  listener: Listener;
  queue: JobQueue;
  /** Notifies running chunks that their run ended or must pause. */
  control: RunControl;
  storage: BlobStore;
  speech: SpeechProviders;
  transcription: TranscriptionProviders;
  translation: TranslationProviders;
  scoring: ScoringProvider;
  /** Limits the concurrent requests per provider credential, across all processes. */
  lanes: ConcurrencyLimiter;
  audio: AudioPool;
  /** Opens m4a, webm and video. Undefined where ffmpeg is not installed. */
  converter: Converter | undefined;
  /** Tries keys of customers at their providers. */
  keyVerifier: KeyVerifier;
  mail: MailSender;
  /** Undefined where no payment processor is configured. */
  payments: Payments | undefined;
  /** Encrypts the secrets of customers. */
  secrets: Secrets;
  /** Signs links that the service itself serves. */
  signingSecret: Uint8Array;
  /** The absolute address under which callers reach this service. */
  baseUrl: () => string;
}
