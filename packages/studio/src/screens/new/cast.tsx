import { useMutation } from '@tanstack/react-query';
import type { CastVoice, SpeechProviderId, Voice, Workflow } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { client, factsOf } from '../../api/client.ts';
import { language } from '../../format/format.ts';
import { PlayVoice } from '../../parts/player.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { text } from '../../text/en.ts';
import { castOf, isGenerator, withVoice } from './definition.ts';
import { isVoiceShared, ownVoices, sharedVoices, type VoiceSearch } from './own-voices.ts';
import type { Change } from './production.ts';
import { VoiceDialog } from './voices.tsx';

const words = text.setup;
/** The limits of the table. Larger casts need a casting sheet. */
const MAX_CHARACTERS = 40;
const MAX_LOCALES = 20;

const SEARCH: VoiceSearch = {
  list: (language, provider) =>
    client.voices
      .list({ language, provider: provider as SpeechProviderId })
      .toArray({ limit: MAX_CHARACTERS }),
  similar: (id, language) => client.voices.similar(id, { language, limit: 10 }),
};

type Cell = Pick<CastVoice, 'character_name' | 'locale_code'>;

interface Props {
  workflow: Workflow;
  /** The voices that the service assigns. */
  voices: readonly CastVoice[];
  /** Whether the workflow has changed since `voices` were read. */
  isStale: boolean;
  onChange: (change: Change) => void;
}

/** A voice for each character in each locale of the script. */
export function CastCard({ workflow, voices, isStale, onChange }: Props) {
  const [open, setOpen] = useState<Cell>();
  const [changed, setChanged] = useState<ReadonlyMap<string, Voice>>(new Map());
  const share = useMutation({
    mutationFn: () => ownVoices(voices, SEARCH),
    onSuccess: (choices) => {
      if (choices.length === 0) return;
      onChange((definition) => choices.reduce(withVoice, definition));
      const given = choices.map(
        ({ character: character_name, locale: locale_code, voice }) =>
          [keyOf({ character_name, locale_code }), voice] as const,
      );
      setChanged(new Map([...(isStale ? changed : []), ...given]));
    },
  });
  const generator = workflow.definition.graph.nodes.find(isGenerator);
  if (generator === undefined || voices.length === 0) return null;
  const cast = castOf(generator);
  const roles = [...Map.groupBy(voices, ({ character_name }) => character_name)];
  const nobody = roles.length > 1 ? words.noCharacter : words.everyone;
  const label = ({ character_name, locale_code }: Cell) =>
    words.chooseVoice(character_name ?? nobody, language(locale_code));
  return (
    <section className="card" aria-labelledby="cast">
      <h2 id="cast">{words.cast}</h2>
      <p className="soft">{words.castHelp}</p>
      {isVoiceShared(voices) && !isStale && (
        <div className="notice warn">
          <p>{words.sameVoice}</p>
          {share.isError && <p role="alert">{factsOf(share.error).message}</p>}
          {share.data?.length === 0 && <p role="status">{words.noOtherVoices}</p>}
          {/* Replaces only default voices. */}
          {sharedVoices(voices).length > 0 && (
            <RequestButton className="button" isPending={share.isPending} onPress={() => share.mutate()}>
              {words.ownVoices}
            </RequestButton>
          )}
        </div>
      )}
      <div className="cast">
        {roles.slice(0, MAX_CHARACTERS).map(([character, own]) => (
          <div key={character} className="role">
            <h3 dir="auto">{character ?? nobody}</h3>
            <ul>
              {localesOf(own)
                .slice(0, MAX_LOCALES)
                .map((spoken) => (
                  <CastCell
                    key={spoken.locale_code}
                    label={label(spoken)}
                    spoken={spoken}
                    changed={isStale ? changed.get(keyOf(spoken)) : undefined}
                    onPress={() => setOpen(spoken)}
                  />
                ))}
            </ul>
          </div>
        ))}
      </div>
      {roles.length > MAX_CHARACTERS && <p className="soft">{words.moreCharacters(MAX_CHARACTERS)}</p>}
      {open && (
        <VoiceDialog
          title={label(open)}
          locale={open.locale_code}
          provider={open.character_name === null ? cast.provider : undefined}
          current={voices.find((one) => keyOf(one) === keyOf(open))}
          like={chosenElsewhere(voices, open)?.voice ?? undefined}
          onClose={() => setOpen(undefined)}
          onUse={(voice) => {
            const { character_name: character, locale_code: locale } = open;
            onChange((definition) => withVoice(definition, { character, locale, voice }));
            setChanged(new Map([...(isStale ? changed : []), [keyOf(open), voice]]));
            setOpen(undefined);
          }}
        />
      )}
    </section>
  );
}

const keyOf = ({ character_name, locale_code }: Cell) => JSON.stringify([character_name, locale_code]);

/** The voice that a person chose for the character in another locale. */
const chosenElsewhere = (voices: readonly CastVoice[], { character_name, locale_code }: Cell) =>
  voices.find(
    (one) => one.chosen && one.character_name === character_name && one.locale_code !== locale_code,
  );

/** One cell for each locale: if two generators speak the same character, both get the chosen voice. */
const localesOf = (own: readonly CastVoice[]): CastVoice[] =>
  own.filter((one, index) => own.findIndex(({ locale_code }) => locale_code === one.locale_code) === index);

interface CellProps {
  label: string;
  spoken: CastVoice;
  /** A recently chosen voice. */
  changed: Voice | undefined;
  onPress: () => void;
}

function CastCell({ label, spoken, changed, onPress }: CellProps) {
  const voice = changed ?? spoken.voice;
  const isDefault = changed === undefined && voice !== null && !spoken.chosen;
  const name = voice?.name ?? words.noVoice;
  return (
    <li className="cell">
      <span className="soft">
        {[language(spoken.locale_code), isDefault && words.isDefault].filter(Boolean).join(' · ')}
      </span>
      <Button
        className="button small"
        aria-label={`${label}: ${isDefault ? `${name}, ${words.defaultVoice}` : name}`}
        onPress={onPress}
      >
        {name}
      </Button>
      {voice && <PlayVoice id={voice.id} name={voice.name} />}
    </li>
  );
}
