import express, { type Request, type RequestHandler, type Response } from 'express';
import { requireSameOrigin, type SessionCookie, sessionCookie } from '../../auth/session-cookie.js';
import type { Gateway } from '../../graphql/gateway.js';
import { isPageRequest, quotaHeaders } from '../../platform/http/headers.js';
import type { Platform } from '../../platform/platform.js';
import { problem, RegisteredError } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { malformed } from '../../registry/malformed.js';
import type { Cost } from '../../request/admit.js';
import { requireStepUp, requireUser } from '../../request/authorize.js';
import { requireWritable } from '../../request/availability.js';
import { createContext, type RequestFacts } from '../../request/context.js';
import { type Fields, NO_FIELDS, readFields } from './form-fields.js';
import { keptTexts } from './kept-texts.js';
import {
  chosenLocale,
  createPageCookies,
  isOwnForm,
  openVisit,
  type PageCookies,
  type PageRequest,
  pageRequest,
} from './open-visit.js';
import { createOperations, type RunOperation } from './operations.js';
import { type Sending, sendFailure, sendReply, staleForm } from './send-page.js';
import {
  DELETION,
  type Handler,
  type Needs,
  type PageReply,
  redirectTo,
  type Visit,
} from './visit.js';

/** The parts of the service that pages need. */
interface PageServices {
  readonly platform: Platform;
  readonly gateway: Gateway;
  readonly factsOf: (req: Request) => RequestFacts;
  /** Converts any error to a registered one. */
  readonly registered: (error: unknown) => RegisteredError;
}

/**
 * The tools of all pages. Except the dashboard and forms for passkeys, pages need no scripts and
 * nothing from another origin. Each visit counts against a rate limit. Some are refused before they
 * count: forms from another origin, all forms while the service is read-only, and visits that
 * `Gateway.open` refuses. An error becomes a page for a browser; for a program it goes to the next
 * handler, which sends a problem document.
 */
export interface PageKit {
  /** Handles a GET. */
  page(handler: Handler, needs?: Needs): RequestHandler;
  /**
   * Handles the POST of a form. A form with a wrong token gets a page that asks to open it again;
   * programs get `forbidden`. If a form of this origin is refused, also before its body was read,
   * the error page shows its long texts (`Needs.texts`). Before the handler runs, `form` checks
   * four things:
   * - the form is from a page of this origin (`origin_mismatch`)
   * - the body is urlencoded
   * - the body has a bounded size
   * - the form carries the sender's token
   */
  form(handler: Handler, needs?: Needs): RequestHandler;
  /**
   * Counts a visit of the client address, for pages that are the same for everyone. Reads no
   * session, so these pages need no database.
   */
  readonly counted: RequestHandler;
  /** Runs an operation of `src/pages/operations` as the visitor. */
  readonly run: RunOperation;
  readonly platform: Platform;
  readonly sessionCookie: SessionCookie;
  readonly cookies: PageCookies;
}

/** The cost of every visit. */
const ONE_VISIT: Cost = new Map([['pages', 1]]);

/** Creates the page kit of a service. */
export function createPageKit(services: PageServices): PageKit {
  const { platform, gateway } = services;
  const parts = {
    ...services,
    cookies: createPageCookies(platform.publicUrl),
    session: sessionCookie(platform.publicUrl),
  };
  return {
    platform,
    sessionCookie: parts.session,
    cookies: parts.cookies,
    counted: visitCounter(parts),
    run: createOperations(gateway),
    page: (handler, needs = {}) => handlerFor(parts, { handler, needs, isForm: false }),
    form: (handler, needs = {}) => handlerFor(parts, { handler, needs, isForm: true }),
  };
}

interface Parts extends PageServices, Sending {}

interface Work {
  readonly handler: Handler;
  readonly needs: Needs;
  readonly isForm: boolean;
}

/**
 * Handles the requests of one page or form. After a body that took long, the session is checked
 * again (`Gateway.refresh`), because the client decides how long the body takes.
 */
function handlerFor(parts: Parts, work: Work): RequestHandler {
  const { needs, isForm } = work;
  return async (req, res, next) => {
    const request = pageRequest(req, res);
    const facts = factsOf(parts, request);
    let visit = openVisit(parts.cookies, anonymousContext(parts, facts), request);
    const back = backOf(visit, needs);
    let hasUnreadTexts = false;
    try {
      if (isForm) {
        requireSameOrigin(req, parts.platform.publicUrl);
        hasUnreadTexts = needs.texts !== undefined;
        requireWritable(parts.platform);
      }
      visit = openVisit(parts.cookies, await openCounted(parts, facts, { res, needs }), request);
      if (isForm) {
        hasUnreadTexts = false;
        const fields = await readForm(req, res);
        visit = { ...visit, fields };
        const ctx = await parts.gateway.refresh(visit.ctx);
        visit = { ...openVisit(parts.cookies, ctx, request), fields };
      }
      sendReply(parts, visit, await replyTo(parts, visit, work));
    } catch (error) {
      // Programs get a problem document, as everywhere else.
      if (!isPageRequest(req)) return next(error);
      if (hasUnreadTexts) visit = { ...visit, fields: await readRefused(req, res) };
      const kept = keptTexts(visit, needs);
      sendFailure(parts, visit, { known: parts.registered(error), error, back, kept });
    }
  };
}

