/** A worker entry that fails in the way that the first byte of its task selects. */
export default async function run(task: { bytes: Uint8Array }): Promise<unknown> {
  const [order] = task.bytes;
  if (order === 1) process.exit(3);
  if (order === 2) throw new Error('x'.repeat(5_000));
  if (order === 3) for (;;);
  if (order === 4) {
    const hoard: number[][] = [];
    for (;;) hoard.push(new Array<number>(10_000).fill(1));
  }
  return { ok: true, value: order };
}
