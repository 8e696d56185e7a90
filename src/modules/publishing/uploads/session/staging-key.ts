/** What the keys of all bytes begin with that have not been checked yet. */
export const STAGING = 'staging/';

/** Where the bytes of a session arrive. */
export function stagingKeyOf(uploadId: string): string {
  return STAGING + uploadId;
}
