import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { unzip } from '../src/files/unzip.ts';
import { folder } from './support/shell.ts';

/** A ZIP with one stored file of any name. `mode` is its Unix mode. */
function zipOf(name: string, content: string, mode = 0o100644): Buffer {
  const [file, bytes] = [Buffer.from(name), Buffer.from(content)];
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(0x0800, 2);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(bytes.length, 14);
  shared.writeUInt32LE(bytes.length, 18);
  shared.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, file, bytes]);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(mode * 65_536, 6);
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), shared, tail, file]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

async function unpack(zip: Buffer) {
  const place = await folder();
  const path = join(place, 'a.zip');
  await writeFile(path, zip);
  return { place, files: await unzip(path, join(place, 'out')).catch((error: Error) => error) };
}

test('a ZIP is unpacked into its folder', async () => {
  const { place, files } = await unpack(zipOf('en-us/Mara/hl_01.mp3', 'sound'));
  expect(files).toEqual(['en-us/Mara/hl_01.mp3']);
  expect(await readFile(join(place, 'out/en-us/Mara/hl_01.mp3'), 'utf8')).toBe('sound');
});

test.each(['../evil', 'a/../../evil', '/evil', 'C:/evil', '..\\evil'])(
  'the entry %s is rejected',
  async (name) => {
    const { place, files } = await unpack(zipOf(name, 'x'));
    expect(files).toBeInstanceOf(Error);
    expect(await readdir(place)).toEqual(['a.zip']);
  },
);

test('a symbolic link is rejected', async () => {
  const { files } = await unpack(zipOf('link', '/etc/passwd', 0o120777));
  expect(files).toBeInstanceOf(Error);
});
