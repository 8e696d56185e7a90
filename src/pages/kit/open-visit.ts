import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Keys, macOfText } from '../../platform/keys.js';
import { LOCALES, type Locale } from '../../registry/error-texts.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { uiLocaleOf } from '../../request/texts.js';
import { NO_FIELDS } from './form-fields.js';
import { localPathOf, type Visit } from './visit.js';

/** The name of the field with the CSRF token in every form. */
export const TOKEN_FIELD = '_token';

/** The token of the forms of one session, or of one visit before sign-in. */
function formTokenOf(keys: Keys, owner: string): string {
  return keys.mac('forms', owner).toString('base64url');
}

/** Returns whether a form was made for its sender. Compares in constant time. */
function isFormToken(keys: Keys, owner: string, given: string): boolean {
  return keys.verify('forms', owner, macOfText(given));
}

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
  read(header: string | undefined, name: CookieName, pattern: RegExp): string | null;
  /**
   * The `Set-Cookie` header that stores a value; 0 seconds deletes it. The value is sent as it is,
   * so it must be free of spaces, commas and semicolons.
   */
  keep(name: CookieName, value: string, lifetimeSeconds: number): string;
}

/** Creates the cookies for the pages of a public URL. */
export function createPageCookies(publicUrl: string): PageCookies {
  const secure = publicUrl.startsWith('https:');
  const nameOf = (name: CookieName) => `${secure ? '__Host-' : ''}${NAMES[name]}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read(header = '', name, pattern) {
      const start = `${nameOf(name)}=`;
      const pair = header.split(';').find((part) => part.trim().startsWith(start));
      const value = pair?.trim().slice(start.length);
      return value !== undefined && pattern.test(value) ? value : null;
    },
    keep: (name, value, lifetimeSeconds) =>
      `${nameOf(name)}=${value}; ${attributes}; Max-Age=${lifetimeSeconds}`,
  };
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const VISIT_ID = /^[\w-]{43}$/;
const NOTICE_KEY = /^[a-z_]{1,40}$/;

/** A request for a page, with its parsed query string. */
export type PageRequest = Pick<Visit, 'req' | 'res' | 'query'>;

/** Parses the query string of a request for a page. Express parses it again at each access. */
export function pageRequest(req: Request, res: Response): PageRequest {
  return { req, res, query: req.query };
}

/** Creates the visit of a request, without the fields of a form, which the caller adds. */
export function openVisit(
  cookies: PageCookies,
  ctx: RequestContext,
  { req, res, query }: PageRequest,
): Visit {
  const user = ctx.viewer.kind === 'user' ? ctx.viewer : null;
  return {
    ctx,
    user,
    fields: NO_FIELDS,
    notice: cookies.read(req.headers.cookie, 'notice', NOTICE_KEY),
    req,
    res,
    locale: ctx.request.locale,
    query,
    next: localPathOf(query['next']),
    path: localPathOf(req.originalUrl) ?? '/',
    formToken: () => formTokenOf(ctx.platform.keys, formOwnerOf(ctx, visitIdOf(cookies, req, res))),
  };
}

/**
 * Returns whether a form was made for its sender: for this session, or before sign-in for this
 * browser's visit cookie.
 */
export function isOwnForm(cookies: PageCookies, { ctx, req, fields }: Visit): boolean {
  const visitId = cookies.read(req.headers.cookie, 'visit', VISIT_ID);
  if (ctx.viewer.kind === 'anonymous' && visitId === null) return false;
  return isFormToken(ctx.platform.keys, formOwnerOf(ctx, visitId), fields.one(TOKEN_FIELD));
}

/**
 * The language of a visit. The order of precedence is: `lang` in the query, which a cookie then
 * stores for a year; the language of that cookie; the preference of an application. Null without
 * any of them: the caller then uses the languages of the browser.
 */
export function chosenLocale(
  cookies: PageCookies,
  { req, res, query }: PageRequest,
): Locale | null {
  const requested = localeIn(query['lang']);
  if (requested) res.append('Set-Cookie', cookies.keep('language', requested, YEAR_SECONDS));
  const kept = localeIn(cookies.read(req.headers.cookie, 'language', /^[a-z]{2}$/));
  return requested ?? kept ?? preferredByApplication(query);
}

/**
 * The language in the URL of an OAuth page, or in `next` of a page on the way there, such as the
 * sign-in page.
 */
function preferredByApplication(query: Visit['query']): Locale | null {
  const next = localPathOf(query['next']);
  const ahead = next === null ? null : URL.parse(next, 'http://local.invalid');
  return uiLocaleOf(query['ui_locales'] ?? ahead?.searchParams.get('ui_locales'));
}

function localeIn(text: unknown): Locale | null {
  return LOCALES.find((locale) => locale === text) ?? null;
}

function formOwnerOf({ viewer }: RequestContext, visitId: string | null): string {
  return viewer.kind === 'user' ? `session:${viewer.credential.id}` : `visit:${visitId}`;
}

const visitIds = new WeakMap<Request, string>();

/** The id in the browser's visit cookie, created on first use. */
function visitIdOf(cookies: PageCookies, req: Request, res: Response): string {
  const known = visitIds.get(req) ?? cookies.read(req.headers.cookie, 'visit', VISIT_ID);
  if (known) return known;
  const id = randomBytes(32).toString('base64url');
  visitIds.set(req, id);
  res.append('Set-Cookie', cookies.keep('visit', id, LIMITS.visitLifetimeSeconds));
  return id;
}
