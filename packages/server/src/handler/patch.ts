/** Whether a PATCH names no field that it could change, so that versions and times stay as they are. */
export function changesNothing(changes: object): boolean {
  return Object.values(changes).every((value) => value === undefined);
}
