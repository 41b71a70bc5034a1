import { useState } from 'react';
import { Button } from 'react-aria-components';
import { text } from '../text/en.ts';
import { type Entry, entriesOf, ID, isDouble, textsByName } from './schema.ts';

const words = text.form;
/** A language code. The service knows which ones exist. */
export const LANGUAGE = '[A-Za-z]{2,3}([\\-_][A-Za-z0-9]{2,8})*';
const NEW: Entry = { group: '', name: '', text: '' };

interface Props {
  /** Whether a text can be for one language. */
  groups: boolean;
  /** Whether the names are language codes. */
  isByLocale: boolean;
  /** Whether the texts are IDs. */
  isId: boolean;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
}

/** A form with one row for each name and its text. */
export function Texts({ groups, isByLocale, isId, value, onChange }: Props) {
  const [entries, setEntries] = useState(() => {
    const all = entriesOf(value);
    return all.length > 0 ? all : [NEW];
  });
  const change = (next: Entry[]) => {
    setEntries(next);
    onChange(textsByName(next));
  };
  const set = (index: number, part: Partial<Entry>) =>
    change(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)));
  return (
    <>
      <ul className="texts">
        {entries.map((entry, index) => {
          const field = (name: keyof Entry, label: string, isRequired: boolean) => (
            <input
              aria-label={label}
              placeholder={name === 'group' ? words.allLocales : label}
              dir="auto"
              value={entry[name]}
              required={isRequired}
              {...((name === 'group' || (name === 'name' && isByLocale)) && {
                pattern: LANGUAGE,
                title: words.localeHelp,
              })}
              {...(name === 'text' && isId && { className: 'mono id', pattern: ID, title: words.id })}
              onChange={({ target }) => set(index, { [name]: target.value })}
              ref={(input) =>
                input?.setCustomValidity(name === 'name' && isDouble(entries, index) ? words.double : '')
              }
            />
          );
          return (
            <li key={index}>
              {field('name', isByLocale ? words.locale : words.name, entry.text !== '' || entry.group !== '')}
              {groups && field('group', words.locale, false)}
              {field('text', isId ? words.idName : words.text, false)}
              <Button
                className="button small"
                aria-label={words.removeRow(entry.name)}
                onPress={() => change(entries.filter((_, at) => at !== index))}
              >
                <span aria-hidden="true">✕</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <Button className="button small" onPress={() => change([...entries, NEW])}>
        {words.addRow}
      </Button>
    </>
  );
}
