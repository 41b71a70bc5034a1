/** Whether a PATCH has no field to change, so that versions and times stay. */
export function changesNothing(changes: object): boolean {
  return Object.values(changes).every((value) => value === undefined);
}
