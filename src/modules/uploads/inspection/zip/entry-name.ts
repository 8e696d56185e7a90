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

/** The path of an entry as programs read it; a name that is no UTF-8 but says so is refused. */
export function decodeName(nameBytes: Uint8Array, flags: number): string {
  // In ASCII both are the same.
  if (isAscii(nameBytes)) return Buffer.from(nameBytes).toString('latin1');
  if ((flags & UTF8_FLAG) === 0) return decodeCp437(nameBytes);
  try {
    return utf8.decode(nameBytes);
  } catch {
    return refuse('archive_validation_failed', 'a path is marked as UTF-8 and is not');
  }
}

function decodeCp437(nameBytes: Uint8Array): string {
  return Array.from(nameBytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : CP437_UPPER.charAt(byte - 0x80),
  ).join('');
}
