import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { Platform } from '../../../platform/platform.js';
import { problem } from '../../../registry/errors.js';
import { anonymousActor } from '../../../request/admit.js';
import { requireWritable } from '../../../request/availability.js';
import type { RequestFacts } from '../../../request/context.js';
import { ROUTES } from '../config/features.js';
import type { IssuerSettings } from '../config/settings.js';
import type { Current } from '../providers.js';
import { admitClient, admitReader, createKnownClients, type OauthAdmission } from './admission.js';
import { callLibrary } from './call-library.js';
import { failureOf, type OauthFailure } from './failure.js';
import {
  checkedParameters,
  endpointPathOf,
  libraryRequest,
  type Parameters,
  readForm,
  withClient,
} from './library-request.js';
import {
  ENDPOINTS,
  FORM_ENDPOINTS,
  METADATA,
  metadataOf,
  RESOURCES,
  resourceMetadataOf,
  SHARED_CACHE_CONTROL,
  withQueryResponseMode,
} from './metadata.js';

/** Sends the response for a failure. */
export type SendFailure = (req: Request, res: Response, failure: OauthFailure) => void;

/** The parts of the issuer's endpoints. */
export interface EndpointOptions {
  readonly platform: Platform;
  readonly settings: IssuerSettings;
  /** The library with its current keys. Its errors become failures (`createProviders`). */
  readonly current: () => Promise<Current>;
  readonly factsOf: (req: IncomingMessage) => RequestFacts;
  /** Sends a failure to a program. */
  readonly sendFailure: SendFailure;
  /** Shows a failure to a browser at the authorization endpoint. */
  readonly showFailure: SendFailure;
  /** Called for each request that the rate limiter refused, with its rate class, for metrics. */
  readonly onLimited: (bucket: string) => void;
}

/**
 * The endpoints that pages of a public client's own origins may call (`isOriginOfPublicClient`).
 * The edge opens the other endpoints to all origins, except the authorization endpoint, which pages
 * cannot read.
 */
const BY_CLIENT: string[] = [ROUTES.revocation, ROUTES.introspection];

/** The parts of the endpoints, with the counting of their requests. */
interface Endpoints extends EndpointOptions {
  readonly admission: OauthAdmission;
}

/**
 * Routes the endpoints of Spec 4.7 at their own paths. Nothing else of the library is reachable.
 * Counts each request before the library sees it. While the service refuses changes, only the
 * public documents and introspection work.
 */
export function issuerEndpoints(options: EndpointOptions): Router {
  const { platform, sendFailure, showFailure } = options;
  // A trailing slash does not change a path (Spec 4).
  const router = Router({ caseSensitive: true, strict: false });
  const admission: OauthAdmission = {
    ...options,
    actorOf: (req) => anonymousActor(platform, options.factsOf(req).address),
    knownClients: createKnownClients(platform),
  };
  const endpoints: Endpoints = { ...options, admission };

  router.get(
    [ROUTES.authorization, `${ROUTES.authorization}/:uid`],
    step(options, showFailure, async (req, res) => {
      requireWritable(platform);
      const given = await admitted(admission, req, res, () => checkedParameters(queryOf(req)));
      await passOn(options, req, res, { query: withQueryResponseMode(given) }, showFailure);
    }),
  );
  router.post(
    [...FORM_ENDPOINTS],
    step(options, sendFailure, async (req, res) => {
      if (!req.path.startsWith(ROUTES.introspection)) requireWritable(platform);
      const read = async () => withClient(req, await readForm(req));
      const form = await admitted(admission, req, res, read);
      await passOn(options, req, res, { form }, sendFailure);
    }),
  );
  addReads(router, endpoints);
  router.all(
    [...ENDPOINTS],
    step(options, sendFailure, async (req, res) => {
      await admitClient(admission, { req, res, parameters: null });
      throw problem('not_found');
    }),
  );
  return router;
}

