import { Uuid } from '@voiceloom/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether an expression contains the text, in any case, or a column is the ID that the text is. */
export function matchesTextOrId(
  text: string,
  { searched, id }: { searched: RawBuilder<unknown>; id: string },
): RawBuilder<SqlBool> {
  const contains = sql<SqlBool>`strpos(lower(${searched}), lower(${text})) > 0`;
  return Uuid.safeParse(text).success
    ? sql<SqlBool>`(${contains} or ${sql.ref(id)} = ${text.toLowerCase()})`
    : contains;
}
