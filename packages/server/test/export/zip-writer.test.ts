import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { centralRecord, endOfDirectory, writeZip, type ZipEntry } from '../../src/export/zip.ts';

const mtime = new Date('2026-03-04T09:13:20Z');

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

test('an archive with more files than the old format supports is read completely', async () => {
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    for (let count = 0; count < 66_000; count += 1) {
      yield { name: `é/${count}.wav`, mtime, content: Buffer.from(String(count)), compress: false };
    }
  };
  const zip = await yauzl.fromBufferPromise(await collect(writeZip(entries())));
  expect(zip.entryCount).toBe(66_000);
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== `é/${count}.wav` || entry.uncompressedSize !== String(count).length) break;
    count += 1;
  }
  expect(count).toBe(66_000);
});

test('an entry that starts beyond four gigabytes has an eight-byte offset', () => {
  const place = 5_000_000_000;
  const shared = { name: 'a.wav', mtime, streamed: false, deflated: false, crc: 1, size: 3, packed: 3 };
  const record = centralRecord({ ...shared, offset: place });
  const extra = record.subarray(46 + 5);
  expect([record.readUInt32LE(42), extra.readUInt16LE(0), extra.readUInt16LE(2)]).toEqual([0xffffffff, 1, 8]);
  expect(extra.readBigUInt64LE(4)).toBe(BigInt(place));
  const end = endOfDirectory({ count: 1, size: record.length, offset: place });
  expect(end.readUInt32LE(0)).toBe(0x06064b50);
  expect(end.readBigUInt64LE(48)).toBe(BigInt(place));
  expect(end.readBigUInt64LE(64)).toBe(BigInt(place + record.length));
});

test('written audio is released from memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    for (let count = 0; count < 3_000; count += 1) {
      yield { name: `${count}.wav`, mtime, content: Buffer.concat([Buffer.alloc(30_000)]), compress: false };
    }
  };
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  let highest = 0;
  let pieces = 0;
  for await (const _ of writeZip(entries())) {
    pieces += 1;
    // A collection of a large heap takes a second, and the last of these comes after 90 MB.
    if (pieces % 2_000 !== 0) continue;
    collectGarbage();
    // Freed memory is returned asynchronously, so without a turn of the event loop it still counts.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
  }
  expect(highest).toBeLessThan(45_000_000);
});
