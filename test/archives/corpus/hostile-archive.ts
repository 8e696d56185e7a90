/** A hostile archive, or one that programs could read in two ways. */
export interface HostileArchive {
  readonly what: string;
  readonly filename: string;
  /** In the format of `verdictOf`. */
  readonly verdict: string;
  readonly bytes: Buffer;
}

/**
 * An archive whose one file is a ZIP with a comment that reaches exactly to the end of the outer
 * archive: programs that search for the end of a ZIP find its files.
 */
export function endingAsZip(zip: Buffer, around: (content: Buffer) => Buffer): Buffer {
  // The prefix keeps the file from beginning as a ZIP, which the inspection would open.
  const data = Buffer.from('data');
  const plain = around(Buffer.concat([data, zip]));
  const behind = plain.length - plain.indexOf(zip) - zip.length;
  const reaching = Buffer.concat([data, zip]);
  reaching.writeUInt16LE(behind, reaching.length - 2);
  return around(reaching);
}

/** Returns a function that builds corpus archives with this file name. */
export function hostile(
  filename: string,
): (verdict: string, what: string, bytes: Buffer) => HostileArchive {
  return (verdict, what, bytes) => ({ what, filename, verdict, bytes });
}