function backOf(visit: Visit, { back = visit.path }: Needs): string {
  return typeof back === 'string' ? back : back(visit);
}

async function replyTo(
  { cookies }: Parts,
  visit: Visit,
  { handler, needs, isForm }: Work,
): Promise<PageReply> {
  if (visit.user?.deletionDueAt && !needs.whileLeaving) return redirectTo(DELETION);
  requireNeeds(visit, needs);
  if (!isForm || isOwnForm(cookies, visit)) return handler(visit);
  if (!isPageRequest(visit.req))
    throw problem('forbidden', { log: 'the form belongs to another session' });
  return staleForm(visit, backOf(visit, needs), keptTexts(visit, needs));
}

function visitCounter(parts: Parts): RequestHandler {
  return async (req, res, next) => {
    const facts = { ...parts.factsOf(req), authorization: undefined, sessionToken: null };
    try {
      // Caches may keep these pages, so the quota of one client is no header of them.
      await parts.gateway.admit(await parts.gateway.open(facts), ONE_VISIT);
      next();
    } catch (error) {
      if (!isPageRequest(req)) return next(error);
      const visit = openVisit(parts.cookies, anonymousContext(parts, facts), pageRequest(req, res));
      const known = parts.registered(error);
      sendFailure(parts, visit, { known, error, back: visit.path, kept: null });
    }
  };
}

const anonymousContext = ({ platform }: Parts, facts: RequestFacts) =>
  createContext(platform, facts, { kind: 'anonymous', actor: 'page' });

/** The facts of a page request. Pages authenticate users only by their session. */
function factsOf(parts: Parts, request: PageRequest): RequestFacts {
  const { req } = request;
  const facts = parts.factsOf(req);
  return {
    ...facts,
    authorization: undefined,
    sessionToken: parts.session.read(req.headers.cookie),
    locale: chosenLocale(parts.cookies, request) ?? facts.locale,
  };
}

/** Opens the context of a visit and counts it. Throws `rate_limited`, `account_blocked`. */
async function openCounted(
  { gateway }: Parts,
  facts: RequestFacts,
  { res, needs }: { readonly res: Response; readonly needs: Needs },
) {
  const ctx = await gateway.open(facts);
  const cost: Cost = new Map([
    ...ONE_VISIT,
    ...(needs.rates ?? []).map((rate) => [rate, 1] as const),
  ]);
  res.set(quotaHeaders(await gateway.admit(ctx, cost)));
  return ctx;
}

const readText = express.text({
  type: 'application/x-www-form-urlencoded',
  limit: LIMITS.formBytes,
});

async function readForm(req: Request, res: Response): Promise<Fields> {
  await new Promise<void>((resolve, reject) => {
    readText(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  if (typeof req.body !== 'string') throw malformed('urlencoded');
  return readFields(req.body);
}

/** The fields of a form that is refused in any case; none if its body cannot be read. */
function readRefused(req: Request, res: Response): Promise<Fields> {
  return readForm(req, res).catch(() => NO_FIELDS);
}

function requireNeeds({ ctx }: Visit, { signIn = false, stepUp = false }: Needs): void {
  if (signIn || stepUp) requireUser(ctx);
  if (stepUp) requireStepUp(ctx);
}

/**
 * Shows a page to a browser at an unknown URL. Programs get a problem document from the next
 * handler.
 */
export function noPage(kit: PageKit): RequestHandler {
  const page = kit.page(() => {
    throw problem('not_found');
  });
  return (req, res, next) => (isPageRequest(req) ? page(req, res, next) : next());
}

/**
 * Shows a page to a browser whose address no route could read, such as one with a broken percent
 * escape. Three kinds of errors go to the next handler, which sends a problem document: registered
 * errors, errors below the paths of programs, and errors of requests by programs.
 */
export function failedPage(
  kit: PageKit,
  programPaths: readonly string[],
): express.ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const isOfProgram = programPaths.some((path) => req.path.startsWith(`${path}/`));
    if (error instanceof RegisteredError || isOfProgram || !isPageRequest(req)) return next(error);
    kit.page(() => {
      throw error;
    })(req, res, next);
  };
}
