import { crc32 } from 'node:zlib';
import { quotePath, refuse } from '../fault.js';

const ZIP64 = 0x0001;
const STRONG_ENCRYPTION = 0x0017;
const UNICODE_PATH = 0x7075;
const AES_ENCRYPTION = 0x9901;

/**
 * Checks the extra fields of one header, local or central: no ZIP64, no encryption, and no second
 * path that says something else than the first.
 */
export function checkExtraFields(extra: Buffer, nameBytes: Buffer, path: string): void {
  let at = 0;
  // Fewer than four bytes at the end are the padding that alignment tools leave.
  while (at + 4 <= extra.length) {
    const id = extra.readUInt16LE(at);
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) {
      refuse('archive_validation_failed', `the extra fields of ${quotePath(path)} are cut off`);
    }
    checkField(id, extra.subarray(at + 4, end), nameBytes, path);
    at = end;
  }
}

function checkField(id: number, data: Buffer, nameBytes: Buffer, path: string): void {
  if (id === ZIP64) refuse('zip64_not_supported', `${quotePath(path)} has ZIP64 sizes`);
  if (id === AES_ENCRYPTION || id === STRONG_ENCRYPTION) {
    refuse('archive_encrypted_entry', `${quotePath(path)} is encrypted`);
  }
  if (id === UNICODE_PATH && !repeatsPath(data, nameBytes, path)) {
    refuse('archive_validation_failed', `${quotePath(path)} has a second, different path`);
  }
}

/** Info-ZIP's Unicode path: version, CRC-32 of the name that it stands for, the name in UTF-8. */
function repeatsPath(data: Buffer, nameBytes: Buffer, path: string): boolean {
  return (
    data.length >= 5 &&
    data.readUInt8(0) === 1 &&
    data.readUInt32LE(1) === crc32(nameBytes) &&
    data.toString('utf8', 5) === path
  );
}
