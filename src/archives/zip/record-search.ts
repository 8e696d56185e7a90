import { isMethod } from './entry-method.js';

const DESCRIPTOR = 0x08074b50;
/** The maximum size of a record to read: a local header without its name. */
const RECORD_BYTES = 30;
const SIGNATURE_BYTES = 4;

/** The offsets of the method and of the name's length in the headers of an entry. */
const HEADERS: ReadonlyMap<number, { readonly methodAt: number; readonly nameLengthAt: number }> =
  new Map([
    [0x04034b50, { methodAt: 8, nameLengthAt: 26 }],
    [0x02014b50, { methodAt: 10, nameLengthAt: 28 }],
  ]);

const SIGNATURES: ReadonlySet<number> = new Set([DESCRIPTOR, ...HEADERS.keys()]);

/** Searches a stored content in pieces for records of a ZIP. */
interface RecordSearch {
  take(piece: Uint8Array): void;
  /** Call it after the last piece. */
  hasFound(): boolean;
}

/**
 * Searches a stored content for records that streaming readers would take for its end. These are a
 * header of an entry, and a descriptor whose size equals the number of content bytes before it.
 * Four bytes alone occur by chance in large files, so a header also needs a known method and a
 * name. A signature in the last 29 bytes counts without these checks.
 */
export function createRecordSearch(): RecordSearch {
  let rest: Buffer = Buffer.alloc(0);
  /** Number of content bytes before `rest`. */
  let passedBytes = 0;
  let found = false;
  return {
    take(piece) {
      if (found) return;
      const bytes = Buffer.concat([rest, piece]);
      const end = Math.max(0, bytes.length - RECORD_BYTES + 1);
      found = findRecord(bytes, end, passedBytes);
      passedBytes += end;
      rest = Buffer.from(bytes.subarray(end));
    },
    // A header that is truncated at the end continues after the content.
    hasFound: () => found || findRecord(rest, rest.length, passedBytes),
  };
}

/** Whether a record starts before `end`. */
function findRecord(bytes: Buffer, end: number, passedBytes: number): boolean {
  for (let at = bytes.indexOf('PK'); at >= 0 && at < end; at = bytes.indexOf('PK', at + 1)) {
    if (at + SIGNATURE_BYTES > bytes.length) return false;
    // Contents may consist of `PK`: most places must cost no more than this comparison.
    if (!SIGNATURES.has(bytes.readUInt32LE(at))) continue;
    if (isRecord(bytes.subarray(at, at + RECORD_BYTES), passedBytes + at)) return true;
  }
  return false;
}

function isRecord(record: Buffer, sizeBytes: number): boolean {
  const signature = record.readUInt32LE(0);
  const header = HEADERS.get(signature);
  if (record.length < RECORD_BYTES) return true;
  return header
    ? isMethod(record.readUInt16LE(header.methodAt)) && record.readUInt16LE(header.nameLengthAt) > 0
    : record.readUInt32LE(8) === sizeBytes;
}
