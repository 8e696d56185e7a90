/** The name of a macOS folder icon, and of its AppleDouble file. */
const NAME = /(?<=^|\/)(?:\._)?Icon\r$/;

const APPLE_DOUBLE = [0x00, 0x05, 0x16, 0x07];
const COUNT_AT = 24;
const HEADER_BYTES = 26;
const RECORD_BYTES = 12;
const DATA_FORK = 1;

/** Removes the carriage return at the end of a folder icon's name. */
export function withoutIconEnd(path: string): string {
  return NAME.test(path) ? path.slice(0, -1) : path;
}

/** Whether a file has no data: it is empty, or an AppleDouble file with only resources. */
export function isFolderIcon(head: Uint8Array): boolean {
  if (head.length === 0) return true;
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  if (bytes.length < HEADER_BYTES || !APPLE_DOUBLE.every((byte, i) => bytes[i] === byte)) {
    return false;
  }
  const end = HEADER_BYTES + bytes.readUInt16BE(COUNT_AT) * RECORD_BYTES;
  if (end > bytes.length) return false;
  for (let at = HEADER_BYTES; at < end; at += RECORD_BYTES) {
    if (bytes.readUInt32BE(at) === DATA_FORK) return false;
  }
  return true;
}
