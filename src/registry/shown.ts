/** The characters that a detail shows of a text that a client or a creator wrote. */
const SHOWN_CHARACTERS = 80;

/** Returns a text on one line without control characters, cut to the length of long real names. */
export function shown(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}
