import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from '../row.js';
import { inspect } from './inspect.js';
import { growthRow, memoryRow, togetherRows } from './memory-rows.js';
import { isInstalled } from './program.js';
import { measure } from './rounds.js';
import { deflatedRow, entriesRow, sevenZipRow, storedRows } from './speed-rows.js';
import { writeSevenZip } from './write-seven-zip.js';
import { type Archive, writeZip } from './write-zip.js';

const MIB = 1024 * 1024;

/**
 * Measures inspections against programs in C, which do only the hardest part on the same file: they
 * hash a stored ZIP, and unpack a deflated one and, if `7z` is installed, a 7z. All files are in
 * the page cache. Inspections of ZIPs with many small files have limits in seconds and no
 * comparison. Also measures the growth of the process's memory, by the size of the archive and by
 * the number of concurrent inspections.
 */
export async function benchScan(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'modport-bench-'));
  const parts = [benchStored, benchDeflated, benchSevenZip, benchEntries];
  const rows: BenchRow[] = [];
  try {
    for (const part of parts) rows.push(...(await part(folder)));
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchStored(folder: string): Promise<BenchRow[]> {
  const form = { entryBytes: 64 * MIB, form: 'stored' } as const;
  const stored = await writeZip(join(folder, 'stored.zip'), { entries: 16, ...form });
  const small = await measure(() => inspect(stored));
  const rows = [...(await storedRows(stored, small)), memoryRow(small)];
  rows.push(...(await togetherRows(stored, small)));
  await rm(stored.file);
  const large = await writeZip(join(folder, 'large.zip'), { entries: 62, ...form });
  rows.push(growthRow(small, await measure(() => inspect(large), 1)));
  await rm(large.file);
  return rows;
}

async function benchDeflated(folder: string): Promise<BenchRow[]> {
  const archive: Archive = { entries: 16, entryBytes: 64 * MIB, form: 'deflated' };
  return [await deflatedRow(await writeZip(join(folder, 'deflated.zip'), archive), 1024)];
}

async function benchSevenZip(folder: string): Promise<BenchRow[]> {
  if (!(await isInstalled('7z'))) return [];
  const contents: Archive = { entries: 4, entryBytes: 32 * MIB, form: 'deflated' };
  const zip = await writeZip(join(folder, 'contents.zip'), contents);
  return [await sevenZipRow(await writeSevenZip(zip.file, join(folder, 'packed.7z')), 128)];
}

async function benchEntries(folder: string): Promise<BenchRow[]> {
  const stored: Archive = { entries: 50_000, entryBytes: 64, form: 'stored' };
  const deflated: Archive = { entries: 30_000, entryBytes: 4096, form: 'deflated' };
  return [
    await entriesRow(await writeZip(join(folder, 'many.zip'), stored), '50,000 entries', 2),
    await entriesRow(
      await writeZip(join(folder, 'deflated-files.zip'), deflated),
      '30,000 deflated files of 4 KiB',
      1.5,
    ),
  ];
}
