type Fields = Record<string, unknown>;
type Print = (part: unknown) => string;
/** A description as it is printed. */
type About = string | undefined;

const keysAre = (value: Fields, required: string, optional = '') => {
  const [needed, allowed] = [required.split(' ').filter(Boolean), `${required} ${optional}`.split(' ')];
  return needed.every((key) => key in value) && Object.keys(value).every((key) => allowed.includes(key));
};

const isNull = (value: unknown) => JSON.stringify(value) === '{"type":"null"}';

/** A form and what it takes; what is undefined at the end is left out. */
type Form = [name: string, ...args: (string | undefined)[]];

function numberForm(
  name: string,
  { minimum, maximum }: Fields,
  about: About,
  print: Print,
): Form | undefined {
  if (minimum === undefined && maximum !== undefined) return undefined;
  return [
    name,
    about,
    ...[minimum, maximum].map((bound) => (bound === undefined ? undefined : print(bound))),
  ];
}

function objectForm({ properties, required = [] }: Fields, about: About, print: Print): Form {
  const all = Object.keys(properties as object).join() === (required as string[]).join();
  return ['_object', print(properties), about, all ? undefined : print(required)];
}

/** The form of a schema without description and default. */
function formOf(value: Fields, about: About, print: Print): Form | undefined {
  const { type, items, anyOf } = value;
  const told = (bound: unknown) => (bound === undefined ? undefined : print(bound));
  if (type === 'string' && keysAre(value, 'type format')) return ['_format', print(value.format), about];
  if (type === 'string' && keysAre(value, 'type enum')) return ['_one', print(value.enum), about];
  if (type === 'string' && (keysAre(value, 'type') || keysAre(value, 'type maxLength', 'minLength')))
    return ['_text', about, told(value.maxLength), told(value.minLength)];
  if (type === 'boolean' && keysAre(value, 'type')) return ['_flag', about];
  if (type === 'integer' && keysAre(value, 'type', 'minimum maximum'))
    return numberForm('_int', value, about, print);
  if (type === 'number' && keysAre(value, 'type', 'minimum maximum'))
    return numberForm('_number', value, about, print);
  if (type === 'array' && keysAre(value, 'type items', 'maxItems'))
    return ['_list', print(items), about, told(value.maxItems)];
  if (keysAre(value, '$ref')) return ['_ref', print(value.$ref), about];
  if (keysAre(value, 'anyOf') && Array.isArray(anyOf) && anyOf.length === 2 && isNull(anyOf[1]))
    return ['_orNull', print(anyOf[0]), about];
  if (type === 'object' && keysAre(value, 'type properties', 'required'))
    return objectForm(value, about, print);
  return undefined;
}

/** The call of `src/schema-forms.ts` that makes `value`, where it has one of its forms. */
export function formed(value: object, print: Print): string | undefined {
  const { default: fallback, description, ...core } = value as Fields;
  if (description !== undefined && typeof description !== 'string') return undefined;
  const form = formOf(core, description === undefined ? undefined : JSON.stringify(description), print);
  if (form === undefined) return undefined;
  const [name, ...args] = form;
  while (args.length > 0 && args.at(-1) === undefined) args.pop();
  const text = `${name}(${args.map((arg) => arg ?? '0').join(', ')})`;
  return 'default' in value ? `_default(${print(fallback)}, ${text})` : text;
}
