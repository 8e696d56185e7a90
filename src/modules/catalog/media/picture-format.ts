/** The accepted picture formats. sharp never gets any other format. */
export type PictureFormat = 'png' | 'jpeg' | 'webp';

/** The media types of the formats. */
export const PICTURE_TYPES: Readonly<Record<PictureFormat, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** Media types without information about a file. A form part without a type is `text/plain`. */
const UNSAID = ['application/octet-stream', 'text/plain'];

const startsWith = (bytes: Buffer, at: number, hex: string): boolean =>
  bytes.toString('hex', at, at + hex.length / 2) === hex;

/** The format by the first bytes of a file; null for every other. */
export function formatOf(bytes: Buffer): PictureFormat | null {
  if (startsWith(bytes, 0, '89504e470d0a1a0a')) return 'png';
  if (startsWith(bytes, 0, 'ffd8ff')) return 'jpeg';
  // RIFF, its length, WEBP.
  if (startsWith(bytes, 0, '52494646') && startsWith(bytes, 8, '57454250')) return 'webp';
  return null;
}

/** Returns whether a file may have this format, according to its declared media type. */
export function isSentAs(format: PictureFormat, contentType: string): boolean {
  return UNSAID.includes(contentType) || contentType === PICTURE_TYPES[format];
}
