import type { ReviewItemDetail, ReviewTake } from '@voiceloom/sdk';

/** The take to play: the chosen take, else the delivered take, else the last take with sound. */
export function selectTake(
  { takes }: ReviewItemDetail,
  chosenTakeId: string | null | undefined,
): ReviewTake | undefined {
  return (
    takes.find(({ audio_id }) => audio_id === chosenTakeId) ??
    takes.find(({ is_delivered }) => is_delivered) ??
    takes.findLast(({ playback_url }) => playback_url !== null)
  );
}
