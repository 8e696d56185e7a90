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
 * Creates a ZIP of `entries` with identical bytes on every machine. Times and attributes are fixed.
 * Entries are stored, because deflate output depends on the zlib build.
 */
export function zipBytes(entries: readonly ArchiveEntry[]): Buffer {
  // Built from local parts, because ZIP stores local time: the same bytes in every time zone.
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
