import { compileFunction } from 'node:vm';
import { Failed } from './lib.mjs';

/**
 * Returns the code of a CommonJS file with all characters outside of ASCII escaped. Node reads a
 * file of ASCII several times as fast, and V8 keeps it in half the memory. Drops a backslash that
 * escapes such a character, because it would escape the `\u`. Throws `Failed` if the code would get
 * another meaning: for a `String.raw` with such a character, and if the result is no valid code. No
 * other tag in a bundled program may read the raw text of a template.
 */
export function inAscii(name, code) {
  const [raw] = RAW.exec(code) ?? [];
  if (raw) throw new Failed(`${name}: String.raw has a character that is not in ASCII: ${raw}`);
  const escaped = code.replace(NOT_ASCII, (_, slashes, character) => {
    const unit = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `${slashes.slice(slashes.length % 2)}\\u${unit}`;
  });
  try {
    compileFunction(escaped, ['exports', 'require', 'module', '__filename', '__dirname']);
  } catch (error) {
    // For example, two units of UTF-16 are a character in a string, but not in an identifier.
    throw new Failed(`${name} cannot be escaped: ${error.message}`);
  }
  return escaped;
}

/** A UTF-16 unit that is not in ASCII, with the backslashes before it. */
const NOT_ASCII = /(\\*)([\u0080-\uffff])/g;

/**
 * A `String.raw` with such a unit outside of its expressions, so that an escape changes its value.
 */
const RAW =
  /\bString\.raw`(?:[^`$\\\u0080-\uffff]|\\[^\u0080-\uffff]|\$\{[^}]*\}|\$(?!\{))*\\?[\u0080-\uffff]/;
