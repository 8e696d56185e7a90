import type { ByteSource } from '../byte-source.js';
import type { Cursor } from '../cursor.js';
import { refuse, Undecided } from '../fault.js';
import { createFieldReader } from '../field-reader.js';
import type { ObjectJob, Walked } from '../job.js';
import { createListing, type ListedArchive } from '../listing.js';
import { unpackContents } from '../unpack-contents.js';
import { expectId, ID } from './fields.js';
import { type NamedEntry, readFilesInfo } from './files-info.js';
import { isStored, memoryOf } from './methods.js';
import { type Header, readHeader } from './read-header.js';
import { type Folder, readStreamsInfo, type SubStream } from './streams-info.js';

/**
 * Inspects a 7z: its header by ranges from the end, then, after the pass over the object, its contents
 * by ranges again, because folders are unpacked as a whole. The streams have to fill the archive
 * from the first bytes to the header, and each has to belong to files. Throws ArchiveFault and
 * Undecided. Spec 4.4.
 */
export async function inspectSevenZip(
  source: ByteSource,
  _cursor: Cursor,
  job: ObjectJob,
): Promise<Walked> {
  const header = await readHeader(source, job);
  const { folders, entries } = readEntries(header);
  for (const { stepsBytes } of folders) job.guard.admitSteps(stepsBytes);
  const listed = list(folders, entries, job);
  const { contents } = listed;
  job.fit({
    headerBytes: header.bytes.length,
    entries: entries.length,
    unpackedBytes: contents.totalSizeBytes,
  });
  const dictionaryBytes = Math.max(0, ...folders.map(({ coders }) => memoryOf(coders)));
  if (listed.files.some(({ crc32 }) => crc32 === null)) throw new Undecided('unverified_content');
  return {
    contents,
    unpack: () => unpackContents(listed, { source, type: '7z', dictionaryBytes }, job),
  };
}

function readEntries(header: Header): { folders: readonly Folder[]; entries: NamedEntry[] } {
  const fields = createFieldReader(header.bytes);
  expectId(fields, ID.header);
  let id = fields.byte();
  let folders: readonly Folder[] = [];
  let streamsEnd = 0;
  if (id === ID.mainStreams) {
    const streams = readStreamsInfo(fields);
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
  const entries = readFilesInfo(fields);
  expectId(fields, ID.end);
  if (fields.leftBytes() > 0) {
    refuse('archive_validation_failed', 'the header holds more than its files');
  }
  return { folders, entries };
}

interface Stream extends SubStream {
  readonly folder: Folder;
}

function list(
  folders: readonly Folder[],
  entries: readonly NamedEntry[],
  job: ObjectJob,
): ListedArchive {
  const streams = folders
    .flatMap((folder): Stream[] => folder.subStreams.map((stream) => ({ ...stream, folder })))
    .values();
  const listing = createListing(job);
  for (const { path, attributes, hasStream, isFile } of entries) {
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
