import { openNamesDigest } from '../platform/seven-zip/protocol.js';
import { createSplitter } from './content-check.js';
import { decode, type Packed } from './decode.js';
import { refuse } from './findings.js';
import type { ObjectJob } from './inspection.js';
import { type ListedArchive, packFolderOf } from './listing.js';
import { type Pace, sortPaced } from './pace.js';

/**
 * Unpacks the files of a 7z or RAR, checks each of them, and inspects nested ZIPs. The names and
 * bytes of the decoder must match the entries that this service read from the headers. Otherwise a
 * player's unpacker could create files that nothing has checked. Throws ArchiveFault and
 * NeedsReview.
 */
export async function unpackContents(
  listed: ListedArchive,
  packed: Omit<Packed, 'sink' | 'names'>,
  job: ObjectJob,
): Promise<void> {
  const splitter = createSplitter(listed.files, {
    ...job,
    packFolder: packFolderOf(listed.files),
  });
  try {
    const { names } = listed;
    const sink = (piece: Uint8Array) => splitter.write(piece);
    const found = await decode({ ...packed, names, sink }, job);
    await splitter.end();
    if (found !== (await digestOf(names, job.pace))) {
      refuse('archive_validation_failed', 'the archive has entries that not all programs find');
    }
  } finally {
    splitter.abandon();
  }
}

/**
 * Computes the digest that the decoder's thread returns instead of a list. Sorts the names, because
 * programs put folders and empty files at different positions.
 */
async function digestOf(names: readonly string[], pace: Pace): Promise<string> {
  const bytes: Buffer[] = [];
  for (const name of names) {
    bytes.push(Buffer.from(name));
    await pace();
  }
  const digest = openNamesDigest();
  for (const name of await sortPaced(bytes, Buffer.compare, pace)) {
    digest.add(name);
    await pace();
  }
  return digest.hex();
}
