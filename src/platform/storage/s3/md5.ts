import { createHash } from 'node:crypto';

/** The MD5 of bytes as `Content-MD5` wants it. */
export const md5Of = (bytes: Uint8Array): string =>
  createHash('md5').update(bytes).digest('base64');
