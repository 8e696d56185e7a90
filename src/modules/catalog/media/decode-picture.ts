import sharp, { type Metadata, type OutputInfo, type SharpOptions } from 'sharp';
import type { ReceivedFile } from '../../../platform/spool/received-file.js';
import { type FieldCode, problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { formatOf, isSentAs, type PictureFormat } from './picture-format.js';

/** A picture as displayed: upright, in sRGB, without metadata. */
export interface Pixels {
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
export async function decodePicture(file: ReceivedFile): Promise<Pixels> {
  const bytes = await file.bytes();
  const format = formatOf(bytes);
  if (format === null || !isSentAs(format, file.contentType)) throw refused('invalid_type');
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
