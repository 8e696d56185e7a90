/** What pictures may be sent as. Anything else that sharp could read is never handed to it. */
export type PictureFormat = 'png' | 'jpeg' | 'webp';

/** The media types of the formats. */
export const PICTURE_TYPES: Readonly<Record<PictureFormat, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** Media types that say nothing about a file; a part of a form without one is `text/plain`. */
const UNSAID = ['application/octet-stream', 'text/plain'];

const startsWith = (bytes: Buffer, at: number, hex: string): boolean =>
  bytes.toString('hex', at, at + hex.length / 2) === hex;

/** The format that the first bytes of a file are those of; null for every other. */
export function formatOf(bytes: Buffer): PictureFormat | null {
  if (startsWith(bytes, 0, '89504e470d0a1a0a')) return 'png';
  if (startsWith(bytes, 0, 'ffd8ff')) return 'jpeg';
  // RIFF, its length, WEBP.
  if (startsWith(bytes, 0, '52494646') && startsWith(bytes, 8, '57454250')) return 'webp';
  return null;
}

/** Whether a file may be of this format by the media type that it was sent with. */
export function isSentAs(format: PictureFormat, contentType: string): boolean {
  return UNSAID.includes(contentType) || contentType === PICTURE_TYPES[format];
}
