import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { CastVoice, SpeechProviderId, Voice, Workflow } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { client, describeError } from '../../api/client.ts';
import { language } from '../../format/format.ts';
import { PlayVoice } from '../../parts/player.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { text } from '../../text/en.ts';
import { getCast, isGenerator, withVoice } from './definition.ts';
import {
  assignOwnVoices,
  type ChosenVoice,
  isVoiceShared,
  sharedVoices,
  type VoiceSearch,
} from './own-voices.ts';
import type { Change } from './production.ts';
import { VoiceDialog } from './voices.tsx';

const words = text.setup;
/** The limits of the table. Larger casts need a casting sheet. */
const MAX_CHARACTERS = 40;
const MAX_LOCALES = 20;

const SEARCH: VoiceSearch = {
  list: async (language, provider) => {
    const filter = { provider: provider as SpeechProviderId };
    const page = { limit: MAX_CHARACTERS };
    const [voices, others] = await Promise.all([
      client.voices.list({ ...filter, language }).toArray(page),
      client.voices.list({ ...filter, any_language: true }).toArray(page),
    ]);
    return [...voices, ...others].filter(({ is_active }) => is_active);
  },
  similar: (id, language) => client.voices.similar(id, { language, limit: 10 }),
};

interface Cell {
  character_name: string | null;
  locale_code: string;
}

const cellKey = ({ character_name, locale_code }: Cell) => JSON.stringify([character_name, locale_code]);

/** A voice for each character in each locale of the script. */
export function CastCard(props: {
  workflow: Workflow;
  /** The voices that the service assigns. */
  voices: readonly CastVoice[];
  /** Whether the workflow has changed since `voices` were read. */
  isStale: boolean;
  onChange: (change: Change) => void;
}) {
  const { workflow, voices, isStale, onChange } = props;
  const [openCell, setOpen] = useState<Cell>();
  const [choices, setChoices] = useState<ReadonlyMap<string, Voice>>(new Map());
  /** The choices that `voices` do not include yet. */
  const newChoices = isStale ? choices : new Map<string, Voice>();
  const share = useMutation({
    mutationFn: () => assignOwnVoices(voices, SEARCH),
    onSuccess: (assignments) => {
      if (assignments.length === 0) return;
      onChange((definition) => assignments.reduce(withVoice, definition));
      const allChoices = new Map(newChoices);
      for (const { character, locale, voice } of assignments)
        allChoices.set(cellKey({ character_name: character, locale_code: locale }), voice);
      setChoices(allChoices);
    },
  });
  const generator = workflow.definition.graph.nodes.find(isGenerator);
  if (generator === undefined || voices.length === 0) return null;
  const roles = [...Map.groupBy(voices, ({ character_name }) => character_name)];
  const anyone = roles.length > 1 ? words.noCharacter : words.everyone;
  const getLabel = ({ character_name, locale_code }: Cell) =>
    words.chooseVoice(character_name ?? anyone, language(locale_code));
  return (
    <section className="card" aria-labelledby="cast">
      <h2 id="cast">{words.cast}</h2>
      <p className="soft">{words.castHelp}</p>
      {isVoiceShared(voices) && !isStale && <SharedVoices voices={voices} share={share} />}
      <div className="cast">
        {roles.slice(0, MAX_CHARACTERS).map(([character, cells]) => (
          <div key={character} className="role">
            <h3 dir="auto">{character ?? anyone}</h3>
            <ul>
              {/* One cell for each locale: if two generators speak the same character, both get the chosen voice. */}
              {cells
                .filter(
                  (cell, index) =>
                    cells.findIndex((otherCell) => otherCell.locale_code === cell.locale_code) === index,
                )
                .slice(0, MAX_LOCALES)
                .map((cell) => (
                  <CastCell
                    key={cell.locale_code}
                    label={getLabel(cell)}
                    cell={cell}
                    choice={newChoices.get(cellKey(cell))}
                    onPress={() => setOpen(cell)}
                  />
                ))}
            </ul>
          </div>
        ))}
      </div>
      {roles.length > MAX_CHARACTERS && <p className="soft">{words.moreCharacters(MAX_CHARACTERS)}</p>}
      {openCell && (
        <VoiceDialog
          title={getLabel(openCell)}
          locale={openCell.locale_code}
          provider={openCell.character_name === null ? getCast(generator).provider : undefined}
          current={voices.find((cell) => cellKey(cell) === cellKey(openCell))}
          like={findOtherChoice(voices, openCell)?.voice}
          onClose={() => setOpen(undefined)}
          onUse={(voice) => {
            const { character_name: character, locale_code: locale } = openCell;
            onChange((definition) => withVoice(definition, { character, locale, voice }));
            setChoices(new Map([...newChoices, [cellKey(openCell), voice]]));
            setOpen(undefined);
          }}
        />
      )}
    </section>
  );
}

/** Offers to give each character its own voice. */
function SharedVoices(props: {
  voices: readonly CastVoice[];
  share: UseMutationResult<ChosenVoice[], Error, void>;
}) {
  const { voices, share } = props;
  return (
    <div className="notice warn">
      <p>{words.sameVoice}</p>
      {share.isError && <p role="alert">{describeError(share.error).message}</p>}
      {share.data?.length === 0 && <p role="status">{words.noOtherVoices}</p>}
      {/* Replaces only default voices. */}
      {sharedVoices(voices).length > 0 && (
        <RequestButton className="button" isPending={share.isPending} onPress={() => share.mutate()}>
          {words.ownVoices}
        </RequestButton>
      )}
    </div>
  );
}

/** The voice that a person chose for the character in another locale. */
const findOtherChoice = (voices: readonly CastVoice[], cell: Cell) =>
  voices.find(
    ({ chosen, character_name, locale_code }) =>
      chosen && character_name === cell.character_name && locale_code !== cell.locale_code,
  );

/** The voice of one character in one language. A press opens the choice of another one. */
function CastCell(props: {
  label: string;
  cell: CastVoice;
  /** The choice that the cell does not include yet. */
  choice: Voice | undefined;
  onPress: () => void;
}) {
  const { label, cell, choice, onPress } = props;
  const voice = choice ?? cell.voice;
  const name = voice?.name ?? words.noVoice;
  const isDefault = choice === undefined && voice !== null && !cell.chosen;
  return (
    <li className="cell">
      <span className="soft">
        {[language(cell.locale_code), isDefault && words.isDefault].filter(Boolean).join(' · ')}
      </span>
      <Button
        className="button small"
        aria-label={`${label}: ${[name, isDefault && words.defaultVoice].filter(Boolean).join(', ')}`}
        onPress={onPress}
      >
        {name}
      </Button>
      {voice && <PlayVoice voice={voice} locale={cell.locale_code} />}
    </li>
  );
}
