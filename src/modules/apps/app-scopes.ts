import { problem } from '../../registry/errors.js';
import {
  FORMERLY_STANDARD,
  isScope,
  isSensitive,
  parseScopes,
  SCOPES,
  type Scope,
} from '../../registry/scopes.js';

/** What the scopes of an application are worked out from. */
export interface ScopedApp {
  /** What its owner asked for. */
  readonly scopes: readonly string[];
  /** The sensitive ones that a review allowed. */
  readonly approvedScopes: readonly string[];
}

/**
 * The scopes that an application of a user may ask for, each once. Spec 5.3: those for internal
 * clients are never among them. Throws `invalid_scope` for what is unknown or internal.
 */
export function requestableScopes(names: readonly string[]): Scope[] {
  const scopes = parseScopes(names);
  const internal = scopes.find((scope) => SCOPES[scope].kind === 'internal');
  if (internal) throw problem('invalid_scope', { log: `internal: ${internal}` });
  return scopes;
}

/**
 * The scopes that an application may ask people for now. Spec 5.2, 5.3: every base scope; of those
 * that its owner asked for, those that need no review and those that a review allowed. Internal ones never.
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

/** The approval of an application by one user. */
export interface ScopedGrant {
  readonly scopes: readonly string[];
  /** Those of `scopes` that the user allowed under AAL2. */
  readonly aal2Scopes: readonly string[];
}

/**
 * The scopes that tokens of an application may still use for one user. To those that the application
 * may ask for now this adds the scopes that the user allowed while they were standard. Such a scope was
 * not allowed under AAL2, as each one is now.
 */
export function usableScopes(app: ScopedApp, grant: ScopedGrant): Scope[] {
  const kept = FORMERLY_STANDARD.filter(
    (scope) =>
      app.scopes.includes(scope) &&
      grant.scopes.includes(scope) &&
      !grant.aal2Scopes.includes(scope),
  );
  return [...new Set([...effectiveScopes(app), ...kept])];
}

/** The scopes that an application asks for and that wait for a review. */
export function unreviewedScopes({ scopes, approvedScopes }: ScopedApp): Scope[] {
  return scopes
    .filter(isScope)
    .filter((scope) => isSensitive(scope) && !approvedScopes.includes(scope));
}
