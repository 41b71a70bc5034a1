import { useId, useState } from 'react';
import { text } from '../text/en.ts';
import { type Control, controlOf, type JsonSchema, labelOf, readable } from './schema.ts';
import { Texts } from './texts.tsx';

type Values = Record<string, unknown>;

interface FormProps {
  schemas: Record<string, JsonSchema>;
  values: Values;
  onChange: (values: Values) => void;
}

/** A control for every field of a JSON Schema. In a `form`, what is invalid prevents the submit. */
export function SchemaForm({ schemas, values, onChange }: FormProps) {
  return (
    <div className="fields">
      {Object.entries(schemas).map(([name, schema]) => (
        <Field
          key={name}
          name={name}
          schema={schema}
          value={values[name]}
          onChange={(value) => onChange({ ...values, [name]: value })}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  name: string;
  schema: JsonSchema;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Field({ name, schema, value, onChange }: FieldProps) {
  const id = useId();
  const control = controlOf(schema);
  const help = schema.description && (
    <span className="soft help" id={`${id}-help`}>
      {readable(schema.description)}
    </span>
  );
  const described = schema.description ? { 'aria-describedby': `${id}-help` } : {};
  if (control.kind === 'several' || control.kind === 'texts')
    return (
      <fieldset className="field" {...described}>
        <legend>{labelOf(name)}</legend>
        {help}
        {control.kind === 'several' ? (
          <Several values={control.values} value={value as unknown[]} onChange={onChange} />
        ) : (
          <Texts groups={control.groups} value={value as Values} onChange={onChange} />
        )}
      </fieldset>
    );
  return (
    <div className={control.kind === 'flag' ? 'field flag' : 'field'}>
      <label htmlFor={id}>{labelOf(name)}</label>
      <Input control={control} id={id} value={value} onChange={onChange} {...described} />
      {help}
    </div>
  );
}

interface InputProps {
  control: Exclude<Control, { kind: 'several' | 'texts' }>;
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Input({ control, value, onChange, ...rest }: InputProps) {
  if (control.kind === 'flag')
    return (
      <input
        type="checkbox"
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
        {...rest}
      />
    );
  if (control.kind === 'choice')
    return <Choice values={control.values} nullable={control.nullable} {...{ value, onChange }} {...rest} />;
  if (control.kind === 'number') return <NumberInput control={control} {...{ value, onChange }} {...rest} />;
  if (control.kind === 'json') return <JsonInput {...{ value, onChange }} {...rest} />;
  const typed = value === null || value === undefined ? '' : String(value);
  const read = (next: string) => onChange(control.nullable && next === '' ? null : next);
  return control.long ? (
    <textarea rows={4} value={typed} onChange={({ target }) => read(target.value)} dir="auto" {...rest} />
  ) : (
    <input value={typed} onChange={({ target }) => read(target.value)} {...rest} />
  );
}

const NULL = 'null';

interface ChoiceProps extends Omit<InputProps, 'control'> {
  values: (string | number | boolean)[];
  nullable: boolean;
}

/** Options have the JSON of their values: a number stays a number. */
function Choice({ values, nullable, value, onChange, ...rest }: ChoiceProps) {
  return (
    <select
      value={JSON.stringify(value ?? null)}
      onChange={({ target }) => onChange(JSON.parse(target.value))}
      {...rest}
    >
      {nullable && <option value={NULL}>{text.form.automatic}</option>}
      {values.map((one) => (
        <option key={String(one)} value={JSON.stringify(one)}>
          {typeof one === 'boolean' ? (one ? text.form.yes : text.form.no) : String(one).replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  );
}

type NumberProps = Omit<InputProps, 'control'> & { control: Extract<Control, { kind: 'number' }> };

function NumberInput({ control: { schema, nullable, words }, value, onChange, ...rest }: NumberProps) {
  const isWord = typeof value === 'string';
  return (
    <span className="row">
      {(words.length > 0 || nullable) && (
        <Choice
          values={[...words, text.form.number]}
          nullable={nullable}
          value={typeof value === 'number' ? text.form.number : value}
          onChange={(chosen) => onChange(chosen === text.form.number ? (schema.minimum ?? 0) : chosen)}
          {...rest}
        />
      )}
      {(typeof value === 'number' || (words.length === 0 && !nullable && !isWord)) && (
        <input
          type="number"
          min={schema.minimum}
          max={schema.maximum}
          step={schema.type === 'integer' ? 1 : 'any'}
          value={value as number}
          onChange={({ target }) => Number.isFinite(target.valueAsNumber) && onChange(target.valueAsNumber)}
          {...(words.length > 0 || nullable ? { 'aria-label': text.form.number } : rest)}
        />
      )}
    </span>
  );
}

function JsonInput({ value, onChange, ...rest }: Omit<InputProps, 'control'>) {
  const [typed, setTyped] = useState(() => JSON.stringify(value, null, 2));
  const [isBroken, setBroken] = useState(false);
  const read = (next: string) => {
    setTyped(next);
    try {
      onChange(JSON.parse(next));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  return (
    <>
      <textarea
        className="mono"
        rows={4}
        value={typed}
        aria-invalid={isBroken}
        // The browser keeps the form until it is valid, and says why.
        ref={(input) => input?.setCustomValidity(isBroken ? text.form.notJson : '')}
        onChange={({ target }) => read(target.value)}
        {...rest}
      />
      <span className="fault" role="alert">
        {isBroken && text.form.notJson}
      </span>
    </>
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
