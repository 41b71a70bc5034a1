export {
  countGuestHistory,
  findGuest,
  type GuestCredential,
  looksLikeGuestToken,
  rejectGuestWaiveOrUnlock,
  sweepGuests,
  withoutProviderFacts,
} from './guest.ts';
export { listActiveLinks } from './links.ts';
export { linkRoutes } from './routes.ts';
