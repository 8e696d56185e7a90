import type { AppKind } from '../../../platform/database/generated/enums.js';
import { type FieldProblem, problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { Scope } from '../../../registry/scopes.js';
import { appNameFault, normalizedName } from './app-name.js';
import { requestableScopes } from './app-scopes.js';
import { redirectUriFault, redirectUriKey } from './redirect-uri.js';

/** The members of an application that its owner writes. */
export interface AppFacts {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

/** The same after validation. */
export interface CheckedApp extends AppFacts {
  readonly scopes: readonly Scope[];
}

/**
 * Validates an application and reports all faults at once. Spec 5.2.
 * - A public one needs at least one redirect URI; a confidential one may use only the device flow.
 * - An operator may use the service's own name, for its own programs.
 *
 * Throws `invalid_scope`, and `invalid_input` with the faulty fields.
 */
export function checkedApp(
  { kind, byOperator = false }: { kind: AppKind; byOperator?: boolean },
  facts: AppFacts,
): CheckedApp {
  const name = normalizedName(facts.name);
  const scopes = requestableScopes(facts.scopes);
  const { redirectUris } = facts;
  const nameFault = appNameFault(name);
  const isOwnName = byOperator && nameFault === 'not_allowed';
  const fields: FieldProblem[] = [
    ...(nameFault && !isOwnName ? [{ field: 'name', code: nameFault }] : []),
    ...redirectFaults(kind, redirectUris),
  ];
  if (fields.length > 0) throw problem('invalid_input', { fields });
  return { name, redirectUris, scopes };
}

function redirectFaults(kind: AppKind, uris: readonly string[]): FieldProblem[] {
  const field = 'redirectUris';
  if (uris.length === 0) return kind === 'public' ? [{ field, code: 'required' }] : [];
  if (uris.length > LIMITS.redirectUrisPerApp) return [{ field, code: 'too_many' }];
  const keys = uris.map(redirectUriKey);
  return uris.flatMap((uri, at): FieldProblem[] => {
    const isRepeat = keys.indexOf(keys[at] ?? '') < at;
    const code = redirectUriFault(uri) ?? (isRepeat ? 'not_unique' : null);
    return code ? [{ field: `${field}[${at}]`, code }] : [];
  });
}
