import type { AGENT_AUDIENCE } from '../src/registry/agent-tools.js';
import type { ErrorCode } from '../src/registry/errors.js';
import type { RateClass } from '../src/registry/limits.js';
import type { Deprecation } from './deprecation.js';
import type { ReplyRule } from './reply.js';

export { accepted, created, noContent, ok, okList, okOrCreated } from './reply.js';

/** The names in braces of a path, as a type: `/mods/{mod_id}` has `mod_id`. */
export type ParametersOf<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | ParametersOf<Rest>
    : never;

/** The source of a variable's value. */
export type Source<Parameter extends string = string> =
  | `path.${Parameter}`
  | `query.${string}`
  | `header.${string}`
  | 'body'
  | `body.${string}`
  | 'file'
  | 'idempotencyKey'
  | 'ifMatch';

/** A form of one file and one JSON part (`multipart/form-data`, RFC 7578), in either order. */
export interface FormRule<Parameter extends string = string> {
  /** The part with the file; bound as the source `file`. */
  readonly file: {
    readonly part: string;
    /** Media types that the OpenAPI document names; the domain checks the real type of a file. */
    readonly types: readonly string[];
    readonly limitBytes: number;
  };
  /** The name of the JSON part, at most 64 KiB; bound as the source `body`. */
  readonly metadata: string;
  /** A query that makes the operation's checks before the file is received. */
  readonly ahead: AheadRule<Parameter>;
}

/**
 * A query that a route runs before it reads the body. Its refusal ends the request, unless the
 * idempotency key is known already: the retry of a completed write is replayed.
 */
export interface AheadRule<Parameter extends string = string> {
  readonly operation: string;
  readonly bind: Readonly<Record<string, `path.${Parameter}` | 'ifMatch'>>;
}

/** An error code with all of its statuses, or with one of them: `missing_sha256 400`. */
export type DeclaredError = ErrorCode | `${ErrorCode} ${number}`;

/** The body of a request: JSON, or a form with JSON and a file. */
export interface BodyRule<Parameter extends string = string> {
  /** How input members are written on the wire: `mod_id` or `modId`. */
  readonly names: 'snake' | 'camel';
  /** Whether the body may be absent; it then counts as `{}`. */
  readonly optional?: boolean;
  /** The largest body, instead of the limit of the route's rate class. */
  readonly limitBytes?: number;
  /** The body is this form instead of JSON. */
  readonly form?: FormRule<Parameter>;
}

/**
 * How the response to a retry of a completed write is built (Spec 7.1). The write never runs again.
 * If no first response is stored, a second operation builds it.
 */
export type Replay<Parameter extends string = string> =
  /** An empty response, like the first one. */
  | 'empty'
  /** No replay: the response had a secret that is shown once (`idempotency_replay_unavailable`). */
  | 'unavailable'
  | {
      /**
       * - stored: the first response, if the operation shows that the caller may still read the
       *   resource; if it was not stored, the result of the operation
       * - afresh: no response is stored; the operation runs at each retry, because the response
       *   contains signed URLs that expire, or a changing state
       */
      readonly how: 'stored' | 'afresh';
      readonly operation: string;
      /** Each variable of the operation; `effect` is the id of what the write created. */
      readonly bind: Readonly<Record<string, 'effect' | `path.${Parameter}`>>;
      /** How the operation's data is sent, if not by the route's own reply. */
      readonly reply?: ReplyRule;
    };

/**
 * One public operation: what HTTP adds to a stored GraphQL operation. The schema states access and
 * scopes, on the field that the operation selects.
 */
export interface Route<Path extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the namespace, without a trailing slash: `/uploads/{upload_id}/complete`. */
  readonly path: Path;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** The route also accepts tokens for this audience. Routes without it refuse those tokens. */
  readonly audience?: typeof AGENT_AUDIENCE;
  readonly rate: RateClass;
  /** Parameters that, if sent, make the request cost a unit of the named class as well. */
  readonly costs?: Readonly<Record<`query.${string}`, RateClass>>;
  readonly idempotency: 'none' | 'optional' | 'required';
  /** Whether one strong `If-Match` is required (Spec 4.3, `If-Match`). */
  readonly precondition: 'none' | 'required';
  /** Whether shared caches may store and revalidate anonymous responses (Spec 4.1, caching). */
  readonly cache: 'public' | 'private';
  readonly body?: BodyRule<ParametersOf<Path>>;
  /** The query that the route runs before it reads a JSON body; a form has its own. */
  readonly ahead?: AheadRule<ParametersOf<Path>>;
  /**
   * Members of the body, by wire name, with their own error code. It applies if all faults of the
   * request are inside that member and none of them is a missing member. Any other request with a
   * fault gets `invalid_input`.
   */
  readonly malformedMembers?: Readonly<Record<string, ErrorCode>>;
  /** The variables of the operation, each with its source. Others stay unset. */
  readonly bind: Readonly<Record<string, Source<ParametersOf<Path>>>>;
  /**
   * The error for a malformed value in the path. Only the default `invalid_input` names the field.
   */
  readonly malformed?: 'invalid_input' | 'invalid_file_id' | 'not_found';
  readonly reply: ReplyRule;
  /**
   * The highest number of SQL statements of a successful request, with BEGIN and COMMIT, without
   * those of the job queue. It does not depend on the number of rows. Tests count them.
   */
  readonly statements: number;
  /**
   * The operation's own codes, without those that `impliedErrors` adds. If only one of a code's
   * statuses can occur, the entry names it: `missing_sha256 400`.
   */
  readonly errors: readonly DeclaredError[];
  /**
   * Set for every route below `/beta/`, and no other: it may still change or be removed (Spec 9).
   */
  readonly stage?: 'beta';
  /** The announced deprecation; headers of every response state it. */
  readonly deprecation?: Deprecation;
  /** Required for every route that takes keys. */
  readonly replay?: Replay<ParametersOf<Path>>;
}

/** The routes by operationId, which is also the name of the stored operation. */
export type Routes = Readonly<Record<string, Route>>;

/** Declares a route; a `path.*` source that the path does not have fails to compile. */
export function route<const Path extends string>(declaration: Route<Path>): Route<Path> {
  return declaration;
}
