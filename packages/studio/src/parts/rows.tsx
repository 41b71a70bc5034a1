import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { text } from '../text/en.ts';
import { LANGUAGE } from './texts.tsx';

const words = text.form;

interface Row {
  id: number;
  name: string;
  value: unknown;
}

/** One row for each value of an object or a list. */
export function Rows(props: {
  value: Record<string, unknown> | unknown[];
  /** The label of row names; undefined for a list, whose rows have no names. */
  nameLabel: string | undefined;
  isByLocale?: boolean;
  /** Whether a value has several fields. If rows have names, these fields are shown on demand. */
  isLarge: boolean;
  start: () => unknown;
  onChange: (value: Record<string, unknown> | unknown[]) => void;
  children: (value: unknown, onChange: (value: unknown) => void) => ReactNode;
}) {
  const { value, nameLabel, isByLocale, isLarge, start, onChange, children } = props;
  const [rows, setRows] = useState<Row[]>(() =>
    Object.entries(value).map(([name, rowValue], id) => ({ id, name, value: rowValue })),
  );
  const change = (newRows: Row[]) => {
    setRows(newRows);
    if (nameLabel === undefined) return onChange(newRows.map((row) => row.value));
    // A row without a name is ignored.
    const entries = newRows.filter(({ name }) => name !== '').map((row) => [row.name, row.value] as const);
    onChange(Object.fromEntries(entries));
  };
  const set = (id: number, part: Partial<Row>) =>
    change(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const isFolded = isLarge && nameLabel !== undefined;
  const nextId = Math.max(-1, ...rows.map(({ id }) => id)) + 1;
  return (
    <>
      {rows.length > 0 && (
        <ul className="rows-by-name">
          {rows.map(({ id, name, value: rowValue }, index) => {
            const label = nameLabel === undefined ? String(index + 1) : name;
            const body = children(rowValue, (newValue) => set(id, { value: newValue }));
            const isDuplicate = name !== '' && rows.slice(0, index).some((row) => row.name === name);
            return (
              <li key={id} className={isLarge ? 'large' : undefined}>
                <fieldset aria-label={label || words.newRow}>
                  {nameLabel !== undefined && (
                    <input
                      aria-label={nameLabel}
                      placeholder={nameLabel}
                      dir="auto"
                      required
                      value={name}
                      {...(isByLocale && { pattern: LANGUAGE, title: words.localeHelp })}
                      onChange={({ target }) => set(id, { name: target.value })}
                      ref={(input) => input?.setCustomValidity(isDuplicate ? words.duplicate : '')}
                    />
                  )}
                  {!isFolded && body}
                  <Button
                    className="button small"
                    aria-label={words.removeRow(label)}
                    onPress={() => change(rows.filter((row) => row.id !== id))}
                  >
                    <span aria-hidden="true">✕</span>
                  </Button>
                  {isFolded && <Folded isNew={name === ''}>{body}</Folded>}
                </fieldset>
              </li>
            );
          })}
        </ul>
      )}
      <Button
        className="button small"
        onPress={() =>
          change([
            ...rows,
            { id: nextId, name: nameLabel === undefined ? String(nextId) : '', value: start() },
          ])
        }
      >
        {words.addRow}
      </Button>
    </>
  );
}

/**
 * Opens automatically if an input in it prevents saving, because a browser cannot show errors in collapsed
 * content.
 */
function Folded({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isNew);
  // The inputs are created when they are first shown, and then stay, so that the form can check them.
  const [wasOpen, setWasOpen] = useState(isNew);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        if (currentTarget.open) setWasOpen(true);
      }}
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true;
      }}
    >
      <summary>{text.nav.settings}</summary>
      {wasOpen && <div className="nested">{children}</div>}
    </details>
  );
}
