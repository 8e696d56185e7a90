/** An archive that no uploader means well with, or that programs could read in two ways. */
export interface HostileArchive {
  readonly what: string;
  readonly filename: string;
  /** As `verdictOf` says it. */
  readonly verdict: string;
  readonly bytes: Buffer;
}

/** The same archive under all of its names. */
export function hostile(
  filename: string,
): (verdict: string, what: string, bytes: Buffer) => HostileArchive {
  return (verdict, what, bytes) => ({ what, filename, verdict, bytes });
}
