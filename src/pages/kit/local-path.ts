/** Only to be resolved against: whatever stays on it stays on every origin. */
const ANY_ORIGIN = 'http://local.invalid';

/**
 * The path on this origin that a text names, with its query, or null. What a browser could take for
 * another site is none: `//host`, `/\host`, a scheme, a character that browsers drop or fold.
 */
export function localPathOf(text: unknown): string | null {
  if (typeof text !== 'string' || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return null;
  if (!URL.canParse(text, ANY_ORIGIN)) return null;
  const { origin, pathname, search } = new URL(text, ANY_ORIGIN);
  // Dots are resolved by now: `/..//host` would lead to another site.
  return origin === ANY_ORIGIN && !pathname.startsWith('//') ? `${pathname}${search}` : null;
}

/** The address of a page that leads on to another one when it is done. */
export function pathWithNext(path: string, next: string): string {
  return `${path}?${new URLSearchParams({ next })}`;
}
