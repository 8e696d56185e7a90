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
  | 'idempotencyKey'
  | 'ifMatch';

/** The JSON body of a request. */
export interface BodyRule {
  /** How input members are written on the wire: `mod_id` or `modId`. */
  readonly names: 'snake' | 'camel';
  /** Where the body may be left out; it then counts as `{}`. */
  readonly optional?: boolean;
  /** A limit of this route's own, in place of its rate class's. */
  readonly limitBytes?: number;
}

/** What a repeated keyed write is answered with, in place of the bytes of the first answer. */
export type Replay =
  /** Nothing: the answer held a secret that is shown once (`idempotency_replay_unavailable`). */
  | 'unavailable'
  /** A second operation, run afresh; only the bound values of the first answer are kept. */
  | {
      readonly operation: string;
      readonly bind: Readonly<Record<string, `reply.${string}` | 'idempotencyKey'>>;
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
  readonly rate: RateClass;
  readonly idempotency: 'none' | 'optional' | 'required';
  /** Whether one strong `If-Match` must be sent (Spec 4.3). */
  readonly precondition: 'none' | 'required';
  /** Whether anonymous answers may be stored and revalidated by shared caches (Spec 4.1). */
  readonly cache: 'public' | 'private';
  readonly body?: BodyRule;
  /** Each variable of the operation and its source; a variable that is left out stays unset. */
  readonly bind: Readonly<Record<string, Source<ParametersOf<Path>>>>;
  /** How a path id that is no UUID is refused; `invalid_input` names the field. */
  readonly malformed?: 'invalid_input' | 'invalid_file_id' | 'not_found';
  readonly reply: Reply;
  /** The codes of this operation's own; what its flags imply need not be listed. */
  readonly errors: readonly ErrorCode[];
  readonly replay?: Replay;
  /** Every route below `/beta/` has one, and no other: it may still change or go (Spec 9). */
  readonly stage?: 'beta';
  /** That it will go; every answer says so. */
  readonly deprecation?: Deprecation;
}

/** The routes by operationId, which is also the name of the stored operation. */
export type Routes = Readonly<Record<string, Route>>;

/** Declares a route; a `path.*` source that the path does not have fails to compile. */
export function route<const Path extends string>(declaration: Route<Path>): Route<Path> {
  return declaration;
}
