import { randomBytes } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { texturePng, zipBytes } from '../../src/demo/sample-files.js';

const mebibyte = 1024 * 1024;
const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
/** 17 May 2024 in the format of MS-DOS. */
const dosDate = ((2024 - 1980) << 9) | (5 << 5) | 17;

/** A ZIP of a few hundred kilobytes that differs from run to run. */
export async function writeSmallZip(path: string, run: string): Promise<void> {
  const readme = `# Lantern Road\n\nMade for walkthrough ${run}.\n`;
  const entries = [
    { path: 'README.md', bytes: Buffer.from(readme) },
    { path: 'pack.json', bytes: Buffer.from(`${JSON.stringify({ id: 'lantern-road', run })}\n`) },
    { path: 'textures/lantern.png', bytes: texturePng(`${run}/lantern`, 256) },
    { path: 'textures/road.png', bytes: texturePng(`${run}/road`, 256) },
  ];
  await writeFile(path, zipBytes(entries));
}

/**
 * A ZIP with `tiles` files of one mebibyte of random bytes, written tile by tile: only one tile is
 * in memory, at any size.
 */
export async function writeLargeZip(path: string, tiles: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    const directory: Buffer[] = [];
    let at = 0;
    for (let tile = 1; tile <= tiles; tile += 1) {
      const name = Buffer.from(`tiles/tile-${String(tile).padStart(4, '0')}.dat`);
      const bytes = randomBytes(mebibyte);
      // A fixed beginning, so that random bytes never look like another kind of file.
      bytes.write(`TILE ${tile}\n`.padEnd(16));
      const facts = entryFacts(bytes, name);
      directory.push(Buffer.concat([centralHeader(facts, at), name]));
      const local = Buffer.concat([uint32(localSignature), facts, name]);
      await file.write(local);
      await file.write(bytes);
      at += local.length + bytes.length;
    }
    const central = Buffer.concat(directory);
    await file.write(central);
    await file.write(endRecord(tiles, central.length, at));
  } finally {
    await file.close();
  }
}

/** The 26 bytes that the local and the central header share. */
function entryFacts(bytes: Buffer, name: Buffer): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(dosDate, 8);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(bytes.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}

function centralHeader(facts: Buffer, localOffset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(localOffset, 10);
  return Buffer.concat([uint32(centralSignature), Buffer.from([20, 0]), facts, rest]);
}

function endRecord(entries: number, centralBytes: number, centralOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(centralBytes, 12);
  end.writeUInt32LE(centralOffset, 16);
  return end;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
