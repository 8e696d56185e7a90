import { refuse } from '../findings.js';

// A byte order mark at the start is part of the name.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a name in UTF-8. Throws ArchiveFault for any other bytes. */
export function decodeUtf8Name(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    const path = bytes.toString('utf8');
    return refuse('archive_validation_failed', 'a path is no UTF-8', { path });
  }
}

const UNDERSCORE = 0x5f;

/** A name for Unicode programs, and for programs without Unicode. */
export interface Rar4Name {
  readonly name: string;
  /**
   * Equal to `name` if that is stored as UTF-8. Otherwise bytes beyond ASCII become `_`, because
   * their code page is unknown.
   */
  readonly plain: string;
}

/**
 * Reads the name of a file. It is UTF-8; or, with the Unicode flag, text of a code page, a zero,
 * and corrections that turn it into UTF-16. Throws ArchiveFault, also for a code-page name without
 * corrections.
 */
export function decodeRar4Name(bytes: Buffer, isUnicode: boolean): Rar4Name {
  const zero = bytes.indexOf(0);
  if (zero < 0 || !isUnicode) {
    const name = decodeUtf8Name(bytes);
    return { name, plain: name };
  }
  const plain = bytes.subarray(0, zero);
  const name = correct(plain, bytes.subarray(zero + 1));
  if (!name.isWellFormed()) {
    refuse('archive_validation_failed', 'a path is not valid UTF-16', { path: name });
  }
  const ascii = Buffer.from(plain.map((byte) => (byte < 0x80 ? byte : UNDERSCORE)));
  return { name, plain: ascii.toString('latin1') };
}

/**
 * Applies the corrections. The first byte is the common page: the upper byte of most characters.
 * Then each step has two bits. It is a character of page 0, of the common page or of any page, or a
 * run of the plain name. A run is copied or moved to the common page.
 */
function correct(plain: Buffer, code: Buffer): string {
  const units: number[] = [];
  let at = 0;
  const next = (): number => {
    const byte = code[at];
    if (byte === undefined) cutOff();
    at += 1;
    return byte;
  };
  const page = code.length > 0 ? next() << 8 : 0;
  const copy = (length: number, moveBy: number | null): void => {
    for (let i = 0; i < length; i++) {
      const byte = plain[units.length];
      if (byte === undefined) cutOff();
      units.push(moveBy === null ? byte : ((byte + moveBy) & 0xff) | page);
    }
  };
  while (at < code.length) {
    const steps = next();
    for (let shift = 6; shift >= 0 && at < code.length; shift -= 2) {
      const step = (steps >> shift) & 3;
      if (step === 0) units.push(next());
      else if (step === 1) units.push(next() | page);
      else if (step === 2) units.push(next() | (next() << 8));
      else {
        const length = next();
        copy((length & 0x7f) + 2, (length & 0x80) !== 0 ? next() : null);
      }
    }
  }
  // Tens of thousands of units would not fit on the stack as call arguments.
  return Buffer.from(new Uint16Array(units).buffer).toString('utf16le');
}

function cutOff(): never {
  refuse('archive_validation_failed', 'a path is cut off');
}
