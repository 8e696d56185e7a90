import { NeedsReview, refuse } from '../findings.js';
import type { ObjectJob, ValidArchive } from '../inspection.js';
import { createEntryListing, type ListedArchive } from '../listing.js';
import type { Pace } from '../pace.js';
import { type ByteSource, createFieldReader, type StreamReader } from '../stream-reader.js';
import { unpackContents } from '../unpack-contents.js';
import { expectId, ID } from './fields.js';
import { type NamedEntry, readFilesInfo } from './files-info.js';
import { isStored, memoryOf } from './folder.js';
import { type Header, readHeader } from './read-header.js';
import { type Folder, readStreamsInfo, type SubStream } from './streams-info.js';

/**
 * Inspects a 7z. It reads the header by ranges from the end. After the pass over the object it
 * reads the contents by ranges again: a folder of a 7z, which compresses files together, unpacks
 * only as a whole. The streams must fill the archive up to the header, and each must belong to
 * files. Throws ArchiveFault, and NeedsReview for unsupported methods and files without a CRC.
 * Spec 4.4.
 */
export async function inspectSevenZip(
  source: ByteSource,
  _reader: StreamReader,
  job: ObjectJob,
): Promise<ValidArchive> {
  const header = await readHeader(source, job);
  const { folders, entries } = await readEntries(header, job.pace);
  for (const { stepsBytes } of folders) job.guard.admitSteps(stepsBytes);
  const listed = await list(folders, entries, job);
  const { contents } = listed;
  const headerBytes = header.bytes.length;
  const unpackedBytes = contents.totalSizeBytes;
  job.fit({ headerBytes, entries: entries.length, unpackedBytes });
  const dictionaryBytes = await largestDictionary(folders, job.pace);
  const unverified = listed.files.find(({ crc32 }) => crc32 === null);
  if (unverified) throw new NeedsReview('unverified_content', { path: unverified.path });
  return {
    contents,
    unpack: () => unpackContents(listed, { source, type: '7z', dictionaryBytes, headerBytes }, job),
  };
}

async function largestDictionary(folders: readonly Folder[], pace: Pace): Promise<number> {
  let largest = 0;
  for (const { coders } of folders) {
    largest = Math.max(largest, memoryOf(coders));
    await pace();
  }
  return largest;
}

async function readEntries(
  header: Header,
  pace: Pace,
): Promise<{ folders: readonly Folder[]; entries: NamedEntry[] }> {
  const fields = createFieldReader(header.bytes);
  expectId(fields, ID.header);
  let id = fields.byte();
  let folders: readonly Folder[] = [];
  let streamsEnd = 0;
  if (id === ID.mainStreams) {
    const streams = await readStreamsInfo(fields, pace);
    if (streams.packStart !== 0) {
      refuse('archive_validation_failed', 'the archive does not begin with its first stream');
    }
    folders = streams.folders;
    streamsEnd = streams.packEnd;
    id = fields.byte();
  }
  if (streamsEnd !== header.streamsEnd) {
    refuse('archive_validation_failed', 'the streams do not end where the header begins');
  }
  if (id !== ID.files) refuse('archive_empty', 'the archive has no files');
  const entries = await readFilesInfo(fields, pace);
  expectId(fields, ID.end);
  if (fields.leftBytes() > 0) {
    refuse('archive_validation_failed', 'the header holds more than its files');
  }
  return { folders, entries };
}

interface Stream extends SubStream {
  readonly folder: Folder;
}

function* streamsOf(folders: readonly Folder[]): Generator<Stream, undefined> {
  for (const folder of folders) {
    for (const stream of folder.subStreams) yield { ...stream, folder };
  }
}

async function list(
  folders: readonly Folder[],
  entries: readonly NamedEntry[],
  job: ObjectJob,
): Promise<ListedArchive> {
  const streams = streamsOf(folders);
  const listing = createEntryListing(job);
  for (const { path, attributes, hasStream, isFile } of entries) {
    await job.pace();
    const stream = hasStream ? streams.next().value : null;
    if (stream === undefined) refuse('archive_validation_failed', 'files have no content');
    listing.add({
      path,
      attributes,
      isFile,
      sizeBytes: stream?.sizeBytes ?? 0,
      crc32: stream ? stream.crc32 : 0,
      form: stream && isStored(stream.folder.coders) ? 'stored' : 'packed',
      packedBytes: stream?.folder.subStreams.length === 1 ? stream.folder.packedBytes : null,
    });
  }
  if (!streams.next().done) refuse('archive_validation_failed', 'contents belong to no file');
  return listing.end();
}
