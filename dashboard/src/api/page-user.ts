import { PAGE_USER_HEADER } from '../../../src/registry/page-user';
import { pageLocale } from '../i18n';

/** The id of the user for whom the service made this page; empty if the page names none. */
export function pageUserId(): string {
  return document.getElementById('root')?.dataset['user'] ?? '';
}

/**
 * The headers of each request to the service: the language of the page, because the browser would
 * send its own, and the user of the page. The service refuses the request if another user is signed
 * in by now.
 */
export function pageHeaders(): Record<string, string> {
  const user = pageUserId();
  const headers: Record<string, string> = { 'Accept-Language': pageLocale() };
  if (user !== '') headers[PAGE_USER_HEADER] = user;
  return headers;
}

let isOther = false;
const listeners = new Set<() => void>();

/**
 * Whether another user than that of the page is signed in, as far as the page knows. Streams and
 * polls of the page stop while this is true. `readOtherUser` sets it after a `forbidden`, and each
 * successful request of the page makes it false.
 */
export function hasOtherUser(): boolean {
  return isOther;
}

/** Sets `hasOtherUser` for the whole page, and calls all listeners if that is a change. */
export function setOtherUser(value: boolean): void {
  if (value === isOther) return;
  isOther = value;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change of `hasOtherUser`. Returns a function that ends this. */
export function onOtherUser(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
