import { decode, type Packed } from './decode.js';
import { refuse } from './fault.js';
import type { ObjectJob } from './job.js';
import type { ListedArchive } from './listing.js';
import { createSplitter } from './splitter.js';

/**
 * Unpacks the files of a 7z or RAR and checks each of them. What the decoder names and unpacks has to
 * be what our own walk over the headers has listed. Throws ArchiveFault and Undecided.
 */
export async function unpackContents(
  listed: ListedArchive,
  packed: Omit<Packed, 'sink'>,
  job: ObjectJob,
): Promise<void> {
  const splitter = createSplitter(listed.files, job);
  try {
    const names = await decode({ ...packed, sink: (piece) => splitter.write(piece) }, job);
    await splitter.end();
    if (!areSame(listed.names, names)) {
      refuse('archive_validation_failed', 'the archive has entries that not all programs find');
    }
  } finally {
    splitter.abandon();
  }
}

/** Programs differ in where they put folders and empty files, so the order is not compared. */
function areSame(walked: readonly string[], decoded: readonly string[]): boolean {
  if (walked.length !== decoded.length) return false;
  const sorted = decoded.toSorted();
  return walked.toSorted().every((name, i) => name === sorted[i]);
}
