import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { inspectArchive } from '../../src/archives/inspect-archive.js';
import type { ByteSource } from '../../src/archives/stream-reader.js';
import { createBuiltinScanner, SIGNATURES } from '../../src/platform/scanner/builtin-scanner.js';
import { readTransient } from '../../src/platform/storage/disk/copy-exactly.js';

/** The number of signatures that the scan searches. modport has fewer. */
export const SIGNATURE_COUNT = 16;

/** An archive on disk. */
export interface Written {
  readonly file: string;
  readonly sha256: string;
}

/** Inspects an archive as a scan does, from the disk store; throws unless it is clean. */
export async function inspect({ file, sha256 }: Written): Promise<void> {
  const { size: sizeBytes } = await stat(file);
  const source: ByteSource = {
    sizeBytes,
    read: async (range) => readTransient(await open(file, 'r'), range),
  };
  const scanner = createBuiltinScanner(sixteenSignatures());
  const expected = { filename: basename(file), contentType: null, sizeBytes, sha256 };
  const { outcome } = await inspectArchive(source, expected, scanner);
  if (outcome.kind !== 'clean') throw new Error(`the archive was not clean: ${outcome.kind}`);
}

function sixteenSignatures() {
  const fillers = Array.from({ length: SIGNATURE_COUNT }, (_, i) => ({
    name: `Bench-${i}`,
    bytes: createHash('sha256').update(`literal ${i}`).digest(),
  }));
  return [...SIGNATURES, ...fillers].slice(0, SIGNATURE_COUNT);
}
