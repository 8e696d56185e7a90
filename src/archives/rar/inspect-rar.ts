import { NeedsReview, refuse } from '../findings.js';
import type { ObjectJob, ValidArchive } from '../inspection.js';
import type { ByteSource, StreamReader } from '../stream-reader.js';
import { unpackContents } from '../unpack-contents.js';
import { walkRar4 } from './walk-rar4.js';
import { walkRar5 } from './walk-rar5.js';

/** The first bytes of RAR 4 and RAR 5 are the same. The byte after them distinguishes the two. */
const MAGIC_BYTES = 6;

/**
 * Inspects the structure of a RAR: reads its blocks with the stream reader from byte 0. They must
 * cover the file without gaps. The returned `unpack` reads and checks the contents later, by
 * ranges. Both throw ArchiveFault for a broken, too large or forbidden archive, and NeedsReview for
 * content that cannot be unpacked or verified. Spec 4.4.
 */
export async function inspectRar(
  source: ByteSource,
  reader: StreamReader,
  job: ObjectJob,
): Promise<ValidArchive> {
  await reader.take(MAGIC_BYTES);
  const [version = 0] = await reader.take(1);
  const walk = version === 0 ? walkRar4 : walkRar5;
  const { listed, headerBytes, dictionaryBytes, undecided } = await walk(reader, source, job);
  if (reader.position() !== source.sizeBytes) {
    refuse('archive_validation_failed', 'bytes follow the end of the archive');
  }
  const unpackedBytes = listed.contents.totalSizeBytes;
  job.fit({ headerBytes, entries: listed.names.length, unpackedBytes });
  if (undecided) throw new NeedsReview(undecided.reason, { path: undecided.path });
  const type = version === 0 ? 'Rar' : 'Rar5';
  return {
    contents: listed.contents,
    unpack: () => unpackContents(listed, { source, type, dictionaryBytes, headerBytes }, job),
  };
}
