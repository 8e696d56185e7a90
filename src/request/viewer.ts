import type { PlatformRole } from '../registry/access.js';
import type { Scope } from '../registry/scopes.js';

/**
 * What somebody presents: a personal access token, an API key, the account key; an access token
 * of an OAuth application; a token of an agent, for the agent gateway alone; a session of a browser.
 * Operators need none.
 */
export type CredentialKind =
  | 'pat'
  | 'api_key'
  | 'account_key'
  | 'oauth'
  | 'agent'
  | 'session'
  | 'operator';

/** What the presented credential is and may do. Never holds a secret. */
export interface CredentialFacts {
  readonly kind: CredentialKind;
  readonly id: string;
  /** The OAuth application that speaks, where there is one. */
  readonly clientId: string | null;
  readonly scopes: readonly Scope[];
  /** The mods that the credential is limited to; null where it reaches all of its user's. */
  readonly modIds: readonly string[] | null;
  readonly expiresAt: Date | null;
  /** When its holder last proved a second factor. */
  readonly aal2At: Date | null;
  /** Those of its scopes that were granted under AAL2; absent for none. A session has its own `aal2At`. */
  readonly aal2Scopes?: readonly Scope[];
  /** When it was used before this request; null for never, absent where nobody keeps it. */
  readonly lastUsedAt?: Date | null;
}

/** Somebody who presented no credential at all. */
export interface AnonymousViewer {
  readonly kind: 'anonymous';
  /** A keyed hash of the client address; the address itself is never kept (decisions, Downloads). */
  readonly actor: string;
  /** Set for an operator at the command line, who needs none. */
  readonly isOperator?: true;
}

/** Somebody whose credential was verified. */
export interface UserViewer {
  readonly kind: 'user';
  readonly actor: string;
  readonly userId: string;
  readonly username: string;
  readonly role: PlatformRole;
  readonly credential: CredentialFacts;
}

/** On whose behalf an operation runs. */
export type Viewer = AnonymousViewer | UserViewer;
