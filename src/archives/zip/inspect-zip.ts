import type { ByteSource } from '../byte-source.js';
import { countContents } from '../contents.js';
import type { Cursor } from '../cursor.js';
import { refuse } from '../fault.js';
import type { ArchiveJob, Walked } from '../job.js';
import { readDirectory } from './central-directory.js';
import { readEndRecord } from './end-record.js';
import { walkEntries } from './entry-walker.js';
import { readScripts } from './read-scripts.js';

/**
 * Inspects a ZIP: its directory by ranges, then its entries and contents in one pass of the cursor
 * from byte 0. Throws ArchiveFault. Spec 4.4.
 */
export async function inspectZip(
  source: ByteSource,
  cursor: Cursor,
  job: ArchiveJob,
): Promise<Walked> {
  const end = await readEndRecord(source);
  const size = { headerBytes: end.directoryBytes, entries: end.entryCount };
  job.fit({ ...size, unpackedBytes: Number.POSITIVE_INFINITY });
  const directory = await readDirectory(source, end, job);
  const count = countContents();
  for (const entry of directory.entries) {
    job.guard.admit(entry.path, entry.compressedBytes, entry.sizeBytes);
    if (entry.isFile) count.add(entry.path, entry.sizeBytes);
  }
  const contents = count.contents();
  job.fit({ ...size, unpackedBytes: contents.totalSizeBytes });
  const scripts = await readScripts(source, directory, job.policy);
  await walkEntries(cursor, directory, { ...job, scripts });
  if (contents.totalSizeBytes === 0)
    refuse('archive_empty', 'no file in the archive has any content');
  return { contents };
}