/** Adds the preflight requests, the metadata and the keys, which need no client. */
function addReads(router: Router, endpoints: Endpoints): void {
  const { settings, current, sendFailure, admission } = endpoints;
  const counted = (work: (req: Request, res: Response) => Promise<void> | void) =>
    step(endpoints, sendFailure, async (req, res) => {
      await admitReader(admission, 'discovery', { req, res, parameters: null });
      await work(req, res);
    });
  router.options(
    BY_CLIENT,
    counted((req, res) => passOn(endpoints, req, res, {}, sendFailure)),
  );
  router.get(
    Object.values(METADATA),
    counted((req, res) => {
      if (!settings.oidc && endpointPathOf(req) === METADATA.oidc) throw oidcDisabled();
      open(res).json(metadataOf(settings));
    }),
  );
  for (const [path, resource] of Object.entries(RESOURCES)) {
    router.get(
      path,
      counted((_req, res) => void open(res).json(resourceMetadataOf(settings, resource))),
    );
  }
  router.get(
    ROUTES.jwks,
    counted(async (_req, res) => {
      const { keyring } = await current();
      if (!keyring) throw oidcDisabled();
      open(res)
        .type('application/jwk-set+json')
        .send(JSON.stringify({ keys: keyring.publicJwks }));
    }),
  );
}

/** Converts the errors of a step to OAuth failures and passes them to `send`. */
function step(
  { factsOf, sendFailure }: EndpointOptions,
  send: SendFailure,
  work: (req: Request, res: Response) => Promise<void>,
) {
  return async (req: Request, res: Response): Promise<void> => {
    // Audit lines use the same id.
    res.setHeader('X-Request-Id', factsOf(req).id);
    try {
      await work(req, res);
    } catch (error) {
      if (send === sendFailure) readableByPages(req, res);
      send(req, res, failureOf(error));
    }
  };
}

/** Reads the parameters of a request and counts it for its client, even if they cannot be read. */
async function admitted(
  admission: OauthAdmission,
  req: Request,
  res: Response,
  read: () => Promise<URLSearchParams> | URLSearchParams,
): Promise<URLSearchParams> {
  let parameters: URLSearchParams;
  try {
    parameters = await read();
  } catch (error) {
    await admitClient(admission, { req, res, parameters: null });
    throw error;
  }
  await admitClient(admission, { req, res, parameters });
  return parameters;
}

/** Passes a request on to the library. */
async function passOn(
  { current, platform }: EndpointOptions,
  req: Request,
  res: Response,
  parameters: Parameters,
  send: SendFailure,
): Promise<void> {
  const { provider } = await current();
  const seen = libraryRequest(req, platform.publicUrl, parameters);
  await callLibrary(provider, seen, res, (failure) => send(req, res, failure));
}

/** Allows shared caches to store a response. */
function open(res: ServerResponse & Response): Response {
  return res.set({ 'Cache-Control': SHARED_CACHE_CONTROL });
}

/**
 * Lets pages of every origin read an error that occurs before the client is known, so that they see
 * the retry delay. The library sets these headers on its own errors, by the client's origins.
 */
function readableByPages(req: Request, res: Response): void {
  if (req.headers.origin === undefined || !BY_CLIENT.includes(endpointPathOf(req))) return;
  res.vary('Origin').set({
    'Access-Control-Allow-Origin': req.headers.origin,
    'Access-Control-Expose-Headers': 'Retry-After',
  });
}

function queryOf(req: Request): string {
  const at = req.originalUrl.indexOf('?');
  return at < 0 ? '' : req.originalUrl.slice(at + 1);
}

function oidcDisabled() {
  return problem('feature_disabled', {
    detail: {
      en: 'OpenID Connect is disabled on this service; use the OAuth metadata at /.well-known/oauth-authorization-server.',
      ru: 'OpenID Connect на этом сервисе отключён; используйте метаданные OAuth по адресу /.well-known/oauth-authorization-server.',
      de: 'OpenID Connect ist bei diesem Dienst abgeschaltet; verwenden Sie die OAuth-Metadaten unter /.well-known/oauth-authorization-server.',
    },
  });
}
