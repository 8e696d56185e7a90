import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { Platform } from '../../../platform/platform.js';
import { problem } from '../../../registry/errors.js';
import type { RequestFacts } from '../../../request/context.js';
import { anonymousActor } from '../../viewer.js';
import { GRANT_TYPES } from '../config/grant-types.js';
import { ROUTES } from '../config/routes.js';
import type { IssuerSettings } from '../config/settings.js';
import { AGENT_CLIENT } from '../exchange/agent-client.js';
import type { Current } from '../providers.js';
import { type Admission, admitClient, admitReader } from './admission.js';
import { answeredInQuery } from './authorization-query.js';
import { callLibrary } from './call-library.js';
import { failureOf, type OauthFailure } from './failure.js';
import { checkedParameters, readForm } from './form-body.js';
import { createKnownClients } from './known-clients.js';
import { libraryRequest, type Parameters } from './library-request.js';
import { metadataOf, SHARED } from './metadata.js';
import { ENDPOINTS, FORMS, METADATA } from './paths.js';

/** Sends the response for a failure. */
export type SendFailure = (req: Request, res: Response, failure: OauthFailure) => void;

/** The parts of the issuer's endpoints. */
export interface EndpointOptions {
  readonly platform: Platform;
  readonly settings: IssuerSettings;
  readonly current: () => Promise<Current>;
  readonly factsOf: (req: IncomingMessage) => RequestFacts;
  /** For programs. */
  readonly sendFailure: SendFailure;
  /** For browsers at the authorization endpoint. */
  readonly showFailure: SendFailure;
  readonly onLimited: (bucket: string) => void;
}

/** Here the client decides which origins have access. The edge opens the other endpoints to all. */
const BY_CLIENT: string[] = [ROUTES.revocation, ROUTES.introspection];

/**
 * Routes the endpoints of Spec 4.7 at their own paths. Nothing else of the library is reachable.
 */
export function issuerEndpoints(options: EndpointOptions): Router {
  const { platform, settings, current, sendFailure, showFailure } = options;
  // A trailing slash does not change a path (Spec, Notation).
  const router = Router({ caseSensitive: true, strict: false });

  const admission: Admission = {
    ...options,
    actorOf: (req) => anonymousActor(platform, options.factsOf(req).address),
    knownClients: createKnownClients(platform),
  };
  /**
   * Reads the parameters of a request and counts it for its client, even if they cannot be read.
   */
  const admitted = async (
    req: Request,
    res: Response,
    read: () => Promise<URLSearchParams> | URLSearchParams,
  ): Promise<URLSearchParams> => {
    let parameters: URLSearchParams;
    try {
      parameters = await read();
    } catch (error) {
      await admitClient(admission, { req, res, parameters: null });
      throw error;
    }
    await admitClient(admission, { req, res, parameters });
    return parameters;
  };
  /** Sends the errors of a step with the members of RFC 6749. */
  const step =
    (send: SendFailure, work: (req: Request, res: Response) => Promise<void>) =>
    async (req: Request, res: Response) => {
      // Audit lines use the same id.
      res.setHeader('X-Request-Id', options.factsOf(req).id);
      try {
        await work(req, res);
      } catch (error) {
        if (send === sendFailure) readableByPages(req, res);
        send(req, res, failureOf(error));
      }
    };
  const passOn = async (req: Request, res: Response, parameters: Parameters, send: SendFailure) => {
    const { provider } = await current();
    const seen = libraryRequest(req, platform.publicUrl, parameters);
    await callLibrary(provider, seen, res, (failure) => send(req, res, failure));
  };

  router.get(
    [ROUTES.authorization, `${ROUTES.authorization}/:uid`],
    step(showFailure, async (req, res) => {
      const given = await admitted(req, res, () => checkedParameters(queryOf(req)));
      await passOn(req, res, { query: answeredInQuery(given) }, showFailure);
    }),
  );
  router.post(
    [...FORMS],
    step(sendFailure, async (req, res) => {
      const form = await admitted(req, res, async () => withClient(req, await readForm(req)));
      await passOn(req, res, { form }, sendFailure);
    }),
  );
  router.options(
    BY_CLIENT,
    step(sendFailure, async (req, res) => {
      await admitReader(admission, 'discovery', { req, res, parameters: null });
      await passOn(req, res, {}, sendFailure);
    }),
  );
  router.get(
    Object.values(METADATA),
    step(sendFailure, async (req, res) => {
      await admitReader(admission, 'discovery', { req, res, parameters: null });
      if (!settings.oidc && pathOf(req) === METADATA.oidc) throw problem('feature_disabled');
      open(res).json(metadataOf(settings));
    }),
  );
  router.get(
    ROUTES.jwks,
    step(sendFailure, async (req, res) => {
      await admitReader(admission, 'discovery', { req, res, parameters: null });
      const { keyring } = await current();
      if (!keyring) throw problem('feature_disabled');
      open(res)
        .type('application/jwk-set+json')
        .send(JSON.stringify({ keys: keyring.publicJwks }));
    }),
  );
  router.all(
    [...ENDPOINTS],
    step(sendFailure, async (req, res) => {
      await admitClient(admission, { req, res, parameters: null });
      throw problem('not_found');
    }),
  );
  return router;
}

/**
 * The paths that require client authentication. A device without a client id gets another error.
 */
const AUTHENTICATED: readonly string[] = [ROUTES.token, ROUTES.revocation, ROUTES.introspection];

/**
 * Adds the client of personal tokens to an exchange without a client, because the token alone
 * authenticates the caller. Throws `invalid_client` if a client is required and missing (RFC 6749
 * 5.2).
 */
function withClient(req: Request, form: URLSearchParams): URLSearchParams {
  // A parameter without a value counts as absent (RFC 6749 3.1).
  const isNamed = form.getAll('client_id').some((id) => id !== '');
  const path = pathOf(req);
  if (isNamed || req.headers.authorization !== undefined || !AUTHENTICATED.includes(path)) {
    return form;
  }
  if (path !== ROUTES.token || form.get('grant_type') !== GRANT_TYPES.exchange) {
    throw problem('invalid_client', { log: 'no client authentication' });
  }
  form.set('client_id', AGENT_CLIENT.client_id);
  return form;
}

/** Allows shared caches to store a response. */
function open(res: ServerResponse & Response): Response {
  return res.set({ 'Cache-Control': SHARED });
}

/**
 * Lets pages read an error that occurs before the client is known, so that they see the retry
 * delay. The library sets these headers on its own errors, by the client's origins.
 */
function readableByPages(req: Request, res: Response): void {
  if (req.headers.origin === undefined || !BY_CLIENT.includes(pathOf(req))) return;
  res.vary('Origin').set({
    'Access-Control-Allow-Origin': req.headers.origin,
    'Access-Control-Expose-Headers': 'Retry-After',
  });
}

/** The path of an endpoint without a trailing slash. */
function pathOf({ path }: Request): string {
  return path.replace(/\/$/, '');
}

function queryOf(req: Request): string {
  const at = req.originalUrl.indexOf('?');
  return at < 0 ? '' : req.originalUrl.slice(at + 1);
}
