/** Control characters, and those that Windows forbids, such as separators. Each becomes `_`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*]/g;

/**
 * Invisible, private and unassigned characters, and those that turn the direction of text:
 * `exe.gpj` as `jpg.exe`. They are removed.
 */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/**
 * Names of devices on Windows, with any extension. Windows drops spaces before the dot. Such a name
 * gets a `_` in front.
 */
const RESERVED =
  /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)\s*(?:\.|$)/i;

const LONGEST_BYTES = 200;
const LONGEST_EXTENSION_BYTES = 20;

/**
 * A name for a file from the display text of the service, such as `original_filename`. It is never
 * empty and cannot leave its folder, on any operating system. Different texts may give equal names.
 * `otherwise` is returned unchanged if nothing remains of the text.
 */
export function safeFilename(text: string | null | undefined, otherwise = 'file'): string {
  const cleaned = trimmed(
    (text ?? '').toWellFormed().normalize('NFC').replace(INVISIBLE, '').replace(UNSAFE, '_'),
  );
  const short = shortened(cleaned);
  if (short === '') return otherwise;
  return RESERVED.test(short) ? shortened(`_${short}`) : short;
}

/** Windows drops dots and spaces at the end; a dot in front hides a file. */
function trimmed(name: string): string {
  return name.replace(/^[\s.]+/u, '').replace(/[\s.]+$/u, '');
}

/** Cuts a trimmed name before its extension to the longest length in UTF-8. */
function shortened(name: string): string {
  if (bytesOf(name) <= LONGEST_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const kept = bytesOf(extension) <= LONGEST_EXTENSION_BYTES ? extension : '';
  let stem = '';
  for (const character of kept === '' ? name : name.slice(0, dot)) {
    if (bytesOf(stem + character + kept) > LONGEST_BYTES) break;
    stem += character;
  }
  return trimmed(stem + kept);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
