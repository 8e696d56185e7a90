import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { LOCALES, type Locale } from '../../registry/error-texts.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { uiLocaleOf } from '../../request/ui-locale.js';
import { NO_FIELDS } from './fields.js';
import { formTokenOf, isFormToken, TOKEN_FIELD } from './form-token.js';
import { localPathOf } from './local-path.js';
import type { PageCookies } from './page-cookies.js';
import type { Visit } from './visit.js';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const VISIT_ID = /^[\w-]{43}$/;
const NOTICE_KEY = /^[a-z_]{1,40}$/;

/** Creates the visit of a request. */
export function openVisit(
  cookies: PageCookies,
  ctx: RequestContext,
  req: Request,
  res: Response,
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
    next: localPathOf(req.query['next']),
    path: localPathOf(req.originalUrl) ?? '/',
    formToken: () => formTokenOf(ctx.platform.keys, holderOf(ctx, visitIdOf(cookies, req, res))),
  };
}

/** Returns whether a form was made for its sender. */
export function isOwnForm(cookies: PageCookies, { ctx, req, fields }: Visit): boolean {
  const visitId = cookies.read(req.headers.cookie, 'visit', VISIT_ID);
  if (ctx.viewer.kind === 'anonymous' && visitId === null) return false;
  return isFormToken(ctx.platform.keys, holderOf(ctx, visitId), fields.one(TOKEN_FIELD));
}

/**
 * The language of a visit. The order of precedence is: the query, which the browser then stores;
 * the stored one; the preference of an application. Null uses the browser's languages.
 */
export function chosenLocale(cookies: PageCookies, req: Request, res: Response): Locale | null {
  const asked = localeIn(req.query['lang']);
  if (asked) res.append('Set-Cookie', cookies.keep('language', asked, YEAR_SECONDS));
  const kept = localeIn(cookies.read(req.headers.cookie, 'language', /^[a-z]{2}$/));
  return asked ?? kept ?? preferredByApplication(req);
}

/** From the URL of an OAuth page, or of a page on the way there, such as the sign-in page. */
function preferredByApplication({ query }: Request): Locale | null {
  const next = localPathOf(query['next']);
  const ahead = next === null ? null : URL.parse(next, 'http://local.invalid');
  return uiLocaleOf(query['ui_locales'] ?? ahead?.searchParams.get('ui_locales'));
}

function localeIn(text: unknown): Locale | null {
  return LOCALES.find((locale) => locale === text) ?? null;
}

function holderOf({ viewer }: RequestContext, visitId: string | null): string {
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
