import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { RegisteredError } from '../registry/errors.js';
import type { Scope } from '../registry/scopes.js';
import type { Cost } from '../request/admit.js';
import type { RequestContext, RequestFacts } from '../request/context.js';
import type { IdempotencyStore } from '../request/idempotency.js';
import type { AskedWrite } from '../request/note-refusal.js';
import type { Holds } from '../request/validator.js';

export type { RequestContext, RequestFacts } from '../request/context.js';
export type { Claimed, IdempotencyStore, RememberedReply } from '../request/idempotency.js';
export type { IdempotencyClaim } from '../request/mark-effect.js';

/**
 * The outcome of an operation: its data, the registered error, or `unchanged` if the caller already
 * has the response. `validator` is set if the read set one.
 */
export type Outcome = { readonly validator?: string | null } & (
  | { readonly data: Readonly<Record<string, unknown>>; readonly error?: never }
  | { readonly error: RegisteredError; readonly data?: never }
  | { readonly unchanged: true; readonly error?: never; readonly data?: never }
);

/** One stored GraphQL operation, parsed, validated and compiled at start. */
export interface Operation {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** The operation with the fragments that it uses. */
  readonly document: DocumentNode;
  /**
   * Runs it with variables of the declared types. Never throws for client errors. With `holds`, a
   * read may end early if the caller already has the response. The response is then the same for
   * every caller.
   */
  run(
    variables: Readonly<Record<string, unknown>>,
    ctx: RequestContext,
    holds?: Holds,
  ): Promise<Outcome>;
}

/** The interface of the domain for every face of modport. */
export interface Gateway {
  readonly schema: GraphQLSchema;
  /**
   * Compiles the operations of a `.graphql` source, by name. Throws if one does not match the
   * schema.
   */
  compile(source: string): ReadonlyMap<string, Operation>;
  /**
   * Opens the context of a request and verifies its credential. Throws `unauthorized` for an
   * invalid credential, `account_blocked`, and `rate_limited` after too many invalid ones from the
   * address.
   */
  open(request: RequestFacts): Promise<RequestContext>;
  /**
   * Verifies the credential of an older context again, and returns the context to use from then on.
   * Call this after reading a body, because the client decides how long that takes. Throws like
   * `open`.
   */
  refresh(ctx: RequestContext): Promise<RequestContext>;
  /**
   * Counts a request in all buckets of its viewer, or in none (Spec 8). Returns the `RateLimit-*`
   * headers of the response; empty if limits are off. Throws `rate_limited` with these headers.
   * Throws `invalid_request` if the cost exceeds a full minute's allowance.
   */
  admit(ctx: RequestContext, cost: Cost): Promise<Readonly<Record<string, string>>>;
  /**
   * Checks that the viewer may use an operation. The resolvers repeat the check. Throws
   * `unauthorized` for a missing credential and `insufficient_scope` for a missing scope. The audit
   * log records a forbidden write; pass null for a read.
   */
  authorize(
    ctx: RequestContext,
    rule: { access: 'anonymous' | 'optional' | 'required'; scopes: readonly Scope[] },
    write: AskedWrite | null,
  ): Promise<void>;
  /**
   * Records a forbidden write in the audit log that was rejected before it ran. Ignores other
   * errors. Never throws.
   */
  noteRefusal(ctx: RequestContext, write: AskedWrite, error: RegisteredError): Promise<void>;
  readonly idempotency: IdempotencyStore;
}
