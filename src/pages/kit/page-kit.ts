import express, { type Request, type RequestHandler, type Response } from 'express';
import { requireSameOrigin } from '../../auth/same-origin.js';
import { type SessionCookie, sessionCookie } from '../../auth/session-cookie.js';
import type { Gateway } from '../../graphql/gateway.js';
import type { Platform } from '../../platform/platform.js';
import { problem, type RegisteredError } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { Cost } from '../../request/admit.js';
import { requireStepUp, requireUser } from '../../request/authorize.js';
import { createContext, type RequestFacts } from '../../request/context.js';
import { documentOf, headersOf } from './document.js';
import { failureOf, staleForm } from './failure.js';
import { type Fields, readFields } from './fields.js';
import { localPathOf, pathWithNext } from './local-path.js';
import { chosenLocale, isOwnForm, openVisit } from './open-visit.js';
import { createOperations, type RunOperation } from './operations.js';
import { createPageCookies, type PageCookies } from './page-cookies.js';
import type { Handler, Needs, Reply, Visit } from './visit.js';

/** What pages need of the service. */
export interface PageServices {
  readonly platform: Platform;
  readonly gateway: Gateway;
  readonly factsOf: (req: Request) => RequestFacts;
  /** Any error as a registered one. */
  readonly registered: (error: unknown) => RegisteredError;
}

/** What pages are made with. They need no script, and nothing of another origin. */
export interface PageKit {
  /** Answers a GET. */
  page(handler: Handler, needs?: Needs): RequestHandler;
  /**
   * Answers the POST of a form. Before its handler runs: the form comes from a page of this origin
   * (`origin_mismatch`), is urlencoded and of bounded size, and carries the token of its sender.
   */
  form(handler: Handler, needs?: Needs): RequestHandler;
  /** Runs an operation of `src/pages/operations` as the visitor. */
  readonly run: RunOperation;
  readonly platform: Platform;
  readonly sessionCookie: SessionCookie;
  readonly cookies: PageCookies;
}

/** What a visit costs, whatever it asks for. */
const ONE_VISIT: Cost = new Map([['pages', 1]]);
/** Another site may follow from there by redirects, which a form of this page may not lead to. */
const LEADS_AWAY = /^\/oauth\//;
const NOTICE_SECONDS = 60;

/** Makes the kit of a service. */
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
    run: createOperations(gateway),
    page: (handler, needs = {}) => answering(parts, { handler, needs, isForm: false }),
    form: (handler, needs = {}) => answering(parts, { handler, needs, isForm: true }),
  };
}

interface Parts extends PageServices {
  readonly cookies: PageCookies;
  readonly session: SessionCookie;
}

interface Work {
  readonly handler: Handler;
  readonly needs: Needs;
  readonly isForm: boolean;
}

function answering(parts: Parts, { handler, needs, isForm }: Work): RequestHandler {
  return async (req, res) => {
    const facts = factsOf(parts, req, res);
    const nobody = createContext(parts.platform, facts, { kind: 'anonymous', actor: 'page' });
    let visit = openVisit(parts.cookies, nobody, req, res);
    const back = needs.back ?? visit.path;
    try {
      if (isForm) requireSameOrigin(req, parts.platform.publicUrl);
      visit = openVisit(parts.cookies, await admitted(parts, facts, res), req, res);
      if (isForm) visit = { ...visit, fields: await readForm(req, res) };
      require(visit, needs);
      const isOwn = !isForm || isOwnForm(parts.cookies, visit);
      send(parts, visit, isOwn ? await handler(visit) : staleForm(visit, back));
    } catch (error) {
      fail(parts, visit, error, back);
    }
  };
}

/** What a request to a page says of itself: pages know people by their session alone. */
function factsOf(parts: Parts, req: Request, res: Response): RequestFacts {
  const facts = parts.factsOf(req);
  return {
    ...facts,
    authorization: undefined,
    sessionToken: parts.session.read(req.headers.cookie),
    locale: chosenLocale(parts.cookies, req, res) ?? facts.locale,
  };
}

async function admitted({ gateway }: Parts, facts: RequestFacts, res: Response) {
  const ctx = await gateway.open(facts);
  res.set(await gateway.admit(ctx, ONE_VISIT));
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
  if (typeof req.body !== 'string') throw problem('invalid_request', { log: 'no form' });
  return readFields(req.body);
}

function require({ ctx }: Visit, { signIn = false, stepUp = false }: Needs): void {
  if (signIn || stepUp) requireUser(ctx);
  if (stepUp) requireStepUp(ctx);
}

function fail(parts: Parts, visit: Visit, error: unknown, back: string): void {
  const known = parts.registered(error);
  const { request } = visit.ctx;
  const fields = { request_id: request.id, trace_id: request.traceId, path: request.path };
  const { log } = parts.platform;
  if (known.code === 'internal_error') {
    log.error({ ...fields, err: error }, 'a page failed unexpectedly');
  } else if (known.status >= 500) log.warn({ ...fields, err: error }, 'a page could not be shown');
  else if (known.logDetail !== null) log.info({ ...fields, err: error }, 'a page was refused');
  if (visit.res.headersSent) {
    visit.res.destroy();
    return;
  }
  // Whoever may not act any more can still sign in as somebody else.
  if (known.code === 'account_blocked') visit.res.append('Set-Cookie', parts.session.forget());
  send(parts, visit, failureOf(visit, known, back));
}

function send(parts: Parts, visit: Visit, reply: Reply): void {
  if (!reply) return;
  const { res } = visit;
  for (const cookie of reply.cookies ?? []) res.append('Set-Cookie', cookie);
  res.set({ ...headersOf(reply.kind === 'shown' ? reply : {}), 'Content-Language': visit.locale });
  res.set('X-Request-Id', visit.ctx.request.id);
  if (reply.kind === 'moved') {
    const { to, notice } = reply;
    if (localPathOf(to) === null) throw new Error(`no path of this origin: ${to}`);
    if (notice) res.append('Set-Cookie', parts.cookies.keep('notice', notice, NOTICE_SECONDS));
    const stopover = visit.req.method === 'POST' && LEADS_AWAY.test(to);
    res.redirect(303, stopover ? pathWithNext('/account/continue', to) : to);
    return;
  }
  if (visit.notice !== null) res.append('Set-Cookie', parts.cookies.keep('notice', '', 0));
  res.set({ ...reply.headers });
  res.status(reply.status ?? 200).send(documentOf(visit, reply));
}
