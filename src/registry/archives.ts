/** What is fixed about one kind of archive that may be uploaded. */
export interface ArchiveFormatRow {
  /** By whose rules its entries are inspected. */
  readonly structure: 'zip' | '7z' | 'rar';
  /** The media types that it may be declared with; the first one is stored when none was. */
  readonly mediaTypes: readonly [string, ...string[]];
}

/** The archives that are accepted, by their extension without the dot. */
export const ARCHIVE_FORMATS = {
  zip: {
    structure: 'zip',
    mediaTypes: ['application/zip', 'application/x-zip-compressed', 'application/x-zip'],
  },
  jar: {
    structure: 'zip',
    mediaTypes: [
      'application/java-archive',
      'application/x-java-archive',
      'application/zip',
      'application/x-zip-compressed',
      'application/x-zip',
    ],
  },
  '7z': { structure: '7z', mediaTypes: ['application/x-7z-compressed'] },
  rar: {
    structure: 'rar',
    mediaTypes: ['application/vnd.rar', 'application/x-rar-compressed', 'application/x-rar'],
  },
} as const satisfies Readonly<Record<string, ArchiveFormatRow>>;

/** A kind of archive. */
export type ArchiveFormat = keyof typeof ARCHIVE_FORMATS;

/** What clients declare that do not know the type of what they send; it goes with every format. */
export const ANY_MEDIA_TYPE = 'application/octet-stream';
