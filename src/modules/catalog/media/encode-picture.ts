import { createHash } from 'node:crypto';
import type { Metadata, OutputInfo, SharpOptions } from 'sharp';
import { createWorkLimit } from '../../../platform/concurrency.js';
import type { ReceivedFile } from '../../../platform/spool/spool.js';
import { type FieldCode, problem, type RegisteredError } from '../../../registry/errors.js';
import { IMAGE_WIDTHS, LIMITS } from '../../../registry/limits.js';

/** The accepted picture formats. sharp never gets any other format. */
type PictureFormat = 'png' | 'jpeg' | 'webp';

/** The media types of the formats. */
const PICTURE_TYPES: Readonly<Record<PictureFormat, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/**
 * Media types that do not tell the format of a file. A form part without a type is `text/plain`.
 */
const UNSAID = ['application/octet-stream', 'text/plain'];

const startsWith = (bytes: Buffer, at: number, hex: string): boolean =>
  bytes.toString('hex', at, at + hex.length / 2) === hex;

/** The format by the first bytes of a file; null for any other format. */
function formatOf(bytes: Buffer): PictureFormat | null {
  if (startsWith(bytes, 0, '89504e470d0a1a0a')) return 'png';
  if (startsWith(bytes, 0, 'ffd8ff')) return 'jpeg';
  // RIFF, its length, WEBP.
  if (startsWith(bytes, 0, '52494646') && startsWith(bytes, 8, '57454250')) return 'webp';
  return null;
}

/** Returns whether a file may have this format, according to its declared media type. */
function isSentAs(format: PictureFormat, contentType: string): boolean {
  return UNSAID.includes(contentType) || contentType === PICTURE_TYPES[format];
}

/** A picture as displayed: upright, in sRGB, without metadata. */
interface Pixels {
  readonly data: Buffer;
  readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'>;
}

/** Reading options: one frame, sequentially, and no damaged or oversized files. */
const READING = {
  limitInputPixels: LIMITS.imagePixels,
  failOn: 'error',
  sequentialRead: true,
  pages: 1,
} as const satisfies SharpOptions;

/**
 * Decodes a received file as a picture, once and at most in the stored size. Only pixels survive:
 * locations, cameras, colour profiles and appended data do not. Throws `validation_failed` for the
 * field `file`:
 * - `invalid_type`: not PNG, JPEG or WebP, or sent with another type
 * - `too_large`: above 40 megapixels
 * - `not_allowed`: an animation
 * - `invalid_format`: damaged
 */
async function decodePicture(file: ReceivedFile): Promise<Pixels> {
  const bytes = await file.bytes();
  const format = formatOf(bytes);
  if (format === null || !isSentAs(format, file.contentType)) throw refused('invalid_type');
  const { default: sharp } = await import('sharp');
  const head = await orRefused(sharp(bytes, { ...READING, limitInputPixels: false }).metadata());
  checkHead(format, head);
  return orRefused(
    sharp(bytes, READING)
      .autoOrient()
      .resize({
        width: LIMITS.imageSidePixels,
        height: LIMITS.imageSidePixels,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
}

/** Checks the file's header before any pixel is decoded. */
function checkHead(format: PictureFormat, head: Metadata): void {
  if (head.format !== format) throw refused('invalid_type');
  if (head.width * head.height > LIMITS.imagePixels) throw refused('too_large');
  if ((head.pages ?? 1) > 1) throw refused('not_allowed');
}

async function orRefused<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw refused('invalid_format', cause);
  }
}

function refused(code: FieldCode, cause?: unknown): RegisteredError {
  return problem('validation_failed', { fields: [{ field: 'file', code }], cause });
}

/** An encoded image with the facts of its record. */
export interface EncodedImage {
  readonly bytes: Buffer;
  readonly contentType: 'image/webp';
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** Hex SHA-256 of `bytes`. */
  readonly sha256: string;
}

/** The stored forms of a picture: itself, and its smaller copies, the narrowest first. */
export interface EncodedPicture extends EncodedImage {
  readonly variants: readonly EncodedImage[];
}

// One format for all: small, with transparency, and supported by every browser since 2020. Fixed
// settings make equal pixels equal bytes, which are then stored once.
const WEBP = { quality: 86, alphaQuality: 90, effort: 4, smartSubsample: true } as const;

const workLimit = createWorkLimit({
  atOnce: LIMITS.picturesAtOnce,
  waiting: LIMITS.picturesWaiting,
});
/** The retry delay in seconds if too many pictures wait. */
const BUSY_SECONDS = 5;

/**
 * Encodes a received file for storage (Spec 4.3, 8): as WebP, with a smaller copy for each narrower
 * width of `IMAGE_WIDTHS`. At most `LIMITS.picturesAtOnce` pictures are encoded at once; further
 * ones wait. Throws the errors of `decodePicture`, and `service_unavailable` if too many pictures
 * wait.
 */
export async function encodePicture(file: ReceivedFile): Promise<EncodedPicture> {
  const encoded = workLimit.run(async () => {
    const pixels = await decodePicture(file);
    const variants: EncodedImage[] = [];
    // One after the other, because each uses memory for its own pixels.
    for (const width of IMAGE_WIDTHS.filter((width) => width < pixels.info.width)) {
      variants.push(await encode(pixels, width));
    }
    return { ...(await encode(pixels, pixels.info.width)), variants };
  });
  if (!encoded) throw problem('service_unavailable', { retryAfterSeconds: BUSY_SECONDS });
  return encoded;
}

async function encode({ data, info }: Pixels, width: number): Promise<EncodedImage> {
  const { width: across, height: down, channels } = info;
  const { default: sharp } = await import('sharp');
  const whole = sharp(data, { raw: { width: across, height: down, channels } });
  const scaled = width === across ? whole : whole.resize({ width });
  const { data: bytes, info: made } = await scaled.webp(WEBP).toBuffer({ resolveWithObject: true });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, contentType: 'image/webp', width: made.width, height: made.height, sha256 };
}
