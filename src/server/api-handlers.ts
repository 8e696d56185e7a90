import type { IncomingMessage, ServerResponse } from 'node:http';
import { readExamples } from '../../rest-facade/examples-source.js';
import { createFacade } from '../../rest-facade/facade.js';
import type { FormReader } from '../../rest-facade/form-reader.js';
import { goneSignalOf } from '../../rest-facade/gone-signal.js';
import { readOperations } from '../../rest-facade/operations-source.js';
import type { SendProblem } from '../../rest-facade/problem.js';
import { ratesOf } from '../../rest-facade/rates.js';
import { routes } from '../../rest-facade/routes/index.js';
import type { SharedReads } from '../../rest-facade/shared/shared-reads.js';
import { type createGateway, createGraphqlServer, type RootField } from '../graphql/index.js';
import type { Metrics } from '../platform/metrics.js';
import type { Platform } from '../platform/platform.js';
import { FIELD_RATES, type RateClass } from '../registry/limits.js';
import type { RequestFacts } from '../request/context.js';
import { clientsOf } from './clients.js';
import { apiHeadersOf } from './edge-headers.js';

/** The parts behind REST and GraphQL. */
export interface ApiOptions {
  readonly platform: Platform;
  readonly metrics: Metrics;
  readonly sendProblem: SendProblem;
  readonly sharedReads: SharedReads;
  /** Prepares a response for compression. */
  readonly compress: (req: IncomingMessage, res: ServerResponse) => void;
}

/** The parts that REST and GraphQL share. */
interface SharedParts {
  readonly gateway: ReturnType<typeof createGateway>;
  /** One for both, so its limits hold for forms of either. */
  readonly forms: FormReader;
}

/** Creates the REST API. */
export function facadeOf(
  { platform, metrics, sharedReads, compress }: ApiOptions,
  { gateway, forms }: SharedParts,
) {
  const { legal, log, publicUrl } = platform;
  return createFacade({
    gateway,
    routes,
    operationsSource: readOperations(),
    examples: readExamples(),
    publicUrl,
    log,
    legal: legal.names,
    forms,
    sharedReads,
    commonHeaders: apiHeadersOf(publicUrl),
    compress,
    clientOf: clientsOf(platform),
    observe: (facts) => metrics.request({ ...facts, operation: facts.operation ?? 'unknown' }),
  });
}

/** Creates the GraphQL API. `factsOf` reads the facts of a request, with its session cookie. */
export function graphqlOf(
  { platform, metrics, sendProblem }: ApiOptions,
  { gateway, forms }: SharedParts,
  factsOf: (req: IncomingMessage) => RequestFacts,
) {
  const { log, publicUrl } = platform;
  return createGraphqlServer({
    gateway,
    log,
    publicUrl,
    ratesOf: ratesOfField,
    limits: platform.limits,
    onStreams: metrics.streams,
    readForm: forms.read,
    factsOf,
    goneOf: goneSignalOf,
    onProblem: sendProblem,
  });
}

/** The rate classes of a root field: those of the route with its name, or its own. */
function ratesOfField({ name, args }: RootField): readonly RateClass[] {
  const route = routes[name];
  const own = FIELD_RATES[name];
  if (!route) return own === undefined ? [] : [own];
  const given = Object.entries(route.bind).filter(([variable]) => args.has(variable));
  return ratesOf(route, (source) => given.some(([, from]) => from === source));
}
