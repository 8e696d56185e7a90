/** The key prefix of all unchecked bytes. */
export const STAGING = 'staging/';

/** The staging key of a session. */
export function stagingKeyOf(uploadId: string): string {
  return STAGING + uploadId;
}
