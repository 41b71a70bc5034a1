import type { Review } from '@voiceloom/sdk';
import { count, language } from '../../format/format.ts';
import { text } from '../../text/en.ts';

const words = text.review;

interface Props {
  progress: Review['progress'];
  current: string | undefined;
  onChoose: (locale: string | undefined) => void;
}

/** The languages of a review and how far each is. */
export function Locales({ progress, current, onChoose }: Props) {
  const items = progress.reduce((sum, one) => sum + one.items_count, 0);
  const open = progress.reduce((sum, one) => sum + one.open_count, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways
    <section className="locales" tabIndex={0} aria-label={text.setup.locales}>
      {progress.length > 1 && (
        <Tab
          label={words.allLocales}
          total={items}
          open={open}
          isOn={current === undefined}
          onPress={() => onChoose(undefined)}
        />
      )}
      {progress.map(({ locale_code, items_count, open_count }) => (
        <Tab
          key={locale_code}
          label={language(locale_code)}
          total={items_count}
          open={open_count}
          isOn={current === locale_code || progress.length === 1}
          onPress={() => onChoose(locale_code)}
        />
      ))}
    </section>
  );
}

interface TabProps {
  label: string;
  total: number;
  open: number;
  isOn: boolean;
  onPress: () => void;
}

function Tab({ label, total, open, isOn, onPress }: TabProps) {
  const done = total - open;
  return (
    <button type="button" className={isOn ? 'locale on' : 'locale'} aria-pressed={isOn} onClick={onPress}>
      <span className="locale-name">
        {label} <span className="soft numbers">{words.done(count(done), count(total))}</span>
      </span>
      <progress aria-label={words.progressOf(label)} value={done} max={Math.max(1, total)} />
    </button>
  );
}
