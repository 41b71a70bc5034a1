import { useId } from 'react';
import { text } from '../text/en.ts';
import { toLabel } from '../text/labels.ts';
import { Rows } from './rows.tsx';
import { type Control, createValue, ID, type JsonSchema, parseDescription, toControl } from './schema.ts';
import { Texts } from './texts.tsx';

const words = text.form;

type Values = Record<string, unknown>;

/** A control for every field of a JSON Schema. In a `form`, invalid input prevents submitting. */
export function SchemaForm(props: {
  schemas: Record<string, JsonSchema>;
  values: Values;
  onChange: (values: Values) => void;
  /** Fields that cannot be left out. Undefined: all of them. */
  required?: readonly string[];
}) {
  const { schemas, values, onChange, required } = props;
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

/** A value that a control edits. */
interface Editing {
  value: unknown;
  /** The meaning of an empty value. */
  empty: string | undefined;
  isOptional: boolean;
  onChange: (value: unknown) => void;
}

/** One labeled field; nothing if no form can edit its schema. */
function Field(props: Omit<Editing, 'empty'> & { name: string; schema: JsonSchema }) {
  const { name, schema, value, isOptional, onChange } = props;
  const id = useId();
  const control = toControl(schema);
  if (control === undefined) return null;
  const { help, empty } = parseDescription(schema);
  const isText = control.kind === 'text' || control.kind === 'texts';
  const sentences = [help, isText && empty !== undefined && words.empty(empty)].filter(Boolean);
  const explanation = sentences.length > 0 && (
    <span className="soft help" id={`${id}-help`}>
      {sentences.join(' ')}
    </span>
  );
  const description = sentences.length > 0 ? { 'aria-describedby': `${id}-help` } : {};
  const editing = { value, empty, isOptional, onChange };
  if (isMany(control))
    return (
      <fieldset className="field" {...description}>
        <legend>{toLabel(name)}</legend>
        {explanation}
        <Many control={control} {...editing} />
      </fieldset>
    );
  return (
    <div className={control.kind === 'flag' ? 'field flag' : 'field'}>
      <label htmlFor={id}>{toLabel(name)}</label>
      <Input control={control} id={id} {...editing} {...description} />
      {explanation}
    </div>
  );
}

type ManyControl = Extract<Control, { kind: 'several' | 'texts' | 'group' | 'record' | 'list' }>;

const MANY = new Set<Control['kind']>(['several', 'texts', 'group', 'record', 'list']);
const isMany = (control: Control): control is ManyControl => MANY.has(control.kind);

/** A group of inputs. */
function Many(props: Editing & { control: ManyControl }) {
  const { control, value, isOptional, onChange } = props;
  if (control.kind === 'several')
    return <Several values={control.values} value={(value ?? []) as unknown[]} onChange={onChange} />;
  if (control.kind === 'texts') {
    const { groups, isByLocale, isId, nullable } = control;
    return (
      <Texts
        groups={groups}
        isByLocale={isByLocale}
        isId={isId}
        value={(value ?? {}) as Values}
        onChange={(newValue) => {
          if (Object.keys(newValue).length > 0) onChange(newValue);
          else if (nullable) onChange(null);
          else onChange(isOptional ? undefined : {});
        }}
      />
    );
  }
  if (control.kind === 'group')
    return (
      <div className="nested">
        <SchemaForm
          schemas={control.fields}
          required={control.required}
          values={(value ?? {}) as Values}
          onChange={onChange}
        />
      </div>
    );
  return <ItemRows {...props} control={control} />;
}

/** One row for each item of a list or a record. */
function ItemRows(props: Editing & { control: Extract<Control, { kind: 'record' | 'list' }> }) {
  const { control, value, empty, isOptional, onChange } = props;
  const item = control.kind === 'list' ? control.item : control.value;
  const isByLocale = control.kind === 'record' && control.isByLocale;
  let nameLabel: string | undefined;
  if (control.kind === 'record') nameLabel = isByLocale ? words.locale : words.name;
  return (
    <Rows
      value={(value ?? {}) as Values | unknown[]}
      nameLabel={nameLabel}
      isByLocale={isByLocale}
      isLarge={toControl(item)?.kind === 'group'}
      start={() => createValue(item)}
      onChange={(newValue) =>
        onChange(isOptional && Object.keys(newValue).length === 0 ? undefined : newValue)
      }
    >
      {(itemValue, change) => {
        const itemControl = toControl(item);
        if (itemControl === undefined) return null;
        const editing = { value: itemValue, empty, isOptional: false, onChange: change };
        if (isMany(itemControl)) return <Many control={itemControl} {...editing} />;
        return <Input control={itemControl} aria-label={words.value} {...editing} />;
      }}
    </Rows>
  );
}

interface Attributes {
  id?: string;
  'aria-label'?: string;
}

/** The control of a single value: a check box, a choice, or a text. */
function Input(props: Editing & Attributes & { control: Exclude<Control, ManyControl> }) {
  const { control, value, empty, isOptional, onChange, ...attributes } = props;
  if (control.kind === 'flag' && !isOptional)
    return (
      <input
        type="checkbox"
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
        {...attributes}
      />
    );
  // Without a value, an optional field is left out of the object. A required one becomes null.
  const none = isOptional ? undefined : null;
  const isOpen = isOptional || (control.kind !== 'flag' && control.nullable);
  if (control.kind === 'text') {
    const content = String(value ?? '');
    return <TextInput {...{ control, isOpen, none, onChange }} value={content} {...attributes} />;
  }
  let unset: string | undefined;
  if (isOpen) unset = empty ?? (isOptional ? words.unset : words.automatic);
  const choice = { unset, value, onChange: (newValue: unknown) => onChange(newValue ?? none), ...attributes };
  if (control.kind === 'scalar') return <Scalar control={control} {...choice} />;
  return <Choice values={control.kind === 'flag' ? [true, false] : control.values} {...choice} />;
}

/** A text in one line, or in several if it may be long. */
function TextInput(
  props: Attributes & {
    control: Extract<Control, { kind: 'text' }>;
    /** Whether the text may be empty. */
    isOpen: boolean;
    /** The value of an empty text, if the text may be empty. */
    none: null | undefined;
    value: string;
    onChange: (value: unknown) => void;
  },
) {
  const { control, isOpen, none, value, onChange, ...attributes } = props;
  const { schema, long } = control;
  const change = (newText: string) => onChange(isOpen && newText === '' ? none : newText);
  if (long)
    return (
      <textarea
        rows={4}
        value={value}
        onChange={({ target }) => change(target.value)}
        dir="auto"
        {...attributes}
      />
    );
  const isId = schema.format === 'uuid';
  return (
    <input
      value={value}
      className={isId ? 'mono id' : undefined}
      {...(isId && { pattern: ID, title: words.id })}
      required={!isOpen && (isId || (schema.minLength ?? 0) > 0)}
      onChange={({ target }) => change(target.value)}
      {...attributes}
    />
  );
}

interface ChoiceProps extends Attributes {
  /** The meaning of an empty choice; undefined if a choice is required. */
  unset: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Options have the JSON of their values: a number stays a number. */
function Choice(props: ChoiceProps & { values: (string | number | boolean)[] }) {
  const { values, unset, value, onChange, ...attributes } = props;
  return (
    <select
      value={JSON.stringify(value ?? null)}
      onChange={({ target }) => onChange(JSON.parse(target.value))}
      {...attributes}
    >
      {unset !== undefined && <option value="null">{unset}</option>}
      {values.map((choice) => {
        let label = String(choice).replaceAll('_', ' ');
        if (typeof choice === 'boolean') label = choice ? words.yes : words.no;
        return (
          <option key={String(choice)} value={JSON.stringify(choice)}>
            {label}
          </option>
        );
      })}
    </select>
  );
}

/** A value that can be a number or a text. The person chooses the type first. */
function Scalar(props: ChoiceProps & { control: Extract<Control, { kind: 'scalar' }> }) {
  const { control, unset, value, onChange, ...attributes } = props;
  const { number } = control;
  const options = [...control.values];
  if (number) options.push(words.number);
  if (control.text) options.push(words.aText);
  const isOption = control.values.some((option) => option === value);
  const type = isOption ? undefined : typeof value;
  // A single option is a number, because `toControl` allows a text only beside other values. Without a choice, the input
  // has the label of the field.
  const isNumberOnly = options.length === 1 && unset === undefined;
  const showsNumber = type === 'number' || isNumberOnly;
  const withLabel = (label: string) => (isNumberOnly ? attributes : { 'aria-label': label });
  let choice = value;
  if (type === 'number') choice = words.number;
  if (type === 'string') choice = words.aText;
  const choose = (newChoice: unknown) => {
    if (newChoice === words.number) onChange(number?.minimum ?? 0);
    else onChange(newChoice === words.aText ? '' : newChoice);
  };
  return (
    <span className="row">
      {!isNumberOnly && (
        <Choice values={options} unset={unset} value={choice} onChange={choose} {...attributes} />
      )}
      {showsNumber && (
        <NumberInput
          schema={number}
          value={value as number}
          onChange={onChange}
          attributes={withLabel(words.number)}
        />
      )}
      {type === 'string' && (
        <input
          value={value as string}
          required
          dir="auto"
          onChange={({ target }) => onChange(target.value)}
          {...withLabel(words.text)}
        />
      )}
    </span>
  );
}

/** A number within the limits of its schema. Input that is not a number reports nothing. */
function NumberInput(props: {
  schema: JsonSchema | undefined;
  value: number;
  onChange: (value: number) => void;
  attributes: Attributes;
}) {
  const { schema, value, onChange, attributes } = props;
  return (
    <input
      type="number"
      min={schema?.minimum}
      max={schema?.maximum}
      step={schema?.type === 'integer' ? 1 : 'any'}
      value={value}
      onChange={({ target: { valueAsNumber } }) => {
        if (Number.isFinite(valueAsNumber)) onChange(valueAsNumber);
      }}
      {...attributes}
    />
  );
}

function Several(props: {
  values: (string | number)[];
  value: unknown[];
  onChange: (value: unknown) => void;
}) {
  const { values, value, onChange } = props;
  return (
    <div className="row">
      {values.map((option) => (
        <label key={option} className="flag">
          <input
            type="checkbox"
            checked={value.includes(option)}
            onChange={({ target }) =>
              onChange(
                values.filter((otherChoice) =>
                  otherChoice === option ? target.checked : value.includes(otherChoice),
                ),
              )
            }
          />
          {String(option).replaceAll('_', ' ')}
        </label>
      ))}
    </div>
  );
}
