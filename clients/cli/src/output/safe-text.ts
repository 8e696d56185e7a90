/** Escape sequences, control characters except line breaks and tabs, and changes of direction. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Text from the service or from files, for a terminal: it can neither move the cursor, nor change
 * colors or titles, nor reverse the direction of a line.
 */
export function safeText(text: string): string {
  return text.replace(UNSAFE, '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of colors
const COLOR = /(\u001b\[\d{1,3}m)/;

/** The same, but keeps colors, for the output of a command. */
export function safeOutput(text: string): string {
  return text
    .split(COLOR)
    .map((part, at) => (at % 2 === 1 ? part : safeText(part)))
    .join('');
}

/** The same as `safeText` on one line: line breaks and tabs become spaces. */
export function safeLine(text: string): string {
  return safeText(text).replace(/[\n\t]+/g, ' ');
}

/** JSON for a terminal, with escaped control characters and changes of direction. */
export function safeJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
