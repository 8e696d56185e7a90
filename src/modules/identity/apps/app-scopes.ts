import {
  FORMERLY_STANDARD,
  isScope,
  isSensitive,
  parseScopes,
  SCOPES,
  type Scope,
  unavailableScope,
} from '../../../registry/scopes.js';

/** The scopes of an application. */
export interface ScopedApp {
  /** The scopes that its owner requests. */
  readonly scopes: readonly string[];
  /** The sensitive scopes that a review allowed. */
  readonly approvedScopes: readonly string[];
}

/**
 * The scopes that a user's application may request, each once. Spec 5.3: internal scopes are never
 * among them. Throws `invalid_scope` for an unknown or internal scope.
 */
export function requestableScopes(names: readonly string[]): Scope[] {
  const scopes = parseScopes(names);
  const internal = scopes.find((scope) => SCOPES[scope].kind === 'internal');
  if (internal) throw unavailableScope(internal, `internal: ${internal}`);
  return scopes;
}

/**
 * The scopes that an application may currently request from users. Spec 5.2, 5.3: every base scope,
 * and of its requested scopes the standard ones and the reviewed sensitive ones. Never internal
 * ones.
 */
export function effectiveScopes({ scopes, approvedScopes }: ScopedApp): Scope[] {
  const all = Object.keys(SCOPES).filter(isScope);
  return all.filter((scope) => {
    const { kind } = SCOPES[scope];
    if (kind === 'base') return true;
    if (!scopes.includes(scope)) return false;
    return kind === 'standard' || (kind === 'sensitive' && approvedScopes.includes(scope));
  });
}

/** A user's approval of an application. */
export interface ScopedAppGrant {
  readonly scopes: readonly string[];
  /** Those of `scopes` that the user allowed under AAL2. */
  readonly aal2Scopes: readonly string[];
}

/**
 * Returns the scopes that an application's tokens may still use for one user:
 * - the `effectiveScopes`
 * - each `FORMERLY_STANDARD` scope that the application still requests and that the user allowed
 *   without AAL2. The approval dates from when the scope was standard, because a sensitive one
 *   always requires AAL2.
 *
 * The result is an upper limit: each token also has scopes of its own.
 */
export function usableScopes(app: ScopedApp, appGrant: ScopedAppGrant): Scope[] {
  const kept = FORMERLY_STANDARD.filter(
    (scope) =>
      app.scopes.includes(scope) &&
      appGrant.scopes.includes(scope) &&
      !appGrant.aal2Scopes.includes(scope),
  );
  return [...new Set([...effectiveScopes(app), ...kept])];
}

/** The requested scopes that still need a review. */
export function unreviewedScopes({ scopes, approvedScopes }: ScopedApp): Scope[] {
  return scopes
    .filter(isScope)
    .filter((scope) => isSensitive(scope) && !approvedScopes.includes(scope));
}
