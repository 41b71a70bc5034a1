import { useId } from 'react';
import { text } from '../text/en.ts';
import { labelOf } from '../text/labels.ts';
import { Rows } from './rows.tsx';
import { type Control, controlOf, helpOf, ID, type JsonSchema, startOf } from './schema.ts';
import { Texts } from './texts.tsx';

const words = text.form;

type Values = Record<string, unknown>;

interface FormProps {
  schemas: Record<string, JsonSchema>;
  values: Values;
  onChange: (values: Values) => void;
  /** Fields that cannot be left out. Undefined: all of them. */
  required?: readonly string[];
}

/** A control for every field of a JSON Schema. In a `form`, invalid input prevents submitting. */
export function SchemaForm({ schemas, values, onChange, required }: FormProps) {
  return (
    <div className="fields">
      {Object.entries(schemas).map(([name, schema]) => (
        <Field
          key={name}
          name={name}
          schema={schema}
          value={Object.hasOwn(values, name) ? values[name] : schema.default}
          isOptional={required !== undefined && !required.includes(name) && schema.default === undefined}
          onChange={(value) => {
            const { [name]: _before, ...others } = values;
            onChange(value === undefined ? others : { ...values, [name]: value });
          }}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  name: string;
  schema: JsonSchema;
  value: unknown;
  /** Whether the field is optional. */
  isOptional: boolean;
  onChange: (value: unknown) => void;
}

function Field({ name, schema, value, isOptional, onChange }: FieldProps) {
  const id = useId();
  const control = controlOf(schema);
  if (control === undefined) return null;
  const { help, empty } = helpOf(schema);
  const isTyped = control.kind === 'text' || control.kind === 'texts';
  const sentences = [help, isTyped && empty !== undefined && words.empty(empty)].filter(Boolean);
  const explained = sentences.length > 0 && (
    <span className="soft help" id={`${id}-help`}>
      {sentences.join(' ')}
    </span>
  );
  const described = sentences.length > 0 ? { 'aria-describedby': `${id}-help` } : {};
  if (isMany(control))
    return (
      <fieldset className="field" {...described}>
        <legend>{labelOf(name)}</legend>
        {explained}
        <Many control={control} value={value} empty={empty} isOptional={isOptional} onChange={onChange} />
      </fieldset>
    );
  return (
    <div className={control.kind === 'flag' ? 'field flag' : 'field'}>
      <label htmlFor={id}>{labelOf(name)}</label>
      <Input
        control={control}
        id={id}
        value={value}
        empty={empty}
        isOptional={isOptional}
        onChange={onChange}
        {...described}
      />
      {explained}
    </div>
  );
}

type ManyControl = Extract<Control, { kind: 'several' | 'texts' | 'group' | 'record' | 'list' }>;

const MANY = new Set<Control['kind']>(['several', 'texts', 'group', 'record', 'list']);
const isMany = (control: Control): control is ManyControl => MANY.has(control.kind);

interface ManyProps {
  control: ManyControl;
  value: unknown;
  /** The meaning of an empty value. */
  empty: string | undefined;
  isOptional: boolean;
  onChange: (value: unknown) => void;
}

/** A group of inputs. */
function Many({ control, value, empty, isOptional, onChange }: ManyProps) {
  if (control.kind === 'several')
    return <Several values={control.values} value={(value ?? []) as unknown[]} onChange={onChange} />;
  if (control.kind === 'texts') {
    const none = control.nullable ? null : isOptional ? undefined : {};
    return (
      <Texts
        groups={control.groups}
        isByLocale={control.isByLocale}
        isId={control.isId}
        value={(value ?? {}) as Values}
        onChange={(next) => onChange(Object.keys(next).length === 0 ? none : next)}
      />
    );
  }
  if (control.kind === 'group') {
    const { fields, required } = control;
    return (
      <div className="nested">
        <SchemaForm
          schemas={fields}
          required={required}
          values={(value ?? {}) as Values}
          onChange={onChange}
        />
      </div>
    );
  }
  const isList = control.kind === 'list';
  const item = isList ? control.item : control.value;
  return (
    <Rows
      value={(value ?? (isList ? [] : {})) as Values | unknown[]}
      nameLabel={isList ? undefined : control.isByLocale ? words.locale : words.name}
      isByLocale={!isList && control.isByLocale}
      isLarge={controlOf(item)?.kind === 'group'}
      start={() => startOf(item)}
      onChange={(next) => onChange(isOptional && Object.keys(next).length === 0 ? undefined : next)}
    >
      {(own, change) => <Item schema={item} value={own} empty={empty} onChange={change} />}
    </Rows>
  );
}

interface ItemProps {
  schema: JsonSchema;
  value: unknown;
  empty: string | undefined;
  onChange: (value: unknown) => void;
}

/** The value of a row. */
function Item({ schema, value, empty, onChange }: ItemProps) {
  const control = controlOf(schema);
  if (control === undefined) return null;
  const props = { value, empty, isOptional: false, onChange };
  if (isMany(control)) return <Many control={control} {...props} />;
  return <Input control={control} aria-label={words.value} {...props} />;
}

interface InputProps {
  control: Exclude<Control, ManyControl>;
  id?: string;
  'aria-label'?: string;
  value: unknown;
  empty: string | undefined;
  isOptional: boolean;
  onChange: (value: unknown) => void;
}

function Input({ control, value, empty, isOptional, onChange, ...rest }: InputProps) {
  const none = isOptional ? undefined : null;
  const isOpen = isOptional || (control.kind !== 'flag' && control.nullable);
  const clear = (next: unknown) => onChange(next ?? none);
  if (control.kind === 'flag' && !isOptional)
    return (
      <input
        type="checkbox"
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
        {...rest}
      />
    );
  const unset = isOpen ? (empty ?? (isOptional ? words.unset : words.automatic)) : undefined;
  if (control.kind === 'flag')
    return <Choice values={[true, false]} unset={unset} {...{ value, onChange: clear }} {...rest} />;
  if (control.kind === 'choice')
    return <Choice values={control.values} unset={unset} {...{ value, onChange: clear }} {...rest} />;
  if (control.kind === 'scalar')
    return <Scalar control={control} unset={unset} {...{ value, onChange: clear }} {...rest} />;
  const { schema, long } = control;
  const typed = value === null || value === undefined ? '' : String(value);
  const read = (next: string) => onChange(isOpen && next === '' ? none : next);
  const isId = schema.format === 'uuid';
  return long ? (
    <textarea rows={4} value={typed} onChange={({ target }) => read(target.value)} dir="auto" {...rest} />
  ) : (
    <input
      value={typed}
      className={isId ? 'mono id' : undefined}
      {...(isId && { pattern: ID, title: words.id })}
      required={!isOpen && (isId || (schema.minLength ?? 0) > 0)}
      onChange={({ target }) => read(target.value)}
      {...rest}
    />
  );
}

const UNSET = 'null';

interface ChoiceProps {
  values: (string | number | boolean)[];
  /** The meaning of an empty choice; undefined if a choice is required. */
  unset: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
  id?: string;
  'aria-label'?: string;
}

/** Options have the JSON of their values: a number stays a number. */
function Choice({ values, unset, value, onChange, ...rest }: ChoiceProps) {
  return (
    <select
      value={JSON.stringify(value ?? null)}
      onChange={({ target }) => onChange(JSON.parse(target.value))}
      {...rest}
    >
      {unset !== undefined && <option value={UNSET}>{unset}</option>}
      {values.map((one) => (
        <option key={String(one)} value={JSON.stringify(one)}>
          {typeof one === 'boolean' ? (one ? words.yes : words.no) : String(one).replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  );
}

type ScalarProps = Omit<ChoiceProps, 'values'> & { control: Extract<Control, { kind: 'scalar' }> };

/** A value that can be a number or a text. The person chooses the type first. */
function Scalar({ control, unset, value, onChange, ...rest }: ScalarProps) {
  const { values, number, text: hasText } = control;
  const options = [...values, ...(number ? [words.number] : []), ...(hasText ? [words.aText] : [])];
  const isListed = values.some((one) => one === value);
  const isNumber = typeof value === 'number' && !isListed;
  const isText = typeof value === 'string' && !isListed;
  const isAlone = options.length === 1 && unset === undefined;
  const own = (label: string) => (isAlone ? rest : { 'aria-label': label });
  const chosen = isNumber ? words.number : isText ? words.aText : value;
  const choose = (next: unknown) => {
    if (next === words.number) onChange(number?.minimum ?? 0);
    else onChange(next === words.aText ? '' : next);
  };
  return (
    <span className="row">
      {!isAlone && <Choice values={options} unset={unset} value={chosen} onChange={choose} {...rest} />}
      {(isNumber || isAlone) && (
        <input
          type="number"
          min={number?.minimum}
          max={number?.maximum}
          step={number?.type === 'integer' ? 1 : 'any'}
          value={value as number}
          onChange={({ target }) => Number.isFinite(target.valueAsNumber) && onChange(target.valueAsNumber)}
          {...own(words.number)}
        />
      )}
      {isText && (
        <input
          value={value}
          required
          dir="auto"
          onChange={({ target }) => onChange(target.value)}
          {...own(words.text)}
        />
      )}
    </span>
  );
}

interface SeveralProps {
  values: (string | number)[];
  value: unknown[];
  onChange: (value: unknown) => void;
}

function Several({ values, value, onChange }: SeveralProps) {
  return (
    <div className="row">
      {values.map((one) => (
        <label key={one} className="flag">
          <input
            type="checkbox"
            checked={value.includes(one)}
            onChange={({ target }) =>
              onChange(values.filter((other) => (other === one ? target.checked : value.includes(other))))
            }
          />
          {String(one).replaceAll('_', ' ')}
        </label>
      ))}
    </div>
  );
}
