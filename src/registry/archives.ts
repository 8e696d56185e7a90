/** The fixed facts of an archive format. */
export interface ArchiveFormatRow {
  /** The rules by which its entries are inspected. */
  readonly structure: 'zip' | '7z' | 'rar';
  /**
   * The media types that a client may declare, besides `ANY_MEDIA_TYPE`. The first one is stored if
   * the client declares none.
   */
  readonly mediaTypes: readonly [string, ...string[]];
}

/** The accepted archive formats, by extension without the dot. */
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

/** An archive format. */
export type ArchiveFormat = keyof typeof ARCHIVE_FORMATS;

/** The media type that clients declare if they do not know the type; allowed for every format. */
export const ANY_MEDIA_TYPE = 'application/octet-stream';
