import { randomBytes } from 'node:crypto';
import AdmZip from 'adm-zip';

/** A good archive of so many MiB that do not compress: reading it takes the scan a while. */
export function storedArchive(mebibytes: number): Uint8Array<ArrayBuffer> {
  const zip = new AdmZip();
  const file = zip.addFile('textures.bin', randomBytes(mebibytes * 1024 * 1024));
  file.header.method = 0;
  return new Uint8Array(zip.toBuffer());
}
