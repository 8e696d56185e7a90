import { refuse } from '../fault.js';
import { createFieldReader, type FieldReader } from '../field-reader.js';
import { readVint } from './vint.js';

const LOCATOR = 1;
/** The positions in a locator, in this order, and the names of the service blocks there. */
const PLACES = [
  { flag: 0x01, name: 'QO' },
  { flag: 0x02, name: 'RR' },
] as const;
const FLAGS = 0x03;

/** Compares the positions in the main header of a RAR 5 with the blocks at these positions. */
export interface LocatorCheck {
  /** Reads the extra fields of the main header, which starts at `start`. Throws ArchiveFault. */
  read(extra: FieldReader, start: number): void;
  /** Records a service block of the walk. */
  meet(name: string, start: number): void;
  /** Throws ArchiveFault if a position is not the start of such a block. */
  end(): void;
}

/**
 * Some programs follow the locator and trust the headers there, even inside the content of a file.
 */
export function createLocatorCheck(): LocatorCheck {
  const awaited = new Map<string, number>();
  let isRead = false;
  const readPlaces = (fields: FieldReader, start: number): void => {
    // With several locators, programs would differ in which one they use.
    if (isRead) odd('the main header has several locators');
    isRead = true;
    const flags = readVint(fields);
    if (flags > FLAGS) odd('the locator has unknown flags');
    for (const { flag, name } of PLACES) {
      const offset = (flags & flag) !== 0 ? readVint(fields) : 0;
      // Zero means reserved but unused space.
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
