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
 * How an operation ended: its data, the registered error that stopped it, or, where the caller was
 * asked, that it holds the answer. The validator is set where the read named its answer.
 */
export type Outcome = { readonly validator?: string | null } & (
  | { readonly data: Readonly<Record<string, unknown>>; readonly error?: never }
  | { readonly error: RegisteredError; readonly data?: never }
  | { readonly unchanged: true; readonly error?: never; readonly data?: never }
);

/** One stored GraphQL operation, parsed, validated and compiled at boot. */
export interface Operation {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** The operation with the fragments that it uses. */
  readonly document: DocumentNode;
  /**
   * Runs it with variables of the declared types. Never throws for what a caller did. With `holds`,
   * a read that can ends early where the caller holds its answer; the answer is then everybody's.
   */
  run(
    variables: Readonly<Record<string, unknown>>,
    ctx: RequestContext,
    holds?: Holds,
  ): Promise<Outcome>;
}

/** All that a face of modport needs of the domain. */
export interface Gateway {
  readonly schema: GraphQLSchema;
  /** Compiles the operations of a `.graphql` source, by name. Throws on any that does not fit. */
  compile(source: string): ReadonlyMap<string, Operation>;
  /**
   * Opens the context of a request, its credential verified.
   * Throws `unauthorized` where a credential was supplied that does not hold, `account_blocked`,
   * and `rate_limited` where too many such came from its address.
   */
  open(request: RequestFacts): Promise<RequestContext>;
  /**
   * Verifies the credential of a context once more if it was opened a while ago, and returns the
   * context to go on with. Call this after a body was read: the client decides how long that takes.
   * Throws what `open` throws.
   */
  refresh(ctx: RequestContext): Promise<RequestContext>;
  /**
   * Counts a request in all buckets of its viewer, or in none (Spec 8). Answers the `RateLimit-*`
   * headers of its answer, none where limits are switched off.
   * Throws `rate_limited` with these headers, and `invalid_request` for what no minute allows.
   */
  admit(ctx: RequestContext, cost: Cost): Promise<Readonly<Record<string, string>>>;
  /**
   * Whether the viewer may use an operation: a missing credential is `unauthorized` where one is
   * required, a missing scope `insufficient_scope`. The resolvers ask the same question. The refusal
   * of a write is noted in the audit log, as that of a resolver is; null for a read.
   */
  authorize(
    ctx: RequestContext,
    rule: { access: 'anonymous' | 'optional' | 'required'; scopes: readonly Scope[] },
    write: AskedWrite | null,
  ): Promise<void>;
  /**
   * Notes in the audit log that a write was refused before it ran, if it was because of who asked.
   * Never throws.
   */
  noteRefusal(ctx: RequestContext, write: AskedWrite, error: RegisteredError): Promise<void>;
  readonly idempotency: IdempotencyStore;
}
