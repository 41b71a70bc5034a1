/** A number with its noun: `1 credit`, `2 credits`, `2 retries`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
