import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queries } from './api/client.ts';
import { router } from './router.tsx';
import { session } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';

export function App() {
  const { status } = session.use();
  if (status !== 'signed_in') return <SignIn />;
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
