import { stat } from 'node:fs/promises';
import type { BenchRow } from '../row.js';
import { measureHashing } from './hash-floor.js';
import { inspect, SIGNATURE_COUNT, type Written } from './inspect.js';
import { run } from './program.js';
import { type Measured, measure } from './rounds.js';

/** An inspection of a stored ZIP, which the caller has measured, against hashing the same file. */
export async function storedRows({ file }: Written, { seconds }: Measured): Promise<BenchRow[]> {
  const { size } = await stat(file);
  const floor = await measureHashing(file);
  const ratio = floor.seconds / seconds;
  return [
    {
      name: 'SHA-256 of 1 GiB',
      value: size / floor.seconds / 1e6,
      unit: 'MB/s',
      comparedWith: floor.name,
    },
    {
      name: `inspection of a stored ZIP of 1 GiB, ${SIGNATURE_COUNT} signatures`,
      value: size / seconds / 1e6,
      unit: 'MB/s',
      comparedWith: floor.name,
      ratio,
      target: 'at least 0.75 of the floor',
      ok: ratio >= 0.75,
    },
  ];
}

/** Inspects a deflated ZIP, and compares with unpacking it. */
export async function deflatedRow(archive: Written, unpackedMib: number): Promise<BenchRow> {
  const floor = { program: 'unzip', args: ['-p'] };
  const { ratio, ...row } = await unpackingRow('a deflated ZIP', archive, unpackedMib, floor);
  return { ...row, ratio, target: 'at least 0.6 of the floor', ok: ratio >= 0.6 };
}

/** Inspects a 7z, of which it must first hash all, and compares with unpacking it. */
export function sevenZipRow(archive: Written, unpackedMib: number): Promise<BenchRow> {
  return unpackingRow('a 7z with LZMA2', archive, unpackedMib, {
    program: '7z',
    args: ['x', '-so'],
  });
}

/** A program that unpacks the file that is named last, and prints its contents. */
interface Unpacker {
  readonly program: string;
  readonly args: readonly string[];
}

async function unpackingRow(
  title: string,
  archive: Written,
  unpackedMib: number,
  { program, args }: Unpacker,
): Promise<BenchRow & { readonly ratio: number }> {
  const { seconds } = await measure(() => inspect(archive));
  const floor = await measure(() => run(program, [...args, archive.file]));
  return {
    name: `inspection of ${title} that unpacks to ${unpackedMib} MiB`,
    value: unpackedMib / seconds,
    unit: 'MiB/s',
    comparedWith: [program, ...args].join(' '),
    ratio: floor.seconds / seconds,
  };
}

/** Inspects an archive of many small files, with a limit in seconds. */
export async function entriesRow(
  archive: Written,
  name: string,
  targetSeconds: number,
): Promise<BenchRow> {
  const { seconds } = await measure(() => inspect(archive));
  return {
    name: `inspection of a ZIP of ${name}`,
    value: seconds,
    unit: 's',
    target: `under ${targetSeconds} s`,
    ok: seconds < targetSeconds,
  };
}
