import { crc32 } from 'node:zlib';
import { quotePath, refuse } from '../findings.js';
import { decodeUtf8 } from './entry-name.js';

const ZIP64 = 0x0001;
const STRONG_ENCRYPTION = 0x0017;
const UNICODE_PATH = 0x7075;
const AES_ENCRYPTION = 0x9901;
/** The Unix mode in the ASi format. Unzip creates a link from such an entry. */
const ASI_UNIX = 0x756e;
/** A second header of libarchive, which trusts the mode in it. */
const LIBARCHIVE = 0x6c78;

/** The relevant extra fields of one header. */
interface ExtraFields {
  /** The data of the ZIP64 field, or null. */
  readonly zip64: Buffer | null;
  /** The name in the Unicode path field, or null. */
  readonly unicodePath: string | null;
}

const NO_FIELDS: ExtraFields = { zip64: null, unicodePath: null };

/**
 * Reads the extra fields of one header, local or central. Throws ArchiveFault for encryption, for a
 * field that may give the entry another file type, such as a link, and for a Unicode path of
 * another name. Also throws it for truncated fields and for two ZIP64 or Unicode path fields.
 */
export function readExtraFields(extra: Buffer, nameBytes: Buffer): ExtraFields {
  if (extra.length === 0) return NO_FIELDS;
  let zip64: Buffer | null = null;
  let unicodePath: string | null = null;
  let at = 0;
  // Fewer than four bytes at the end are padding of alignment tools.
  while (at + 4 <= extra.length) {
    const id = extra.readUInt16LE(at);
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) refuseEntry(nameBytes, 'extra fields that are cut off');
    const data = extra.subarray(at + 4, end);
    if (id === AES_ENCRYPTION || id === STRONG_ENCRYPTION) {
      const path = nameBytes.toString('utf8');
      refuse('archive_encrypted_entry', `${quotePath(path)} is encrypted`, { path });
    }
    const mode = id === ASI_UNIX && data.length >= 6 ? data.readUInt16LE(4) & 0xf000 : 0;
    if (id === LIBARCHIVE || ![0, 0x4000, 0x8000].includes(mode)) {
      const path = nameBytes.toString('utf8');
      refuse('archive_symlink_entry', `${quotePath(path)} has a second type`, { path });
    }
    if (id === ZIP64) {
      if (zip64 !== null) refuseEntry(nameBytes, 'two ZIP64 fields');
      zip64 = data;
    }
    if (id === UNICODE_PATH) {
      if (unicodePath !== null) refuseEntry(nameBytes, 'two second paths');
      unicodePath = readUnicodePath(data, nameBytes);
    }
    at = end;
  }
  return { zip64, unicodePath };
}

/**
 * Reads Info-ZIP's Unicode path: version, CRC-32 of the original name, and the name in UTF-8.
 * Programs differ in whether they check the CRC, so a field with a wrong CRC is rejected. So is a
 * field with another version, without a name, or with invalid UTF-8.
 */
function readUnicodePath(data: Buffer, nameBytes: Buffer): string {
  const isFor = data.length > 5 && data.readUInt8(0) === 1;
  const text = isFor && data.readUInt32LE(1) === crc32(nameBytes) && decodeUtf8(data.subarray(5));
  return typeof text === 'string' ? text : refuseEntry(nameBytes, 'a second, different path');
}

function refuseEntry(nameBytes: Buffer, what: string): never {
  const path = nameBytes.toString('utf8');
  refuse('archive_validation_failed', `${quotePath(path)} has ${what}`, { path });
}
