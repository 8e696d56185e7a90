import type { AGENT_AUDIENCE } from '../src/registry/agent-tools.js';
import type { ErrorCode } from '../src/registry/errors.js';
import type { RateClass } from '../src/registry/limits.js';
import type { Scope } from '../src/registry/scopes.js';
import type { Deprecation } from './deprecation.js';
import type { Reply } from './reply.js';

export { accepted, created, noContent, ok, okList, okOrCreated } from './reply.js';

/** The names in braces of a path, as a type: `/mods/{mod_id}` has `mod_id`. */
export type ParametersOf<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | ParametersOf<Rest>
    : never;

/** Where the value of a variable comes from. */
export type Source<Parameter extends string = string> =
  | `path.${Parameter}`
  | `query.${string}`
  | `header.${string}`
  | 'body'
  | `body.${string}`
  | 'file'
  | 'idempotencyKey'
  | 'ifMatch';

/** A form of one file and one part of JSON (`multipart/form-data`, RFC 7578), in either order. */
export interface FormRule<Parameter extends string = string> {
  /** The part with the file; bound as the source `file`. */
  readonly file: {
    readonly part: string;
    /** For the document; what a file really is, is for the domain to say. */
    readonly types: readonly string[];
    readonly limitBytes: number;
  };
  /** The name of the part with the JSON, at most 64 KiB of it; bound as the source `body`. */
  readonly metadata: string;
  /** A query that is refused, before the file is taken in, as the operation would be after it. */
  readonly ahead: AheadRule<Parameter>;
}

/** A query that a route asks before it reads the body: its refusal is the refusal of the request. */
export interface AheadRule<Parameter extends string = string> {
  readonly operation: string;
  readonly bind: Readonly<Record<string, `path.${Parameter}` | 'ifMatch'>>;
}

/** A code with all of its statuses, or with one of them. */
export type DeclaredError = ErrorCode | `${ErrorCode} ${number}`;

/** The body of a request: JSON, or a form that has JSON beside a file. */
export interface BodyRule<Parameter extends string = string> {
  /** How input members are written on the wire: `mod_id` or `modId`. */
  readonly names: 'snake' | 'camel';
  /** Where the body may be left out; it then counts as `{}`. */
  readonly optional?: boolean;
  /** A limit of this route's own, in place of its rate class's. */
  readonly limitBytes?: number;
  /** In place of a body of JSON alone. */
  readonly form?: FormRule<Parameter>;
}

/**
 * How a keyed write is answered that took effect before (Spec 7.1). It never runs again; where
 * there is no first answer to send, a second operation answers for it.
 */
export type Replay<Parameter extends string = string> =
  /** With nothing, as the first time: the reply has no body. */
  | 'empty'
  /** Not at all: the answer held a secret that is shown once (`idempotency_replay_unavailable`). */
  | 'unavailable'
  | {
      /**
       * - stored: with the first answer; the operation reads what it said where it was not kept
       * - afresh: with the operation each time, since the answer holds signed addresses that run
       *   out, or a state that moves on; none is kept
       */
      readonly how: 'stored' | 'afresh';
      readonly operation: string;
      /** Each variable of the operation; `effect` is the id of what the write made. */
      readonly bind: Readonly<Record<string, 'effect' | `path.${Parameter}`>>;
      /** How the operation's data is sent, where that is not the route's own reply. */
      readonly reply?: Reply;
    };

/** One public operation: HTTP on one side, a stored GraphQL operation on the other. */
export interface Route<Path extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the namespace, without a trailing slash: `/uploads/{upload_id}/complete`. */
  readonly path: Path;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: 'anonymous' | 'optional' | 'required';
  /** What a presented credential must hold. */
  readonly scopes: readonly Scope[];
  /** Where the request names which of the scopes it needs; the operation asks for that one. */
  readonly scopeNamedIn?: 'body';
  /** An audience whose own tokens are taken here, and nowhere else. */
  readonly audience?: typeof AGENT_AUDIENCE;
  readonly rate: RateClass;
  /** Parameters that make the request cost a unit of another class as well. */
  readonly costs?: Readonly<Record<`query.${string}`, RateClass>>;
  readonly idempotency: 'none' | 'optional' | 'required';
  /** Whether one strong `If-Match` must be sent (Spec 4.3). */
  readonly precondition: 'none' | 'required';
  /** Whether anonymous answers may be stored and revalidated by shared caches (Spec 4.1). */
  readonly cache: 'public' | 'private';
  readonly body?: BodyRule<ParametersOf<Path>>;
  /** The query that the route runs before it reads a JSON body; a form has its own. */
  readonly ahead?: AheadRule<ParametersOf<Path>>;
  /**
   * Members of the body, by their wire name, whose faults have a code of their own: unknown members
   * and wrong values below them. A member that is missing stays `invalid_input`.
   */
  readonly malformedMembers?: Readonly<Record<string, ErrorCode>>;
  /** Each variable of the operation and its source; a variable that is left out stays unset. */
  readonly bind: Readonly<Record<string, Source<ParametersOf<Path>>>>;
  /** How a path id that is no UUID is refused; `invalid_input` names the field. */
  readonly malformed?: 'invalid_input' | 'invalid_file_id' | 'not_found';
  readonly reply: Reply;
  /**
   * The codes of this operation's own; what its flags imply need not be listed. A code with two
   * statuses of which one can occur names that: `missing_sha256 400`.
   */
  readonly errors: readonly DeclaredError[];
  /** Every route below `/beta/` has one, and no other: it may still change or go (Spec 9). */
  readonly stage?: 'beta';
  /** That it will go; every answer says so. */
  readonly deprecation?: Deprecation;
  /** For every route that takes keys. */
  readonly replay?: Replay<ParametersOf<Path>>;
}

/** The routes by operationId, which is also the name of the stored operation. */
export type Routes = Readonly<Record<string, Route>>;

/** Declares a route; a `path.*` source that the path does not have fails to compile. */
export function route<const Path extends string>(declaration: Route<Path>): Route<Path> {
  return declaration;
}
