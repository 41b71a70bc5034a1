import { useQuery } from '@tanstack/react-query';
import type { CastVoice, SpeechProviderId, Voice } from '@voiceloom/sdk';
import { useDeferredValue, useState } from 'react';
import { Button, Dialog, Heading, Input, Modal, ModalOverlay, SearchField } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { PlayVoice } from '../../parts/player.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';

const words = text.setup;
const MAX_VOICES = 50;
const MAX_SIMILAR = 6;

interface Props {
  title: string;
  locale: string;
  /** If set, the dialog shows only voices of this provider. */
  provider: string | undefined;
  /** The current voice. */
  current: CastVoice | undefined;
  /** The voice of the character in another language. The dialog suggests voices that sound like the same person. */
  like: CastVoice['voice'] | undefined;
  onUse: (voice: Voice) => void;
  onClose: () => void;
}

/** Finds a voice by listening. */
export function VoiceDialog({ title, onClose, ...props }: Props) {
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal">
        <Dialog className="dialog">
          <div className="head">
            <Heading slot="title">{title}</Heading>
            <Button className="button quiet" onPress={onClose}>
              {text.close}
            </Button>
          </div>
          <Voices {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Voices(props: Omit<Props, 'title' | 'onClose'>) {
  const { locale, provider, current, onUse } = props;
  const [query, setQuery] = useState('');
  const search = useDeferredValue(query.trim());
  const filter: { language: string; provider?: SpeechProviderId } = { language: locale };
  if (provider) filter.provider = provider as SpeechProviderId;
  const voices = useQuery({
    queryKey: ['voices', filter, search],
    queryFn: () => {
      const query = search ? { ...filter, search } : filter;
      return client.voices.list(query).toArray({ limit: MAX_VOICES });
    },
    placeholderData: (last) => last,
  });
  const like = props.like ?? current?.voice;
  const similar = useQuery({
    queryKey: ['similar', like?.id, locale],
    queryFn: () => client.voices.similar(like?.id ?? '', { language: locale, limit: MAX_SIMILAR }),
    enabled: like != null,
  });
  let close: Voice[] = [];
  if (search === '' && similar.data)
    close = similar.data.filter(
      (voice) => (!provider || voice.provider === provider) && voice.id !== current?.voice?.id,
    );
  const otherTitle = close.length > 0 ? words.others : words.all;
  return (
    <>
      <SearchField
        className="search"
        aria-label={words.searchVoices}
        value={query}
        onChange={setQuery}
        autoFocus
      >
        <Input placeholder={words.searchVoices} />
      </SearchField>
      {like && close.length > 0 && (
        <VoiceList title={words.similar(like.name)} voices={close} current={current} onUse={onUse} />
      )}
      <Loaded query={voices}>
        {(list) => {
          if (list.length === 0) return <Empty>{words.noVoices}</Empty>;
          const otherVoices = list.filter(({ id }) => close.every((voice) => voice.id !== id));
          return (
            otherVoices.length > 0 && (
              <VoiceList title={otherTitle} voices={otherVoices} current={current} onUse={onUse} />
            )
          );
        }}
      </Loaded>
    </>
  );
}

function VoiceList(props: {
  title: string;
  voices: Voice[];
  current: CastVoice | undefined;
  onUse: (voice: Voice) => void;
}) {
  const { title, voices, current, onUse } = props;
  return (
    <section>
      <h3>{title}</h3>
      <ul className="voices">
        {voices.map((voice) => (
          <li key={voice.id}>
            <PlayVoice id={voice.id} name={voice.name} />
            <span>
              {voice.name}{' '}
              <span className="soft">
                {[voice.descriptor ?? voice.gender, voice.provider, voice.quality && words.draftVoice]
                  .filter(Boolean)
                  .join(' · ')}
              </span>{' '}
              {voice.id === current?.voice?.id && (
                <span className="status run">{current.chosen ? words.current : words.defaultVoice}</span>
              )}
            </span>
            {!(voice.id === current?.voice?.id && current.chosen) && (
              <Button
                className="button small"
                aria-label={words.useVoice(voice.name)}
                onPress={() => onUse(voice)}
              >
                {words.use}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
