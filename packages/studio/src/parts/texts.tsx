import { type ChangeEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { text } from '../text/en.ts';
import { type Entry, ID, isDuplicate, textsByName, toEntries } from './schema.ts';

const words = text.form;
/** A language code. The service knows which ones exist. */
export const LANGUAGE = '[A-Za-z]{2,3}([\\-_][A-Za-z0-9]{2,8})*';
const LANGUAGE_INPUT = { pattern: LANGUAGE, title: words.localeHelp };
const ID_INPUT = { className: 'mono id', pattern: ID, title: words.id };
const NEW: Entry = { group: '', name: '', text: '' };

/** A form with one row for each name and its text. */
export function Texts(props: {
  /** Whether a text can be for one language. */
  groups: boolean;
  /** Whether the names are language codes. */
  isByLocale: boolean;
  /** Whether the texts are IDs. */
  isId: boolean;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
}) {
  const { groups, isByLocale, isId, value, onChange } = props;
  const [entries, setEntries] = useState(() => {
    const storedEntries = toEntries(value);
    return storedEntries.length > 0 ? storedEntries : [NEW];
  });
  const change = (newEntries: Entry[]) => {
    setEntries(newEntries);
    onChange(textsByName(newEntries));
  };
  return (
    <>
      <ul className="texts">
        {entries.map((entry, index) => {
          const input = (name: keyof Entry, label: string) => ({
            'aria-label': label,
            placeholder: label,
            dir: 'auto',
            value: entry[name],
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
              change(entries.with(index, { ...entry, [name]: target.value })),
          });
          return (
            <li key={index}>
              <input
                {...input('name', isByLocale ? words.locale : words.name)}
                {...(isByLocale && LANGUAGE_INPUT)}
                required={entry.text !== '' || entry.group !== ''}
                ref={(element) =>
                  element?.setCustomValidity(isDuplicate(entries, index) ? words.duplicate : '')
                }
              />
              {groups && (
                <input {...input('group', words.locale)} {...LANGUAGE_INPUT} placeholder={words.allLocales} />
              )}
              <input {...input('text', isId ? words.idName : words.text)} {...(isId && ID_INPUT)} />
              <Button
                className="button small"
                aria-label={words.removeRow(entry.name)}
                onPress={() => change(entries.filter((_, position) => position !== index))}
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
