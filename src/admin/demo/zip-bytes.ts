import AdmZip from 'adm-zip';

/** One file of an archive. */
export interface ArchiveEntry {
  /** With forward slashes, relative to the root of the archive. */
  readonly path: string;
  readonly bytes: Buffer;
}

const stored = 0;
const madeOnUnix = (3 << 8) | 20;

/**
 * A ZIP of `entries` that is the same byte for byte wherever it is built: fixed times, fixed
 * attributes, and stored entries, because deflate differs between builds of zlib.
 */
export function zipBytes(entries: readonly ArchiveEntry[]): Buffer {
  // From local parts, as ZIP keeps local time: the same bytes in every time zone.
  const packedAt = new Date(2024, 4, 17, 12, 0, 0);
  const zip = new AdmZip(undefined, { noSort: true });
  for (const { path, bytes } of entries) {
    const entry = zip.addFile(path, bytes, '', 0o644);
    entry.header.time = packedAt;
    entry.header.method = stored;
    entry.header.made = madeOnUnix;
  }
  return zip.toBuffer();
}
