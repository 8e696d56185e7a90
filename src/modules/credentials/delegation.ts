import type { CredentialModel } from '../../platform/database/generated/models.js';
import { problem } from '../../registry/errors.js';
import { isScope, KEY_SCOPES, mayGrant, parseScopes, type Scope } from '../../registry/scopes.js';
import type { UserViewer } from '../../request/viewer.js';

/** What a credential hands on when it makes a key, or gives one a new secret. */
export type Delegated = Pick<CredentialModel, 'scopes' | 'limited' | 'modIds'>;

/**
 * The scopes that are asked for a key, each once. Throws `invalid_scope`: with 400 for what is no
 * scope, with 403 for one that no key is ever given.
 */
export function keyScopes(names: readonly string[]): Scope[] {
  const scopes = parseScopes(names);
  const refused = scopes.find((scope) => !KEY_SCOPES.includes(scope));
  if (refused) throw problem('invalid_scope', { status: 403, log: `${refused} is for no key` });
  return scopes;
}

/**
 * A credential hands on nothing that it has not (Spec 5.3, 7.2):
 * - the token of an application: `forbidden`, as a key would outlive what the user allowed
 * - a scope that it lacks: `delegated_scope_denied`, naming those that it lacks
 * - a mod that it does not reach, or all of them: `resource_scope_denied`
 */
export function requireDelegable(viewer: UserViewer, key: Delegated): void {
  const { kind, scopes: own } = viewer.credential;
  if (kind === 'oauth') throw problem('forbidden');
  const lacking = key.scopes.filter((scope) => !isScope(scope) || !mayGrant(own, scope));
  if (lacking.length > 0) throw problem('delegated_scope_denied', { requiredScopes: lacking });
  requireWithinReach(viewer, key);
}

/** Throws `resource_scope_denied` where a key reaches more mods than the credential that asks. */
export function requireWithinReach(
  { credential }: UserViewer,
  key: Pick<Delegated, 'limited' | 'modIds'>,
): void {
  const { modIds } = credential;
  if (modIds === null) return;
  if (key.limited && key.modIds.every((id) => modIds.includes(id))) return;
  throw problem('resource_scope_denied');
}

/**
 * When what a credential hands on ends at the latest: a token or key that runs out makes none that
 * outlives it. A session is nobody else's: who signs in again may make the key again.
 */
export function latestEnd({ credential }: UserViewer): Date | null {
  return credential.kind === 'session' ? null : credential.expiresAt;
}
