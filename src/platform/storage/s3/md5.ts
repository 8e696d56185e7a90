import { createHash } from 'node:crypto';

/** The MD5 of bytes in the form of `Content-MD5`. */
export const md5Of = (bytes: Uint8Array): string =>
  createHash('md5').update(bytes).digest('base64');
