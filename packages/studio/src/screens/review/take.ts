import type { ReviewItemDetail, ReviewTake } from '@voiceloom/sdk';

/** The take that is listened to: the chosen one, else the delivered one, else the last one with sound. */
export function takeOf(
  { takes }: ReviewItemDetail,
  chosen: string | null | undefined,
): ReviewTake | undefined {
  return (
    takes.find(({ audio_id }) => audio_id === chosen) ??
    takes.find(({ is_delivered }) => is_delivered) ??
    takes.findLast(({ playback_url }) => playback_url !== null)
  );
}
