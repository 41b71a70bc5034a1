import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { type GuestSession, VoiceloomError } from '@voiceloom/sdk';
import { useState } from 'react';
import { client, enterAs, isGone, queries } from '../../api/client.ts';
import { MAX_LENGTHS } from '../../api/lengths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { GuestReview } from '../review/review.tsx';

const words = text.enter;

/** The page of a share link. Its secret is the fragment of the URL, so it reaches no log and works after a reload. */
function EnterScreen() {
  const [guestSession, setGuestSession] = useState<GuestSession>();
  return (
    <main id="content">
      {guestSession ? <GuestReview session={guestSession} /> : <EnterForm onEnter={setGuestSession} />}
    </main>
  );
}

/** Asks a guest for a name, and for a passcode if the link needs one. */
function EnterForm({ onEnter }: { onEnter: (session: GuestSession) => void }) {
  const [name, setName] = useState('');
  const [passcode, setPasscode] = useState('');
  const [needsPasscode, askPasscode] = useState(false);
  const enter = useMutation({
    mutationFn: async (code: string) => {
      const token = location.hash.slice(1);
      const session = await client.reviews.enter({ token, name, passcode: code || null });
      enterAs(session.token);
      return session;
    },
    onSuccess: onEnter,
    onError: (error) => {
      if (isDenied(error)) askPasscode(true);
    },
  });
  // The first attempt without a passcode is not a failure: only the link knows whether it needs one.
  const isFirst = needsPasscode && enter.variables === '';
  const isWrong = needsPasscode && !isFirst && isDenied(enter.error);
  return (
    <RequestForm className="sign-in" isPending={enter.isPending} onSend={() => enter.mutate(passcode)}>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {isGone(enter.error) && (
        <p className="notice warn" role="alert">
          {words.ended}
        </p>
      )}
      {enter.isError && !isGone(enter.error) && !isDenied(enter.error) && <Failure error={enter.error} />}
      <div className="field">
        <label htmlFor="guest-name">{words.name}</label>
        <input
          id="guest-name"
          required
          // biome-ignore lint/a11y/noAutofocus: a guest can do nothing before it is filled
          autoFocus
          maxLength={MAX_LENGTHS.guestName}
          autoComplete="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      {needsPasscode && (
        <div className="field">
          <label htmlFor="guest-passcode">{words.passcode}</label>
          <input
            id="guest-passcode"
            type="password"
            required
            // biome-ignore lint/a11y/noAutofocus: the service requires the passcode now
            autoFocus
            maxLength={MAX_LENGTHS.passcode}
            autoComplete="off"
            aria-describedby="guest-passcode-help"
            aria-invalid={isWrong}
            value={passcode}
            onChange={({ target }) => setPasscode(target.value)}
          />
          <p
            id="guest-passcode-help"
            className={isWrong ? 'wrong' : 'soft'}
            role={isWrong ? 'alert' : 'status'}
          >
            {isWrong ? words.passcodeWrong : words.passcodeNeeded}
          </p>
        </div>
      )}
      <RequestButton type="submit" className="button primary" isPending={enter.isPending}>
        {words.enter}
      </RequestButton>
    </RequestForm>
  );
}

/** The passcode is missing or wrong. */
const isDenied = (error: unknown): boolean => error instanceof VoiceloomError && error.status === 403;

const root = createRootRoute();
const enter = createRoute({ path: '/enter', getParentRoute: () => root, component: EnterScreen });
const router = createRouter({ routeTree: root.addChildren([enter]), basepath: '/studio' });

/** Guests can use only this page. The other pages require an account. */
export function GuestApp() {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  );
}
