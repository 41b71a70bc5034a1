import type { Compilable, CompiledQuery, Kysely } from 'kysely';

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) });

/**
 * A hot query that is built and compiled only once, on first use. `build` gets a placeholder for each parameter, so it
 * must not depend on values.
 */
export function compileOnce<DB, Params extends object, Row>(
  build: (db: Kysely<DB>, params: Params) => Compilable<Row>,
): (db: Kysely<DB>, params: Params) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, params) => {
    compiled ??= build(db, placeholders as Params).compile();
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? params[value.name as keyof Params] : value,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
