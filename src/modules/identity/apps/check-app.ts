import type { AppKind } from '../../../platform/database/generated/enums.js';
import { type FieldCode, type FieldProblem, problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { Scope } from '../../../registry/scopes.js';
import { hasInvisible } from '../../../request/invisible.js';
import { requestableScopes } from './app-scopes.js';
import { redirectUriFault, redirectUriKey } from './redirect-uri.js';

/** The faults of an application name. */
type AppNameFault = Extract<FieldCode, 'too_short' | 'too_long' | 'invalid_format' | 'not_allowed'>;

/** The name of this service. Applications of users may not use it. */
const OWN_NAME = 'modport';
/**
 * Invisible characters: control, direction, joining and private-use characters, and line breaks.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Returns the stored form of a name: NFC, without leading, trailing or repeated spaces. */
export function normalizedName(text: string): string {
  return text.normalize('NFC').replace(/ +/g, ' ').trim();
}

/**
 * Returns the fault of a normalized application name, or null. Users decide by the name whom to
 * trust, so it
 * - has no invisible characters
 * - does not mix Latin, Cyrillic or Greek letters in one word, as look-alike names do
 * - does not contain the name of the service, in any case or with other characters in between
 */
export function appNameFault(name: string): AppNameFault | null {
  if (name === '') return 'too_short';
  if (name.length > LIMITS.appNameCharacters) return 'too_long';
  if (UNSEEN.test(name) || hasInvisible(name)) return 'invalid_format';
  if (name.split(/[^\p{L}\p{M}]+/u).some(isMixed)) return 'not_allowed';
  return nameKey(name)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .includes(OWN_NAME)
    ? 'not_allowed'
    : null;
}

/**
 * Returns a key that is equal for names that differ only in case or in compatibility forms (NFKC).
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function isMixed(word: string): boolean {
  const scripts = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u];
  return scripts.filter((script) => script.test(word)).length > 1;
}

/** The members of an application that its owner writes. */
export interface AppFacts {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

/** The members of an application after validation. */
interface CheckedApp extends AppFacts {
  readonly scopes: readonly Scope[];
}

/**
 * Validates an application. Reports all faults of its name and redirect URIs at once, unless a
 * scope is refused first. Spec 5.2.
 * - A public one needs at least one redirect URI; a confidential one may use only the device flow.
 * - An operator may use a name that is `not_allowed` for users, such as that of the service itself.
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
