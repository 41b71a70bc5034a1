import { useMutation, useQuery } from '@tanstack/react-query';
import type { GuestPermission, NewReviewLink, Review, ReviewFilter, ReviewLink } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { MAX_LENGTHS, MIN_PASSCODE_LENGTH } from '../../api/lengths.ts';
import { count, language, when } from '../../format/format.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { reviewKey } from './data/cache.ts';
import { readLinksAgain, useLinks } from './data/links.ts';
import { useCharacters } from './filters.tsx';

const words = text.review.share;
const PERMISSIONS: GuestPermission[] = ['listen', 'comment', 'decide'];
/** The choices for the lifetime of a link. The last one is the maximum of the service. */
const DAYS = [1, 7, 14, 30, 90];
const DAY_MS = 86_400_000;
/** Subtracted from the expiry time, so that the maximum is still allowed when the request arrives. */
const MARGIN_MS = 60_000;
/** The host names of links that lead to the machine that opens them. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Creates, lists and revokes the share links of a review. */
export function ShareDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const links = useLinks(review.id);
  const [newLink, setNewLink] = useState<NewReviewLink>();
  const revoke = useMutation({
    mutationFn: async (id: string) => await client.reviews.revokeLink(review.id, id),
    onSuccess: () => readLinksAgain(review.id),
  });
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal">
        <Dialog className="dialog">
          <div className="head">
            <Heading slot="title">{words.title}</Heading>
            <Button className="button quiet" onPress={onClose}>
              {text.close}
            </Button>
          </div>
          {newLink && <Secret onDone={() => setNewLink(undefined)}>{newLink.url}</Secret>}
          {newLink && LOOPBACK.test(new URL(newLink.url).hostname) && (
            <p className="notice warn">{words.loopback}</p>
          )}
          <NewLink
            review={review}
            onCreate={(link) => {
              setNewLink(link);
              void readLinksAgain(review.id);
            }}
          />
          {revoke.isError && <Failure error={revoke.error} />}
          <Loaded query={links} rows={2}>
            {(list) => (
              <ul className="entries">
                {list.length === 0 && <li className="soft">{words.none}</li>}
                {list.map((link) => (
                  <li key={link.id}>
                    <span dir="auto">
                      {link.label} <span className="soft">{describeLink(link)}</span>
                    </span>
                    {link.revoked_at === null && (
                      <ConfirmButton
                        small
                        label={words.revoke}
                        name={words.revokeName(link.label)}
                        warning={words.revokeWarning}
                        onConfirm={() => revoke.mutate(link.id)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The rights of a link in words, such as “listen and comment · German · with a passcode”. */
function describeLink(link: ReviewLink): string {
  const facts = [
    words.permissions[link.permission],
    link.locales?.map(language).join(', '),
    link.characters?.map((name) => name || text.review.nobody).join(', '),
    link.has_passcode && words.passcode,
    link.revoked_at === null ? words.until(when(link.expires_at)) : words.revoked,
  ];
  return facts.filter(Boolean).join(' · ');
}

/** A form for a new link, with the lines that its guests see and what they may do. */
function NewLink({ review, onCreate }: { review: Review; onCreate: (link: NewReviewLink) => void }) {
  const [label, setLabel] = useState('');
  const [permission, setPermission] = useState<GuestPermission>('comment');
  const [locale, setLocale] = useState('');
  /** The index of the character; empty for all characters. */
  const [character, setCharacter] = useState('');
  const [days, setDays] = useState(14);
  const [passcode, setPasscode] = useState('');
  const names = useCharacters(review, false);
  const scope: { locales: string[] | null; characters: string[] | null } = {
    locales: null,
    characters: null,
  };
  if (locale !== '') scope.locales = [locale];
  if (character !== '') scope.characters = [names[Number(character)] ?? ''];
  const create = useMutation({
    mutationFn: async () =>
      await client.reviews.createLink(review.id, {
        label,
        permission,
        ...scope,
        passcode: passcode || null,
        expires_at: new Date(Date.now() + days * DAY_MS - MARGIN_MS).toISOString(),
      }),
    onSuccess: (link) => {
      setLabel('');
      setPasscode('');
      onCreate(link);
    },
  });
  // Approval locks the take of a line, and guests cannot change what others approved.
  const { data: lockedLines = 0 } = useQuery({
    queryKey: [...reviewKey(review.id), 'held', scope],
    queryFn: async () => {
      const filter: ReviewFilter = { decision: ['approved'] };
      if (scope.locales) filter.locale = scope.locales;
      if (scope.characters) filter.character = scope.characters;
      const { total } = await client.reviews.items(review.id, { ...filter, limit: 1 });
      return total;
    },
    enabled: permission === 'decide',
  });
  return (
    <RequestForm className="row" isPending={create.isPending} onSend={create.mutate}>
      <label className="field">
        <span>{words.label}</span>
        <input
          required
          maxLength={MAX_LENGTHS.linkLabel}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
      </label>
      <label className="field">
        <span>{words.permission}</span>
        <select value={permission} onChange={({ target }) => setPermission(target.value as GuestPermission)}>
          {PERMISSIONS.map((permission) => (
            <option key={permission} value={permission}>
              {words.permissions[permission]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{text.setup.locale}</span>
        <select value={locale} onChange={({ target }) => setLocale(target.value)}>
          <option value="">{text.review.allLocales}</option>
          {review.progress.map(({ locale_code }) => (
            <option key={locale_code} value={locale_code}>
              {language(locale_code)}
            </option>
          ))}
        </select>
      </label>
      {names.length > 1 && (
        <label className="field">
          <span>{text.review.columns.character}</span>
          <select value={character} onChange={({ target }) => setCharacter(target.value)}>
            <option value="">{words.allCharacters}</option>
            {names.map((name, index) => (
              <option key={name} value={index}>
                {name ?? text.review.nobody}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="field">
        <span>{words.works}</span>
        <select value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {words.days(days)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{words.newPasscode(MIN_PASSCODE_LENGTH)}</span>
        <input
          minLength={MIN_PASSCODE_LENGTH}
          maxLength={MAX_LENGTHS.passcode}
          autoComplete="off"
          value={passcode}
          onChange={({ target }) => setPasscode(target.value)}
        />
      </label>
      <RequestButton type="submit" className="button primary" isPending={create.isPending}>
        {words.create}
      </RequestButton>
      {permission === 'decide' && lockedLines > 0 && <p className="soft">{words.held(count(lockedLines))}</p>}
      {create.isError && <Failure error={create.error} />}
    </RequestForm>
  );
}
