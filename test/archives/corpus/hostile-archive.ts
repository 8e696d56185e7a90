/** An archive that no uploader means well with, or that programs could read in two ways. */
export interface HostileArchive {
  readonly what: string;
  readonly filename: string;
  /** As `verdictOf` says it. */
  readonly verdict: string;
  readonly bytes: Buffer;
}

/**
 * An archive whose one file is a ZIP with a comment that reaches exactly to the end of the archive around
 * it: programs that look for the end of a ZIP find its files.
 */
export function endingAsZip(zip: Buffer, around: (content: Buffer) => Buffer): Buffer {
  // In front, so that the file does not begin as a ZIP, which would be inspected.
  const data = Buffer.from('data');
  const plain = around(Buffer.concat([data, zip]));
  const behind = plain.length - plain.indexOf(zip) - zip.length;
  const reaching = Buffer.concat([data, zip]);
  reaching.writeUInt16LE(behind, reaching.length - 2);
  return around(reaching);
}

/** The same archive under all of its names. */
export function hostile(
  filename: string,
): (verdict: string, what: string, bytes: Buffer) => HostileArchive {
  return (verdict, what, bytes) => ({ what, filename, verdict, bytes });
}
