import { randomBytes } from 'node:crypto';
import AdmZip from 'adm-zip';

/** A valid archive of incompressible data. Its size makes the scan take a while. */
export function storedArchive(mebibytes: number): Uint8Array<ArrayBuffer> {
  const zip = new AdmZip();
  const file = zip.addFile('textures.bin', randomBytes(mebibytes * 1024 * 1024));
  file.header.method = 0;
  return new Uint8Array(zip.toBuffer());
}
