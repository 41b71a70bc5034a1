import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { queries } from './api/client.ts';
import { router } from './router.tsx';
import { SignIn } from './screens/sign-in/sign-in.tsx';
import { session } from './session/session.ts';

const GuestApp = lazy(async () => ({ default: (await import('./screens/enter/enter.tsx')).GuestApp }));

/** The sign-in page, the screens of a signed-in person, or the review of a guest. */
export function App() {
  const { status } = session.use();
  if (status === 'guest')
    return (
      <Suspense>
        <GuestApp />
      </Suspense>
    );
  if (status !== 'signed_in') return <SignIn />;
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
