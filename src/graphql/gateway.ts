import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Quota, RegisteredError } from '../registry/errors.js';
import type { Cost } from '../request/admit.js';
import type { AccessRule } from '../request/authorize.js';
import type { RequestContext, RequestFacts } from '../request/context.js';
import type { IdempotencyStore } from '../request/idempotency.js';
import type { RefusedWrite } from '../request/record-refusal.js';
import type { MatchesValidator, Pagination } from '../request/validator.js';

export type { AccessRule, FieldAccess } from '../request/authorize.js';
export type { RequestContext, RequestFacts } from '../request/context.js';
export type { Claimed, IdempotencyStore, RememberedReply } from '../request/idempotency.js';
export type { IdempotencyClaim } from '../request/mark-effect.js';
export type { Pagination } from '../request/validator.js';

/** The data of an operation, or its registered error. */
export type OperationOutcome =
  | { readonly data: Readonly<Record<string, unknown>>; readonly error?: never }
  | { readonly error: RegisteredError; readonly data?: never };

/**
 * The outcome of a conditional read. `validator` is null if the read set none. `pagination` is null
 * if the response is no page; the validator does not cover it, because its cursor is always new.
 */
export type ConditionalOutcome = { readonly pagination: Pagination | null } & (
  | (OperationOutcome & { readonly validator: string | null })
  /** The caller already has the response with this validator. */
  | { readonly unchanged: true; readonly validator: string }
);

/** One stored GraphQL operation. It is parsed at start, and compiled when it first runs. */
export interface Operation {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** The operation with the fragments that it uses. */
  readonly document: DocumentNode;
  /**
   * Runs the operation. If a variable is invalid or a resolver fails, it returns no data but the
   * first error, converted to a registered one.
   */
  run(variables: Readonly<Record<string, unknown>>, ctx: RequestContext): Promise<OperationOutcome>;
  /**
   * Runs a read whose response is the same for every caller. It returns `unchanged` without data if
   * `matches` says that the caller has the response with the current validator.
   */
  runConditional(
    variables: Readonly<Record<string, unknown>>,
    ctx: RequestContext,
    matches: MatchesValidator,
  ): Promise<ConditionalOutcome>;
}

/** The interface of the domain for REST, GraphQL, the agent gateway and the pages. */
export interface Gateway {
  readonly schema: GraphQLSchema;
  /**
   * Parses the operations of a `.graphql` source, by name. The build has checked them against the
   * schema (`checkOperations`).
   */
  compile(source: string): ReadonlyMap<string, Operation>;
  /**
   * Opens the context of a request and verifies its credential. Throws `unauthorized` for an
   * invalid credential, `account_blocked`, and `rate_limited` after too many invalid ones from the
   * address.
   */
  open(request: RequestFacts): Promise<RequestContext>;
  /**
   * Verifies the credential of a context again if the last time was more than
   * `credentialFreshSeconds` ago, and returns the context to use from then on. An anonymous context
   * stays as it is. Call this after reading a body, because the client decides how long that takes.
   * Throws like `open`.
   */
  refresh(ctx: RequestContext): Promise<RequestContext>;
  /**
   * Counts a request in all buckets of its viewer, or in none (Spec 8). Returns the quota that the
   * response reports: the lowest of these buckets and of `earlier`, the result of an earlier count
   * of the same request. Returns null if limits are off. Throws `rate_limited` with the quota.
   * Throws `invalid_request` if the cost exceeds a full minute's allowance.
   */
  admit(ctx: RequestContext, cost: Cost, earlier?: Quota | null): Promise<Quota | null>;
  /**
   * Counts a request without a credential like `admit`, by its network address. If the limits are
   * kept in this process, it returns or throws at once, without a promise.
   */
  admitAnonymous(address: string, cost: Cost): Promise<Quota | null> | Quota | null;
  /**
   * Checks that the viewer may use an operation. The resolvers repeat the check. Throws
   * `unauthorized` for a missing credential and `insufficient_scope` for a missing scope. The audit
   * log records a forbidden `write`; pass null for a read, or to record nothing.
   */
  authorize(ctx: RequestContext, rule: AccessRule, write: RefusedWrite | null): Promise<void>;
  /**
   * Records a forbidden write in the audit log that was rejected before it ran. Ignores errors with
   * another status than 403. Never throws.
   */
  noteRefusal(ctx: RequestContext, write: RefusedWrite, error: RegisteredError): Promise<void>;
  readonly idempotency: IdempotencyStore;
  /**
   * Whether the service refuses changes (`READ_ONLY=on`). Then callers claim no idempotency keys.
   */
  readonly isReadOnly: boolean;
  /**
   * Throws `service_unavailable` while so many requests wait for database connections that only
   * reads and downloads are admitted.
   */
  requireRoomForChange(): void;
  /** Whether there are rate limits; without them, nothing is counted. */
  readonly hasLimits: boolean;
}
