import { crc32 } from 'node:zlib';
import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import type { Cursor } from '../cursor.js';
import { refuse } from '../fault.js';
import { createFieldReader } from '../field-reader.js';
import type { ListedEntry } from '../listing.js';
import { readVint } from './vint.js';

/** Compares the copies of headers near the end of a RAR 5 with the headers themselves. */
export interface QuickOpenCheck {
  /** Records a header for the comparison with its copy. */
  note(start: number, header: Buffer): void;
  /** Reads the block with the copies, which starts at `start`. Throws ArchiveFault. */
  take(cursor: Cursor, start: number, block: ListedEntry, dataBytes: number): Promise<void>;
}

/**
 * Some programs list an archive by these copies, others by the headers. If they differed, programs
 * would show different files.
 */
export function createQuickOpenCheck(): QuickOpenCheck {
  const headers = new Map<number, Buffer>();
  return {
    note: (start, header) => void headers.set(start, header),
    async take(cursor, start, block, dataBytes) {
      if (block.form !== 'stored' || dataBytes > ARCHIVE_LIMITS.centralDirectoryBytes) odd();
      const records = createFieldReader(await cursor.take(dataBytes));
      while (records.leftBytes() > 0) {
        const crc = records.uint32();
        const before = records.position();
        const size = readVint(records);
        const sizeLength = records.position() - before;
        const body = records.bytes(size);
        if (crc32(body, crc32(numberBytes(size, sizeLength))) !== crc) odd();
        const fields = createFieldReader(body);
        readVint(fields);
        const header = headers.get(start - readVint(fields));
        const copy = fields.bytes(readVint(fields));
        if (!header?.equals(copy)) odd();
      }
    },
  };
}

/** The encoded bytes of a number, as they were read. */
function numberBytes(value: number, length: number): Buffer {
  return Buffer.from(
    Array.from(
      { length },
      (_, i) => (Math.floor(value / 2 ** (7 * i)) & 0x7f) | (i < length - 1 ? 0x80 : 0),
    ),
  );
}

function odd(): never {
  refuse('archive_validation_failed', 'the copies of headers differ from the headers');
}
