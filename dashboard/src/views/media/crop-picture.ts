import type { PercentCrop } from 'react-image-crop';

/** The formats that a canvas writes as the service accepts them. */
const WRITTEN = ['image/png', 'image/jpeg', 'image/webp'];
const QUALITY = 0.95;

/** The part of a picture, in its own format and full resolution. Null if the browser cannot draw it. */
export async function cropPicture(
  image: HTMLImageElement,
  file: File,
  part: PercentCrop,
): Promise<File | null> {
  const { naturalWidth, naturalHeight } = image;
  const width = Math.max(1, Math.round((part.width / 100) * naturalWidth));
  const height = Math.max(1, Math.round((part.height / 100) * naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const left = (part.x / 100) * naturalWidth;
  const top = (part.y / 100) * naturalHeight;
  canvas.getContext('2d')?.drawImage(image, left, top, width, height, 0, 0, width, height);
  const type = WRITTEN.includes(file.type) ? file.type : 'image/png';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  // A browser that does not write the format writes PNG instead.
  return blob && new File([blob], file.name, { type: blob.type });
}
