import type { ArchiveType } from '../platform/seven-zip/protocol.js';
import { unpack } from '../platform/seven-zip/unpack.js';
import { ARCHIVE_LIMITS, INSPECTION_MEMORY } from '../registry/limits.js';
import { NeedsReview, quotePath, refuse } from './findings.js';
import type { ObjectJob } from './inspection.js';
import type { ByteSource } from './stream-reader.js';

/** The input of the decoder. */
export interface Packed {
  readonly source: ByteSource;
  readonly type: ArchiveType;
  /** The memory that the decoder needs for its dictionaries. */
  readonly dictionaryBytes: number;
  /** The size of the unpacked headers. The decoder keeps all names in memory. */
  readonly headerBytes: number;
  /**
   * The paths of the entries, as the decoder prints them. They serve only to find the path of a
   * fault; without them, a fault names none.
   */
  readonly names?: readonly string[];
  /** Takes the contents of all files in order, without borders between them. */
  sink(piece: Uint8Array): void | Promise<void>;
}

/**
 * Unpacks an archive, once the memory budget of decoders has room for it. Returns the digest of the
 * entry names that the decoder found (`openNamesDigest`). Throws ArchiveFault for broken bytes.
 * Throws NeedsReview if the decoder crashes, makes no progress, does not know a method, or needs
 * more memory than the limit. Rethrows errors of the source and the sink, and the reason of the
 * signal.
 *
 * Logs the reason of a crash or stall, because a thread that cannot start sends every archive to
 * review.
 */
export async function decode(packed: Packed, job: ObjectJob): Promise<string> {
  const { dictionaryBytes, headerBytes, names = [], ...archive } = packed;
  const { decoderBaseBytes, decoderPerHeaderByte } = INSPECTION_MEMORY;
  const memoryBytes = decoderBaseBytes + dictionaryBytes + decoderPerHeaderByte * headerBytes;
  if (memoryBytes > ARCHIVE_LIMITS.decoderMemoryBytes) throw new NeedsReview('inspection_memory');
  const share = await job.decoders.reserve(memoryBytes, job.signal);
  try {
    const unpacked = await unpack({
      ...archive,
      memoryBytes,
      stallSeconds: ARCHIVE_LIMITS.decoderStallSeconds,
      ...(job.signal ? { signal: job.signal } : {}),
    });
    switch (unpacked.result) {
      case 'done':
        return unpacked.namesDigest;
      case 'broken':
        return refuseBroken(unpacked.detail, names);
      case 'unsupported':
        throw new NeedsReview('method_not_supported');
      case 'memory':
        throw new NeedsReview('inspection_memory');
      case 'crashed':
        return fail(job, quotePath(unpacked.detail));
      case 'stalled':
        return fail(job, `no progress for ${ARCHIVE_LIMITS.decoderStallSeconds} s`);
    }
  } finally {
    share.release();
  }
}

function fail(job: ObjectJob, reason: string): never {
  job.log.warn({ part: '7-zip', reason }, 'the archive decoder failed');
  throw new NeedsReview('inspection_failed');
}

/** The decoder's message ends with the entry that it could not unpack. */
function refuseBroken(detail: string, names: readonly string[]): never {
  const ending = names.filter((name) => detail.endsWith(` : ${name}`));
  const [path] = ending.sort((one, other) => other.length - one.length);
  const about = path === undefined ? {} : { path };
  refuse('archive_validation_failed', `it cannot be unpacked: ${detail}`, about);
}
