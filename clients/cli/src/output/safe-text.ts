/** Escape sequences, control characters except line breaks and tabs, and changes of direction. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Makes a text from the service or a file safe for a terminal. Removes what could move the cursor,
 * change colors or titles, or reverse the direction of a line. Keeps line breaks and tabs.
 */
export function safeText(text: string): string {
  return text.replace(UNSAFE, '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of colors
const COLOR = /(\u001b\[\d{1,3}m)/;

/** As `safeText`, but keeps the escape sequences of colors, for texts that this program styled. */
export function safeOutput(text: string): string {
  return text
    .split(COLOR)
    .map((part, at) => (at % 2 === 1 ? part : safeText(part)))
    .join('');
}

/** As `safeText`, on one line: line breaks and tabs become spaces. */
export function safeLine(text: string): string {
  return safeText(text).replace(/[\n\t]+/g, ' ');
}

/**
 * JSON that is safe for a terminal: it has escapes for control characters and changes of direction.
 * With `indent` 0, it is one line.
 */
export function safeJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
