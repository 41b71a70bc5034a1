// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

/** The field with which editors check a JSON file. A body may have it, and it means nothing. */
export const FILE_SCHEMA_FIELD = '$schema';

/** The maximum number of ignored fields that a `Warning` header lists. */
export const MAX_IGNORED_FIELDS = 10;
const MAX_PATH_CHARACTERS = 100;

/** The `Warning` header about ignored fields of a request body: one warning with the code 299 for each. */
export function ignoredFieldsWarning(paths: readonly string[]): string {
  const warnings = paths.slice(0, MAX_IGNORED_FIELDS).map((path) => {
    const name = path.length > MAX_PATH_CHARACTERS ? `${path.slice(0, MAX_PATH_CHARACTERS)}...` : path;
    return `299 - "${quotable(`The field ${name} is unknown and was ignored.`)}"`;
  });
  return warnings.join(', ');
}

/** The text of a quoted string in a header. Characters other than visible ASCII are escaped as in JSON. */
function quotable(text: string): string {
  const ascii = text.replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return ascii.replaceAll(/["\\]/g, '\\$&');
}
