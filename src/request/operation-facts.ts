import { Extensions } from 'type-graphql';
import type { ModPermission } from '../registry/access.js';

/**
 * The requirement of an operation, in addition to a credential with its scopes:
 * - anyone: nothing, not even a credential
 * - account: nothing further; it works on the account's own data
 * - session: a browser session
 * - program: a credential with its own scopes, not a browser session
 * - a permission: a role in the mod's team with this permission
 * - moderator, admin: the platform role, with staff rights (`staffRefusal`)
 */
export type Need =
  | 'anyone'
  | 'account'
  | 'session'
  | 'program'
  | ModPermission
  | 'moderator'
  | 'admin';

/**
 * - hidden: a caller without the permission gets a 404, even a member of the team
 * - second-factor: a staff operation whose tokens also need a recent second factor, like sessions
 */
type Mark = 'hidden' | 'second-factor';

/** The fixed facts of an operation that needs a credential, or that writes. */
export interface OperationFacts {
  readonly needs: Need;
  readonly isHidden: boolean;
  readonly needsSecondFactor: boolean;
  /** The kind of object that the audit log records for a forbidden write; null for a query. */
  readonly target: string | null;
  /** The argument with the id of that object, as a path such as `input.modId`, or null. */
  readonly targetId: string | null;
}

/**
 * States the facts of a query, as the field's `extensions.operation`. The function behind the field
 * checks them. A test compares them with the behaviour of the service, for all roles and scopes.
 */
export function Reads(needs: Need, ...marks: readonly Mark[]): MethodDecorator {
  return stated(needs, marks, null, null);
}

/** Like `Reads`, for a mutation. `target` and `targetId` are those of `OperationFacts`. */
export function Writes(
  needs: Need,
  target: string,
  targetId: string | null,
  ...marks: readonly Mark[]
): MethodDecorator {
  return stated(needs, marks, target, targetId);
}

function stated(
  needs: Need,
  marks: readonly Mark[],
  target: string | null,
  targetId: string | null,
): MethodDecorator {
  const isHidden = marks.includes('hidden');
  const needsSecondFactor = marks.includes('second-factor');
  const operation: OperationFacts = { needs, isHidden, needsSecondFactor, target, targetId };
  return Extensions({ operation });
}
