import type { Request, Response } from 'express';
import type { PageScript } from '../../platform/html/frame.js';
import { type Html, html } from '../../platform/html/html.js';
import { icon } from '../../platform/html/icons.js';
import type { Locale } from '../../registry/error-texts.js';
import type { RateClass } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import type { UserViewer } from '../../request/viewer.js';
import type { Fields } from './form-fields.js';
import { KIT_TEXTS } from './texts.js';

/** One request to a page: the visitor, the language and the submitted fields. */
export interface Visit {
  /** Runs operations and verbs as the visitor. */
  readonly ctx: RequestContext;
  /** The signed-in user, or null. Pages that require one use `requireUser(visit.ctx)`. */
  readonly user: UserViewer | null;
  readonly locale: Locale;
  /** The submitted fields; empty for a GET. */
  readonly fields: Fields;
  /** The key of a one-time message that an earlier response set with `redirectTo`, or null. */
  readonly notice: string | null;
  /** The parameters of the query string, as sent: texts, or lists of them if repeated. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The path on this origin in the query's `next`, or null. */
  readonly next: string | null;
  /** The path and query of this page. */
  readonly path: string;
  /**
   * The value of the hidden CSRF field; `form` writes it into every form. A call sets the visit
   * cookie of a browser that has none.
   */
  formToken(): string;
  /** For code that handles HTTP itself, such as an OAuth library. */
  readonly req: Request;
  readonly res: Response;
}

/** The requirements of a page, checked before its handler runs. */
export interface Needs {
  /** A signed-in user. Others are redirected to the sign-in page and back. */
  readonly signIn?: boolean;
  /** A recent second factor. Others are redirected to the step-up page and back. */
  readonly stepUp?: boolean;
  /**
   * The return path, or a function of the visit; by default this URL. For forms without their own
   * page, and for those that give the session a new cookie: a late second click has the former
   * cookie, and must not lead to the form again.
   */
  readonly back?: string | ((visit: Visit) => string);
  /**
   * Also open to a user who requested the deletion of the account. All other pages redirect such a
   * user to the page of the deletion.
   */
  readonly whileLeaving?: boolean;
  /** The rate classes in which a visit counts besides that of pages. */
  readonly rates?: readonly RateClass[];
  /**
   * The labels of the long texts of a form, by the names of their fields. If the form is refused,
   * as after a sign-out in another tab, the error page shows the texts for copying. Must name no
   * secret.
   */
  readonly texts?: (locale: Locale) => Readonly<Record<string, string>>;
}

/** A document to show. */
export interface Shown {
  readonly kind: 'shown';
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** The maximum width of the content; medium by default. */
  readonly width?: 'narrow' | 'wide' | 'full';
  /** The body contains the main heading; otherwise the title is the heading. */
  readonly heading?: 'own';
  /** Further elements for the head, such as the canonical address. */
  readonly head?: Html;
  /**
   * Loads the script of the site. Pages with secrets or forms of the account never do; those that
   * ask for a passkey load the script of passkeys alone.
   */
  readonly scripts?: PageScript;
  /** Keeps the page out of search engines. */
  readonly robots?: 'noindex';
  /** The targets of the page's forms beyond this origin, as sources of `form-action`. */
  readonly formAction?: readonly string[];
  /** Further headers, which replace the standard ones of pages. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`, from `PageCookies` or `SessionCookie`. */
  readonly cookies?: readonly string[];
  /** The address to which the browser goes at once, without a redirect by HTTP. */
  readonly goOn?: string;
}

/** A redirect after a processed form (Post/Redirect/Get), or from an alias. */
export interface Moved {
  readonly kind: 'moved';
  readonly to: string;
  /** 302 for an alias of a page. By default it is 303, as after a form. */
  readonly status?: 302;
  /** A key that the next page reads once as `visit.notice`. */
  readonly notice?: string;
  readonly cookies?: readonly string[];
}

/** The reply of a handler; null if it responded itself through `visit.res`. */
export type PageReply = Shown | Moved | null;

/** Handles a visit. Its errors become pages. */
export type Handler = (visit: Visit) => PageReply | Promise<PageReply>;

/**
 * Headers of a page that shows a secret. Proxies must not compress it either, because the length
 * would reveal its content.
 */
export const SECRET_HEADERS = { 'Cache-Control': 'private, no-store, no-transform' } as const;

/** Creates a reply that shows a document. */
export function show(page: Omit<Shown, 'kind'>): Shown {
  return { kind: 'shown', ...page };
}

/** The page where users delete their account, or cancel the deletion. */
export const DELETION = '/account/delete';

/** Creates a redirect to a path of this origin. `sendReply` throws for any other address. */
export function redirectTo(to: string, more: Omit<Moved, 'kind' | 'to'> = {}): Moved {
  return { kind: 'moved', to, ...more };
}

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

/** The URL of a page that continues at `next` when it is done. `path` must not have a query. */
export function pathWithNext(path: string, next: string): string {
  return `${path}?${new URLSearchParams({ next })}`;
}

/** The sections of the account pages; deeper paths belong to the same section. */
const PLACES = [
  { path: '/account/profile', name: 'profile' },
  { path: '/account/security', name: 'security' },
  { path: '/account/sessions', name: 'sessions' },
  { path: '/account/applications', name: 'appGrants' },
  { path: '/account/developer/applications', name: 'applications' },
  { path: '/account/keys', name: 'keys' },
  { path: '/account/publishers', name: 'publishers' },
  { path: '/account/developer/key', name: 'accountKey' },
  { path: '/account/export', name: 'export' },
  { path: DELETION, name: 'deletion' },
  { path: '/account/review/applications', name: 'reviews', onlyAdmins: true },
] as const;

/**
 * Navigation between the account pages for signed-in users. Pages outside of these sections, such
 * as consent and sign-in, have none, so that nothing distracts from them.
 */
export function renderNavigation({ user, path, locale }: Visit): Html | null {
  const { pathname } = new URL(path, 'http://local.invalid');
  const isAt = (place: string) => pathname === place || pathname.startsWith(`${place}/`);
  if (!user || !PLACES.some((place) => isAt(place.path))) return null;
  const texts = KIT_TEXTS[locale];
  const open = PLACES.filter((place) => !('onlyAdmins' in place) || user.role === 'admin');
  const here = open.find((place) => isAt(place.path));
  const links = open.map(({ path: place, name }) => {
    const current = pathname === place ? 'page' : 'true';
    const mark = isAt(place) && html` aria-current="${current}"`;
    return html`<li><a href="${place}"${mark}>${texts[name]}</a></li>
`;
  });
  return html`<nav class="places" aria-label="${texts.settings}"><details><summary>${icon('menu')}${here ? texts[here.name] : texts.settings}</summary>
<ul>
${links}</ul></details></nav>
`;
}
