import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { createLanes } from '../../../platform/lanes.js';
import type { ReceivedFile } from '../../../platform/spool/received-file.js';
import { problem } from '../../../registry/errors.js';
import { IMAGE_WIDTHS, LIMITS } from '../../../registry/limits.js';
import { decodePicture, type Pixels } from './decode-picture.js';

/** An encoded image with the facts of its record. */
export interface EncodedImage {
  readonly bytes: Buffer;
  readonly contentType: 'image/webp';
  readonly width: number;
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

const lanes = createLanes({ lanes: LIMITS.picturesAtOnce, waiting: LIMITS.picturesWaiting });
/** The retry delay in seconds if too many pictures wait. */
const BUSY_SECONDS = 5;

/**
 * Encodes a received file for storage (Spec 4.3, 8). Throws the errors of `decodePicture`, and
 * `service_unavailable` if too many pictures wait.
 */
export async function encodePicture(file: ReceivedFile): Promise<EncodedPicture> {
  const encoded = lanes.run(async () => {
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
  const whole = sharp(data, { raw: { width: across, height: down, channels } });
  const scaled = width === across ? whole : whole.resize({ width });
  const { data: bytes, info: made } = await scaled.webp(WEBP).toBuffer({ resolveWithObject: true });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, contentType: 'image/webp', width: made.width, height: made.height, sha256 };
}
