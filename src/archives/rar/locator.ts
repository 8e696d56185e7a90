import { refuse } from '../fault.js';
import { createFieldReader, type FieldReader } from '../field-reader.js';
import { readVint } from './vint.js';

const LOCATOR = 1;
/** Which places it tells, in this order, and the names of the blocks of service that lie there. */
const PLACES = [
  { flag: 0x01, name: 'QO' },
  { flag: 0x02, name: 'RR' },
] as const;
const FLAGS = 0x03;

/** Holds the places that the main header of a RAR 5 tells against the blocks that lie there. */
export interface LocatorCheck {
  /** Reads the extra fields of the main header, which begins at `start`. Throws ArchiveFault. */
  read(extra: FieldReader, start: number): void;
  /** Notes a block of service that the walk has met. */
  meet(name: string, start: number): void;
  /** Throws ArchiveFault where a place that was told is not the start of such a block. */
  end(): void;
}

/**
 * Some programs go where the locator leads them and believe the headers that they find there, though
 * it be the content of a file.
 */
export function createLocatorCheck(): LocatorCheck {
  const awaited = new Map<string, number>();
  let isRead = false;
  const readPlaces = (fields: FieldReader, start: number): void => {
    // Of several, each program would believe another one.
    if (isRead) odd('the main header has several locators');
    isRead = true;
    const flags = readVint(fields);
    if (flags > FLAGS) odd('the locator has unknown flags');
    for (const { flag, name } of PLACES) {
      const offset = (flags & flag) !== 0 ? readVint(fields) : 0;
      // Zero is room that was kept and not used.
      if (offset !== 0) awaited.set(name, start + offset);
    }
    if (fields.leftBytes() > 0) odd('the locator has unknown fields');
  };
  return {
    read(extra, start) {
      while (extra.leftBytes() > 0) {
        const fields = createFieldReader(extra.bytes(readVint(extra)));
        if (readVint(fields) === LOCATOR) readPlaces(fields, start);
      }
    },
    meet(name, start) {
      if (awaited.get(name) === start) awaited.delete(name);
    },
    end() {
      for (const name of awaited.keys()) odd(`the locator leads to no ${name}`);
    },
  };
}

function odd(detail: string): never {
  refuse('archive_validation_failed', detail);
}
