import { useQuery } from '@tanstack/react-query';
import type { CastVoice, SpeechProviderId, Voice, VoicesListQuery } from '@voiceloom/sdk';
import { useDeferredValue, useState } from 'react';
import { Button, Dialog, Heading, Input, Modal, ModalOverlay, SearchField } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { useProviders } from '../../api/providers.ts';
import { PlayVoice } from '../../parts/player.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';

const words = text.setup;
const MAX_VOICES = 50;
const MAX_SIMILAR = 6;

/** The voices that a provider still has. */
async function listActive(query: VoicesListQuery): Promise<Voice[]> {
  const voices = await client.voices.list(query).toArray({ limit: MAX_VOICES });
  return voices.filter(({ is_active }) => is_active);
}

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
      return listActive(query);
    },
    placeholderData: (last) => last,
  });
  // No language filter matches voices that declare no language.
  const anyLanguage = useQuery({
    queryKey: ['voices', 'any-language', provider, search],
    queryFn: () => {
      const { provider: only } = filter;
      const query = { any_language: true, ...(only && { provider: only }), ...(search && { search }) };
      return listActive(query);
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
  const listProps = { locale, current, onUse };
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
        <VoiceList {...listProps} title={words.similar(like.name)} voices={close} />
      )}
      <Loaded query={voices}>
        {(list) => {
          if (list.length === 0 && anyLanguage.data?.length === 0) return <Empty>{words.noVoices}</Empty>;
          const otherVoices = list.filter(({ id }) => close.every((voice) => voice.id !== id));
          return (
            otherVoices.length > 0 && <VoiceList {...listProps} title={otherTitle} voices={otherVoices} />
          );
        }}
      </Loaded>
      <Loaded query={anyLanguage} rows={1}>
        {(list) =>
          list.length > 0 && (
            <VoiceList {...listProps} title={words.anyLanguage} help={words.anyLanguageHelp} voices={list} />
          )
        }
      </Loaded>
    </>
  );
}

function VoiceList(props: {
  title: string;
  help?: string;
  voices: Voice[];
  /** The language that the voices are to speak. */
  locale: string;
  current: CastVoice | undefined;
  onUse: (voice: Voice) => void;
}) {
  const { title, help, voices, locale, current, onUse } = props;
  const providers = useProviders();
  const findProvider = (id: string) => providers.data?.find((provider) => provider.id === id);
  return (
    <section>
      <h3>{title}</h3>
      {help !== undefined && <p className="soft">{help}</p>}
      <ul className="voices">
        {voices.map((voice) => (
          <li key={voice.id}>
            <PlayVoice voice={voice} locale={locale} hasSample={voice.sample_url !== null} />
            <span>
              {voice.name}{' '}
              <span className="soft">
                {[
                  voice.descriptor ?? voice.gender,
                  findProvider(voice.provider)?.display_name ?? voice.provider,
                  voice.quality === 'draft' && words.draftVoice,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>{' '}
              {findProvider(voice.provider)?.available === false && (
                <span className="status warn">{words.unavailable}</span>
              )}{' '}
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
