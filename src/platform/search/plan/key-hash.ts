/** FNV-1a of the UTF-16 code units of a text, as the signed number of an integer column. */
export function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = mixed(value, text.charCodeAt(at));
  return value | 0;
}

/** The hash of a text with this hash and a number after it. */
export function hashWith(hash: number, next: number): number {
  return mixed(hash, next) | 0;
}

function mixed(value: number, next: number): number {
  return Math.imul(value ^ next, 0x01000193);
}
