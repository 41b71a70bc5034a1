import type { RunStatus } from '@voiceloom/contract';
import type { NewRow, Row } from '../db/index.ts';
import type { ChunkItem, LineFailure, LineTranslation, LocalModelNames, StoredVerdict } from '../db/rows.ts';
import type { Amounts } from '../ledger/budgets.ts';
import type { TakePayment } from '../ledger/provider-usage.ts';
import type { UsedSubject } from '../ledger/usage.ts';
import { addCommand } from '../providers/local/local-voices.ts';
import type { Plan, PlanNode } from './plan.ts';
import type { ProviderOutcome } from './routing/provider-health.ts';

export type RunLine = Row<'run_line'>;
export type AudioRow = Row<'audio'>;

/** The parts of a run that do not change while it runs. */
export interface RunHead {
  id: string;
  workspace_id: string;
  workflow_id: string;
  account_id: string;
  retry_of: string | null;
  /** The scope of a retry; undefined for other runs. */
  retry: RunRetry | undefined;
  /** The span that chunks belong to, as `traceparent`; null without traces. */
  trace_parent: string | null;
  plan: Plan;
  /** The local models of its start; null for runs of an earlier release. */
  local_models: LocalModelNames | null;
}

/** A line that a retry names; a null locale means every locale. */
export interface RetryLine {
  line_id: string;
  locale_code: string | null;
  /** The instructions of a review for the new take. */
  note?: string | null;
}

/** The scope of a retry. */
export interface RunRetry {
  run_id: string;
  /** Whether only named lines are spoken; otherwise, the failed and dropped lines are. */
  only_named_lines: boolean;
  namesLine(line: { line_id: string; locale_code: string }): boolean;
  /** The instructions of a review for the new take of a line. */
  noteFor(line: { line_id: string; locale_code: string }): string | undefined;
  /** Whether checks may retry lines whose retries were used up. */
  respeak: boolean;
}

/** A chunk with everything its node needs, loaded with a fixed number of queries. */
export interface LoadedChunk {
  id: string;
  run: RunHead;
  status: RunStatus;
  is_pausing: boolean;
  node: PlanNode;
  iteration: number;
  items: ChunkItem[];
}

/** The maximum number of lines in a run, including lines that translations replaced. */
export const MAX_RUN_LINES = 1_000_000;

export const TOO_MANY_LINES = `With translations, the run would have more than ${MAX_RUN_LINES.toLocaleString('en')} lines.`;

/** One line at one node, with its current audio. */
export interface LineWork {
  line: RunLine;
  input_id: string;
  input: AudioRow | undefined;
}

/** The row of new, already stored audio. It must be committed together with its charge. */
export type NewAudio = NewRow<'audio'>;

/** A line that a node creates from a line in another locale. It inherits all other fields. */
export interface NewLine {
  line_id: string;
  locale_code: string;
  script: string;
  translation: LineTranslation | null;
  /** Set if the line could not be created. It then exists as a failed line. */
  error?: LineFailure;
}

/** The port of a line that translations replace; no edge leaves it. */
export const TRANSLATED = 'translated';

/** The port of a line that has nothing to speak; no edge leaves it. */
export const SKIPPED = 'skipped';

/** The outcome of one line at one node. */
export interface Outcome {
  port: string;
  /** The id of the outgoing audio. Default: the audio that the line arrived with. */
  output_id?: string;
  audio?: NewAudio;
  verdict?: StoredVerdict;
  /** The text to speak instead of the script from here on. */
  spoken_script?: string;
  characters?: number;
  credits?: number;
  reused?: boolean;
  error?: LineFailure;
  /** Lines that leave through the main port, in addition to this one or instead of it. */
  lines?: NewLine[];
  used_subjects?: UsedSubject[];
  /** The request that the fallback replaced. A later run finds the take under this key. */
  fallback_take_key?: Buffer | undefined;
  /** Results of provider calls, for the health statistics. */
  provider_outcomes?: ProviderOutcome[];
  /** Who paid the provider for a new take, and how much by price list. */
  payment?: TakePayment;
}

/**
 * What the provider bills the workspace for a new take by list price, in millionths of a US dollar. Null: unknown. The
 * operator pays for takes of platform keys.
 */
export function getOwnKeyCost({ payment }: Outcome): number | null | undefined {
  if (payment?.paid_by === 'platform') return undefined;
  return payment?.provider_usd_micros;
}

/** The result of one line at one node. */
export interface Settlement {
  work: LineWork;
  outcome: Outcome;
}

/** Results of one chunk to commit. */
export interface ChunkResults {
  chunk: LoadedChunk;
  settlements: Settlement[];
  /** The chunk ends with this group. */
  isLast: boolean;
}

/** The run cannot continue, for example because a script is unreadable or a key is rejected. */
export class NodeFailure extends Error {
  readonly code: string;
  readonly details: { field: string; message: string }[];

  constructor(code: string, message: string, details: { field: string; message: string }[] = []) {
    super(message);
    this.name = 'NodeFailure';
    this.code = code;
    this.details = details;
  }
}

/** Why a run waits, and what its members can do. A wait until midnight (UTC) is one for the characters of a day. */
export function describeWait(provider: string, resumeAt: Date, model: string | null): string {
  if (provider === 'local') {
    if (model === null)
      return 'A local model that the run needs was just replaced, or is not installed. The run continues within a minute after it is installed with "npm run models -- add".';
    return `No worker has the local model ${model}, which the run needs. It continues within a minute after "${addCommand(model)}".`;
  }
  const remedy = 'To continue now, add your own key for it under provider keys.';
  if (resumeAt.getTime() % 86_400_000 === 0)
    return `The plan allows no more characters with ${provider} today. The run continues at midnight (UTC). ${remedy}`;
  return `${provider} is unavailable at the moment. The run continues as soon as it is available. ${remedy}`;
}

/**
 * A provider cannot be called now for a reason that the customer did not cause: its platform key is unavailable, the
 * characters of the day are used up, or no worker has its model. A fallback speaks, or the run waits.
 */
export class ProviderWait extends NodeFailure {
  readonly provider: string;
  readonly resume_at: Date;
  /** The local model that is missing. */
  readonly model: string | null;

  constructor(provider: string, resume_at: Date, model: string | null = null) {
    super('provider_unavailable', describeWait(provider, resume_at, model));
    this.name = 'ProviderWait';
    this.provider = provider;
    this.resume_at = resume_at;
    this.model = model;
  }
}

/** Only another worker has the local model of a line, which is left to it. */
export class ModelElsewhere extends ProviderWait {
  constructor(provider: string, now: Date, model: string) {
    super(provider, now, model);
    this.name = 'ModelElsewhere';
  }
}

/** The code of a line whose stored audio is missing in the storage. */
export const AUDIO_MISSING = 'audio_missing';

/** A failed line as an outcome. */
export function failedLine(code: string, message: string): Outcome {
  return { port: 'error', error: { code, message } };
}

/** The next take would pass the cap of the run or a budget of the workspace. The line waits. */
export class OverBudget extends Error {
  /** What the take could cost. */
  readonly cost: Amounts;

  constructor(cost: Amounts) {
    super('the take would pass a budget');
    this.name = 'OverBudget';
    this.cost = cost;
  }
}

/** The run or chunk ended during processing; later results are discarded. */
export class ChunkGone extends Error {
  constructor() {
    super('the chunk is no longer to be worked on');
    this.name = 'ChunkGone';
  }
}
