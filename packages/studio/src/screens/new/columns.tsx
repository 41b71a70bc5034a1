import type { SourceReading } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { LANGUAGE } from '../../parts/texts.tsx';
import { text } from '../../text/en.ts';
import { type ColumnUse, columnsConfig, columnUses, FIELDS, isDuplicateUse } from './column-uses.ts';

const words = text.columns;

/** The purpose of each column of the script. Opens automatically if no text column was found. */
export function Columns(props: {
  reading: SourceReading['reading'];
  onSave: (columns: Record<string, unknown>) => void;
}) {
  const { reading, onSave } = props;
  const readUses = columnUses(reading);
  const [edits, setEdits] = useState<ColumnUse[]>();
  const uses = edits ?? readUses;
  if (readUses.length === 0) return null;
  return (
    <details open={reading.line_count === 0 || undefined}>
      <summary>{words.title}</summary>
      <form
        className="columns-form"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(columnsConfig(uses));
        }}
      >
        <table className="rows tight columns">
          <thead>
            <tr>
              <th scope="col">{words.column}</th>
              <th scope="col">{words.use}</th>
            </tr>
          </thead>
          <tbody>
            {uses.map((columnUse, index) => (
              <tr key={`${columnUse.column} ${index}`}>
                <td dir="auto">{columnUse.column}</td>
                <td>
                  <select
                    aria-label={words.useOf(columnUse.column)}
                    value={columnUse.use}
                    onChange={({ target }) =>
                      setEdits(
                        uses.with(index, { ...columnUse, use: target.value as ColumnUse['use'], locale: '' }),
                      )
                    }
                    ref={(select) =>
                      select?.setCustomValidity(
                        columnUse.use !== 'text' && isDuplicateUse(uses, columnUse) ? words.twice : '',
                      )
                    }
                  >
                    <option value="">{words.unused}</option>
                    <option value="text">{words.text}</option>
                    {FIELDS.map((field) => (
                      <option key={field} value={field}>
                        {words.fields[field]}
                      </option>
                    ))}
                  </select>{' '}
                  {columnUse.use === 'text' && (
                    <input
                      className="language"
                      aria-label={words.languageOf(columnUse.column)}
                      placeholder={words.anyLanguage}
                      pattern={LANGUAGE}
                      title={text.form.localeHelp}
                      value={columnUse.locale}
                      onChange={({ target }) =>
                        setEdits(uses.with(index, { ...columnUse, locale: target.value }))
                      }
                      ref={(input) =>
                        input?.setCustomValidity(isDuplicateUse(uses, columnUse) ? words.twice : '')
                      }
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="soft">{words.help}</p>
        <Button type="submit" className="button">
          {words.save}
        </Button>
      </form>
    </details>
  );
}
