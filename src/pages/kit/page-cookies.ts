/** The small cookies of pages: none of them is a credential by itself. */
const NAMES = {
  /** The language that somebody chose. */
  language: 'modport_lang',
  /** What ties a form to the browser that asked for it, before anybody is signed in. */
  visit: 'modport_visit',
  /** What the next page tells once. */
  notice: 'modport_notice',
  /** Between the password and the code of the second factor. */
  pending: 'modport_pending',
} as const;

type CookieName = keyof typeof NAMES;

/** Reads and writes the small cookies of pages; on https they are bound to this host. */
export interface PageCookies {
  /** The value in a `Cookie` header, where it has the expected form; else null. */
  read(header: string | undefined, name: CookieName, form: RegExp): string | null;
  /** The `Set-Cookie` header that keeps a value; with 0 seconds it is forgotten. */
  keep(name: CookieName, value: string, lifetimeSeconds: number): string;
}

/** The cookies of the pages of a service at an address. */
export function createPageCookies(publicUrl: string): PageCookies {
  const secure = publicUrl.startsWith('https:');
  const nameOf = (name: CookieName) => `${secure ? '__Host-' : ''}${NAMES[name]}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read(header = '', name, form) {
      const start = `${nameOf(name)}=`;
      const pair = header.split(';').find((part) => part.trim().startsWith(start));
      const value = pair?.trim().slice(start.length);
      return value !== undefined && form.test(value) ? value : null;
    },
    keep: (name, value, lifetimeSeconds) =>
      `${nameOf(name)}=${value}; ${attributes}; Max-Age=${lifetimeSeconds}`,
  };
}
