import { Button } from 'react-aria-components';
import { Failure } from '../../parts/states.tsx';
import { session, signIn, signInKind, startSession } from '../../session/session.ts';
import { text } from '../../text/en.ts';

/** The page for people who are not signed in. */
export function SignIn() {
  const { status, error } = session.use();
  return (
    <main className="sign-in">
      <h1>{text.app}</h1>
      {status === 'starting' ? <p role="status">{text.signIn.starting}</p> : <SignInForm error={error} />}
    </main>
  );
}

/** The button to sign in, or why that is not possible. */
function SignInForm({ error }: { error: unknown }) {
  const kind = signInKind();
  if (kind === undefined) return <Failure error={error} onRetry={() => void startSession()} />;
  if (kind === 'unavailable') return <p>{text.signIn.unavailable}</p>;
  const isInvite = location.pathname.startsWith('/studio/invites/');
  const onPress = () => {
    session.set({ status: 'starting' });
    signIn().catch((cause: unknown) => session.set({ status: 'signed_out', error: cause }));
  };
  return (
    <>
      <p>{isInvite ? text.invite.signIn : text.signIn.intro}</p>
      {error !== undefined && <Failure error={error} />}
      <Button className="button primary" autoFocus onPress={onPress}>
        {text.signIn[kind]}
      </Button>
    </>
  );
}
