import { useQuery } from '@tanstack/react-query';
import type { SourceReading, Voice, Workflow } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { language } from '../../format/format.ts';
import { PlayVoice } from '../../parts/player.tsx';
import { text } from '../../text/en.ts';
import { castOf, isGenerator, languageOf, voiceElsewhere, voiceOf, withVoice } from './definition.ts';
import type { Change } from './production.ts';
import { VoiceDialog } from './voices.tsx';

const words = text.setup;
/** The limits of the table. Larger casts need a casting sheet. */
const MAX_CHARACTERS = 40;
const MAX_LOCALES = 20;

interface Cell {
  character: string | null;
  locale: string;
}

interface Props {
  workflow: Workflow;
  readings: SourceReading[];
  onChange: (change: Change) => void;
}

/** A voice for each character in each locale of the script. */
export function CastCard({ workflow, readings, onChange }: Props) {
  const [open, setOpen] = useState<Cell>();
  const locales = unique(readings.flatMap(({ reading }) => reading.locales.map((one) => one.locale_code)));
  const characters = unique(
    readings.flatMap(({ reading }) => reading.characters.map((one) => one.character_name)),
  );
  const generator = workflow.definition.graph.nodes.find(isGenerator);
  if (generator === undefined || locales.length === 0) return null;
  const cast = castOf(generator);
  const ids = characters.flatMap((character) => locales.map((locale) => voiceOf(cast, character, locale)));
  const label = (cell: Cell) => words.chooseVoice(cell.character ?? words.everyone, language(cell.locale));
  return (
    <section className="card" aria-labelledby="cast">
      <h2 id="cast">{words.cast}</h2>
      <p className="soft">{words.castHelp}</p>
      <div className="cast">
        {characters.slice(0, MAX_CHARACTERS).map((character) => (
          <div key={character} className="role">
            <h3 dir="auto">{character ?? words.everyone}</h3>
            <ul>
              {locales.slice(0, MAX_LOCALES).map((locale) => (
                <CastCell
                  key={locale}
                  locale={locale}
                  label={label({ character, locale })}
                  voiceId={voiceOf(cast, character, locale)}
                  onPress={() => setOpen({ character, locale })}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {open && (
        <VoiceDialog
          title={label(open)}
          locale={open.locale}
          provider={open.character === null ? cast.provider : undefined}
          current={voiceOf(cast, open.character, open.locale)}
          like={voiceElsewhere(cast, open.character, open.locale)}
          used={unique(ids.filter((id) => id !== undefined))}
          onClose={() => setOpen(undefined)}
          onUse={(voice) => {
            onChange((definition) => withVoice(definition, { ...open, voice }));
            setOpen(undefined);
          }}
        />
      )}
    </section>
  );
}

const unique = <T,>(list: T[]): T[] => [...new Set(list)];

interface CellProps {
  locale: string;
  label: string;
  voiceId: string | undefined;
  onPress: () => void;
}

function CastCell({ locale, label, voiceId, onPress }: CellProps) {
  const { data: chosen } = useVoice(voiceId);
  // As the service does: a voice that does not speak the language gives way to the default one.
  const data = chosen && speaks(chosen, locale) ? chosen : undefined;
  const name = data?.name ?? (voiceId !== undefined && !chosen ? '…' : words.defaultVoice);
  return (
    <li className="cell">
      <span className="soft">{language(locale)}</span>
      <Button className="button small" aria-label={`${label}: ${name}`} onPress={onPress}>
        {name}
      </Button>
      {data && <PlayVoice id={data.id} name={data.name} />}
    </li>
  );
}

/** A voice for `de` or `de-at` also speaks `de-de`. */
const speaks = ({ supported_languages }: Voice, locale: string): boolean =>
  supported_languages.some((one) => languageOf(one) === languageOf(locale));

/** Cached: a cast uses few voices, however many cells it has. */
const useVoice = (id: string | undefined) =>
  useQuery<Voice>({
    queryKey: ['voice', id],
    queryFn: () => client.voices.get(id ?? ''),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
