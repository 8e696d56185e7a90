/** A base URL for resolving paths: a path that stays on it stays on every origin. */
const ANY_ORIGIN = 'http://local.invalid';

/**
 * The path and query of a text if it stays on this origin, else null. Rejects anything that a
 * browser could read as another site: `//host`, `/\host`, a scheme, or characters that browsers
 * drop or normalize.
 */
export function localPathOf(text: unknown): string | null {
  if (typeof text !== 'string' || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return null;
  if (!URL.canParse(text, ANY_ORIGIN)) return null;
  const { origin, pathname, search } = new URL(text, ANY_ORIGIN);
  // The URL parser has resolved dots by now: `/..//host` would lead to another site.
  return origin === ANY_ORIGIN && !pathname.startsWith('//') ? `${pathname}${search}` : null;
}

/** The URL of a page that continues at `next` when it is done. */
export function pathWithNext(path: string, next: string): string {
  return `${path}?${new URLSearchParams({ next })}`;
}
