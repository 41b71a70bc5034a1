import { SCOPES } from '@voiceloom/contract';
import type { OperationModel } from './operation-model.ts';

/** What a key must hold; undefined where keys are refused. */
function scopeOf({ route }: OperationModel): string | undefined {
  const { auth, scope } = route.metadata;
  return auth === 'jwt' ? undefined : (scope ?? 'any');
}

/** The text of `src/generated/scopes.ts`: the methods of the client that keys may call, by scope. */
export function printScopes(operations: OperationModel[]): string {
  const scopes: readonly string[] = [...SCOPES, 'any'];
  const fields = scopes.map((scope) => {
    const methods = operations.filter((operation) => scopeOf(operation) === scope);
    const names = methods.map(({ group, name }) => `\n    | '${group}.${name}'`);
    const about =
      scope === 'any' ? 'With every key, and without one where none is needed.' : `With \`${scope}\`.`;
    return `  /** ${about} */\n  ${scope === 'any' ? scope : `'${scope}'`}:${names.join('') || ' never'};\n`;
  });
  return `// Written by scripts/gen.ts. Do not edit.

/** The methods that an API key may call, by the scope that it needs. What needs the token of a person is not among them. */
export interface ScopedMethods {
${fields.join('')}}
`;
}
