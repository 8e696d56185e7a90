import { openNamesDigest } from '../platform/seven-zip/names-digest.js';
import { decode, type Packed } from './decode.js';
import { refuse } from './fault.js';
import type { ObjectJob } from './job.js';
import type { ListedArchive } from './listing.js';
import { type Pace, sortPaced } from './pace.js';
import { createSplitter } from './splitter.js';

/**
 * Unpacks the files of a 7z or RAR and checks each of them. The names and bytes of the decoder must
 * match the entries that this service read from the headers. Throws ArchiveFault and Undecided.
 */
export async function unpackContents(
  listed: ListedArchive,
  packed: Omit<Packed, 'sink'>,
  job: ObjectJob,
): Promise<void> {
  const splitter = createSplitter(listed.files, job);
  try {
    const found = await decode({ ...packed, sink: (piece) => splitter.write(piece) }, job);
    await splitter.end();
    if (found !== (await digestOf(listed.names, job.pace))) {
      refuse('archive_validation_failed', 'the archive has entries that not all programs find');
    }
  } finally {
    splitter.abandon();
  }
}

/** Sorts the names, because programs put folders and empty files at different positions. */
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
