import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { GuestSession } from '@voiceloom/sdk';
import { useState } from 'react';
import { client, enterAs, isGone, queries } from '../../api/client.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { GuestReview } from '../review/review.tsx';

const words = text.enter;

/** The page of a share link. Its secret is the fragment of the address, which reaches no log; after a reload it still works. */
function EnterScreen() {
  const [entered, setEntered] = useState<GuestSession>();
  return (
    <main id="content">
      {entered ? <GuestReview session={entered} /> : <EnterForm onEntered={setEntered} />}
    </main>
  );
}

function EnterForm({ onEntered }: { onEntered: (session: GuestSession) => void }) {
  const [name, setName] = useState('');
  const [passcode, setPasscode] = useState('');
  const enter = useMutation({
    mutationFn: async () => {
      const token = location.hash.slice(1);
      const session = await client.reviews.enter({ token, name, passcode: passcode || null });
      enterAs(session.token);
      return session;
    },
    onSuccess: onEntered,
  });
  return (
    <RequestForm className="sign-in" isPending={enter.isPending} onSend={enter.mutate}>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {isGone(enter.error) && (
        <p className="notice warn" role="alert">
          {words.ended}
        </p>
      )}
      {enter.isError && !isGone(enter.error) && <Failure error={enter.error} />}
      <div className="field">
        <label htmlFor="guest-name">{words.name}</label>
        <input
          id="guest-name"
          required
          maxLength={80}
          autoComplete="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor="guest-passcode">{words.passcode}</label>
        <input
          id="guest-passcode"
          type="password"
          maxLength={200}
          autoComplete="off"
          value={passcode}
          onChange={({ target }) => setPasscode(target.value)}
        />
      </div>
      <RequestButton type="submit" className="button primary" isPending={enter.isPending}>
        {words.enter}
      </RequestButton>
    </RequestForm>
  );
}

const root = createRootRoute();
const enter = createRoute({ path: '/enter', getParentRoute: () => root, component: EnterScreen });
const router = createRouter({ routeTree: root.addChildren([enter]), basepath: '/studio' });

/** Guests have this page alone: the others need an account. */
export function GuestApp() {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  );
}
