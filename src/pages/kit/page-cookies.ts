/** The small cookies of pages. None of them is a credential by itself. */
const NAMES = {
  /** The chosen language. */
  language: 'modport_lang',
  /** Binds a form to its browser before sign-in. */
  visit: 'modport_visit',
  /** A message for the next page. */
  notice: 'modport_notice',
  /** The state between the password and the code of the second factor. */
  pending: 'modport_pending',
} as const;

type CookieName = keyof typeof NAMES;

/** Reads and writes the small cookies of pages. With https they are bound to this host. */
export interface PageCookies {
  /** The value in a `Cookie` header, or null if it is absent or malformed. */
  read(header: string | undefined, name: CookieName, form: RegExp): string | null;
  /** The `Set-Cookie` header that stores a value; 0 seconds deletes it. */
  keep(name: CookieName, value: string, lifetimeSeconds: number): string;
}

/** Creates the cookies for the pages of a public URL. */
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
