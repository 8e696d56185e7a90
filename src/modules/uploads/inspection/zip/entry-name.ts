import { isAscii } from 'node:buffer';
import { refuse } from '../fault.js';

/** The general-purpose bit that says that a name is in UTF-8. */
const UTF8_FLAG = 1 << 11;

// The upper half of code page 437, which ZIP names are in unless they say otherwise.
const CP437_UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

// A byte order mark at the start is part of the name: programs that unpack keep it, too.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The path of an entry, and the path that other programs read from the same bytes. */
export interface EntryNames {
  readonly path: string;
  readonly otherPath?: string;
}

/**
 * The paths of an entry as programs read them. A name that is marked as UTF-8 and is not is refused.
 * macOS and Linux read a name without the mark as UTF-8 as well, so both readings are judged.
 */
export function readNames(nameBytes: Uint8Array, flags: number): EntryNames {
  // In ASCII both are the same.
  if (isAscii(nameBytes)) return { path: Buffer.from(nameBytes).toString('latin1') };
  const unicode = decodeUtf8(nameBytes);
  if ((flags & UTF8_FLAG) === 0) {
    const path = decodeCp437(nameBytes);
    return unicode === null ? { path } : { path, otherPath: unicode };
  }
  if (unicode === null) refuse('archive_validation_failed', 'a path is marked as UTF-8 and is not');
  return { path: unicode };
}

function decodeUtf8(nameBytes: Uint8Array): string | null {
  try {
    return utf8.decode(nameBytes);
  } catch {
    return null;
  }
}

function decodeCp437(nameBytes: Uint8Array): string {
  return Array.from(nameBytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : CP437_UPPER.charAt(byte - 0x80),
  ).join('');
}
