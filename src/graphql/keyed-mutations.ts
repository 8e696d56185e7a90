import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import { problemHeaders } from '../platform/http/headers.js';
import type { Log } from '../platform/log.js';
import { IN_DOUBT, problem, type RegisteredError } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from '../request/context.js';
import type { RememberedReply } from '../request/idempotency.js';
import type { IdempotencyClaim } from '../request/mark-effect.js';
import { asGraphqlError, formatError, toRegistered } from './errors.js';
import type { Gateway } from './gateway.js';
import { type Keyed, keyedOf } from './keyed-request.js';

/** The context of one request. `claim` is null until a keyed mutation has claimed its key. */
export interface ClaimingContext extends RequestContext {
  claim: IdempotencyClaim | null;
}

/** A running mutation with an idempotency key. */
interface KeyedRun extends Pick<Keyed, 'root' | 'keeps'> {
  readonly claim: IdempotencyClaim;
}

type Needed = Pick<Gateway, 'schema' | 'idempotency' | 'authorize' | 'isReadOnly'>;

/**
 * Runs a mutation with an `Idempotency-Key` at most once per key, actor and mutation field, and
 * replays its response (docs/decisions/0043). In read-only mode, it ignores keys. A request with a
 * key may have only one mutation field, else `invalid_input`. A refusal is a response with the codes
 * of REST, such as `idempotency_conflict` and `idempotency_in_progress`. The response of a mutation
 * waits until its key is settled. If that fails, it is sent all the same, the log gets the
 * error, and the key stays claimed until its lease ends.
 */
export function keyedMutations(gateway: Needed, log: Log): ApolloServerPlugin<ClaimingContext> {
  return {
    async requestDidStart() {
      let run: KeyedRun | null = null;
      return {
        async responseForOperation(request) {
          if (gateway.isReadOnly) return null;
          try {
            const keyed = keyedOf(gateway.schema, request);
            if (!keyed || !(await isAllowed(gateway, request.contextValue, keyed))) return null;
            const claimed = await gateway.idempotency.claim(request.contextValue, keyed);
            if (claimed.kind === 'replay') return replayed(claimed.reply);
            const { claim } = claimed;
            run = { claim, root: keyed.root, keeps: keyed.keeps };
            request.contextValue.claim = claim;
            return null;
          } catch (error) {
            return refused(toRegistered(error, log), request.contextValue, log);
          }
        },
        async willSendResponse({ response, contextValue }) {
          if (!run) return;
          const settling = settle(gateway, run, response);
          run = null;
          await settling.catch((error: unknown) => {
            log.error(
              { err: error, request_id: contextValue.request.id },
              'the outcome of an idempotency key could not be stored',
            );
          });
        },
      };
    },
  };
}

/** Returns whether the caller may run the mutation. If not, its resolver rejects and records it. */
async function isAllowed(gateway: Needed, ctx: RequestContext, keyed: Keyed): Promise<boolean> {
  const { rule, onlyFor } = keyed;
  if (!rule || (onlyFor && onlyFor !== kindOfCaller(ctx))) return false;
  return gateway.authorize(ctx, rule, null).then(
    () => true,
    () => false,
  );
}

function kindOfCaller({ viewer }: RequestContext): Keyed['onlyFor'] {
  if (viewer.kind !== 'user') return undefined;
  return viewer.credential.kind === 'session' ? 'session' : 'program';
}

/** Returns the stored response. Throws `idempotency_replay_unavailable` if it was not stored. */
function replayed(reply: RememberedReply | null): GraphQLResponse {
  const body = reply?.body;
  if (!reply || typeof body !== 'object' || body === null) {
    throw problem('idempotency_replay_unavailable');
  }
  return {
    http: { headers: new HeaderMap(), status: reply.status },
    body: { kind: 'single', singleResult: { ...body } },
  };
}

/** The response for an error before the mutation runs, in the form of Apollo. */
function refused(error: RegisteredError, ctx: RequestContext, log: Log): GraphQLResponse {
  const headers = new HeaderMap(Object.entries(problemHeaders(error)));
  const format = formatError(log, () => ctx.request);
  const formatted = format({ message: error.code, extensions: {} }, asGraphqlError(error));
  return {
    http: { headers, status: error.status },
    body: { kind: 'single', singleResult: { errors: [formatted] } },
  };
}

/**
 * Stores the response of a mutation that ran, or releases its key if it was rejected. It does not
 * store a response with a secret or with errors, or a long one; a retry cannot replay it. After
 * an error that leaves the effect in doubt, the key stays claimed.
 */
async function settle(
  { idempotency }: Needed,
  { claim, root, keeps }: KeyedRun,
  { body, http }: GraphQLResponse,
): Promise<void> {
  if (body.kind !== 'single') return;
  const { errors = [], data } = body.singleResult;
  if (errors.length === 0) {
    const reply = { status: http.status ?? 200, headers: {}, body: { data } };
    // Aliases can repeat one long text in a response, so a client could fill the table with few
    // requests.
    const isShort = Buffer.byteLength(JSON.stringify(data)) <= LIMITS.keptResponseBytes;
    await idempotency.remember(claim, keeps && isShort ? reply : null);
    return;
  }
  const hasRun = data?.[root] !== null && data?.[root] !== undefined;
  if (hasRun) await idempotency.remember(claim, null);
  else if (!IN_DOUBT.has(String(errors[0]?.extensions?.['code']))) await idempotency.release(claim);
}
