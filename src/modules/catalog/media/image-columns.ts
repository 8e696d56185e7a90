import { imageKey } from './keep-images.js';

/** An encoded image. */
interface Image {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

/** The columns of a picture that derive from its encoded images. */
export function imageColumns(picture: Image & { readonly variants: readonly Image[] }) {
  const { variants } = picture;
  return {
    ...factsOf(picture),
    storageKey: imageKey(picture.sha256),
    variants: variants.map(factsOf),
    objects: [...new Set([picture, ...variants].map(({ sha256 }) => sha256))],
  };
}

function factsOf({ bytes, contentType, width, height, sha256 }: Image) {
  return { width, height, contentType, sizeBytes: bytes.length, sha256 };
}
