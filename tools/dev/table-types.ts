import { Kysely, PostgresDialect as KyselyDialect } from 'kysely';
import {
  ArrayExpressionNode,
  type ExpressionNode,
  GenericExpressionNode,
  IdentifierNode,
  LiteralNode,
  PostgresDialect,
  serializeFromMetadata,
  UnionExpressionNode,
} from 'kysely-codegen';
import type pg from 'pg';

/** Column of type jsonb -> the type of its values, in `src/db/rows.ts`. */
const JSON_COLUMNS: Record<string, string> = {
  'activity.metadata': 'JsonObject',
  'attempt.error': 'LineFailure',
  'attempt.verdict': 'StoredVerdict',
  'audio.facts': 'AudioFacts',
  'audio.settings': 'JsonObject',
  'dictionary_entry.context': 'DictionaryContext',
  'idempotency_key.response_headers': 'ResponseHeaders',
  'plan.limits': 'PlanLimits',
  'review_assignment.assignee': 'ReviewAssignee',
  'review_comment.actor': 'ReviewPerson',
  'review_event.actor': 'ReviewPerson',
  'review_event.data': 'JsonObject',
  'review_item.decided_by': 'ReviewPerson',
  'review_link.created_by': 'ReviewPerson',
  'run.aggregates': 'JsonObject',
  'run.definition': 'JsonObject',
  'run.error': 'RunFailure',
  'run.local_models': 'LocalModelNames',
  'run_chunk.items': 'ChunkItem[]',
  'run_delivery.failures': 'DeliveryFailure[]',
  'run_delivery.names': 'DeliveryNames',
  'run_event.data': 'JsonObject',
  'run_line.controls': 'LineControls',
  'run_line.error': 'LineFailure',
  'run_line.markup': 'JsonObject',
  'run_line.translation': 'LineTranslation',
  'run_provider_selection.reason': 'SelectionReason',
  'run_step.error': 'RunFailure',
  'run_step.readings': 'FileReading[]',
  'schedule.input': 'ScheduleInput',
  'take_lock.actor': 'ReviewPerson',
  'template.definition': 'JsonObject',
  'transcript.billed': 'BilledUnits',
  'transcript.words': 'HeardWordRow[]',
  'transcription.result': 'TranscriptionRow',
  'webhook_event.data': 'JsonObject',
  'worker.models': 'JsonObject[]',
  'workflow.definition': 'JsonObject',
  'workflow.run_counts': 'RunCounts',
};

/** The generator has a type JsonObject of its own. */
const typeName = (type: string) => (type === 'JsonObject' ? 'JsonFields' : type.replace('[]', ''));

const IMPORTS = Object.fromEntries([
  ['JsonColumn', '../rows.ts'],
  ...Object.values(JSON_COLUMNS).map((type) => [typeName(type), `../rows.ts#${type.replace('[]', '')}`]),
]);

const text = new IdentifierNode('string');

/** Columns of which the type in PostgreSQL does not describe all. */
const OTHER_COLUMNS: Record<string, ExpressionNode> = {
  'run.retry_locales': new ArrayExpressionNode(new UnionExpressionNode([text, new IdentifierNode('null')])),
  'run.retry_notes': new ArrayExpressionNode(new UnionExpressionNode([text, new IdentifierNode('null')])),
  'usage_rollup.minutes': new UnionExpressionNode([new LiteralNode(15), new LiteralNode(60)]),
  // The driver reads a date as a Date. A query reads the days of this table as text.
  'provider_health.day': text,
  'weekly_summary.week': new GenericExpressionNode('ColumnType', [new IdentifierNode('Date'), text, text]),
};

/** The types of the tables for Kysely, the same text for the same schema. */
export async function describeTableTypes(pool: pg.Pool): Promise<string> {
  const dialect = new PostgresDialect();
  // As the driver and `src/db/index.ts` parse them.
  Object.assign(dialect.adapter.scalars, {
    int8: new IdentifierNode('number'),
    timestamptz: new IdentifierNode('Date'),
  });
  const metadata = await dialect.introspector.introspect({
    db: new Kysely({ dialect: new KyselyDialect({ pool }) }),
    includePattern: 'public.*',
    excludePattern: 'public.kysely_migration*',
  });
  const columns = { ...OTHER_COLUMNS };
  for (const { name: table, columns: ofTable } of metadata.tables) {
    for (const { name, dataType, hasDefaultValue } of ofTable) {
      if (dataType !== 'jsonb') continue;
      const type = jsonColumn(`${table}.${name}`);
      columns[`${table}.${name}`] = hasDefaultValue ? new GenericExpressionNode('Generated', [type]) : type;
    }
  }
  return serializeFromMetadata({ dialect, metadata, customImports: IMPORTS, overrides: { columns } });
}

/** The generator adds null where the column allows it. */
function jsonColumn(column: string): ExpressionNode {
  const type = JSON_COLUMNS[column];
  if (type === undefined) throw new Error(`JSON_COLUMNS has no type for ${column}.`);
  const name = new IdentifierNode(typeName(type));
  const values = type.endsWith('[]') ? new ArrayExpressionNode(name) : name;
  return new GenericExpressionNode('JsonColumn', [values]);
}

/** The PostgreSQL types of the columns by table, as JSON: statements name them to pass many rows as arrays. */
export async function describeColumnTypes(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ table_name: string; types: Record<string, string> }>(
    `select table_name, json_object_agg(column_name, udt_name order by column_name) as types
     from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely_migration%'
     group by table_name order by table_name`,
  );
  const types = Object.fromEntries(rows.map((row) => [row.table_name, row.types]));
  return `${JSON.stringify(types, null, 2)}\n`;
}
