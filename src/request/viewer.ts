import { Prisma } from '../platform/database/generated/client.js';
import type { PlatformRole } from '../registry/access.js';
import type { Scope } from '../registry/scopes.js';

/**
 * The kinds of credentials:
 * - `pat`, `api_key`, `account_key`: a personal access token, an API key, the account key
 * - `oauth`: an access token of an OAuth application
 * - `agent`: a token of an agent, valid only at the agent gateway
 * - `trusted_publisher`: a run of a workflow that an owner of a mod trusts
 * - `session`: a browser session
 * - `operator`: an operator command that acts for an account, and presents no secret
 */
export type CredentialKind =
  | 'pat'
  | 'api_key'
  | 'account_key'
  | 'oauth'
  | 'agent'
  | 'trusted_publisher'
  | 'session'
  | 'operator';

/** The identity and rights of the presented credential. Never holds a secret. */
export interface CredentialFacts {
  readonly kind: CredentialKind;
  readonly id: string;
  /** The OAuth application that uses the credential, or null. */
  readonly clientId: string | null;
  readonly scopes: readonly Scope[];
  /** The mods that the credential is limited to; null if it covers all mods of its user. */
  readonly modIds: readonly string[] | null;
  /** Null if it has no end of its own. */
  readonly expiresAt: Date | null;
  /** When the holder last proved a second factor, or null. */
  readonly aal2At: Date | null;
  /**
   * The scopes that were granted under AAL2; empty or absent if no scope was. For a session, a
   * recent `aal2At` counts instead (`requireAal2Scope`).
   */
  readonly aal2Scopes?: readonly Scope[];
  /** The run of a trusted publisher; absent for all other kinds. */
  readonly ciRunId?: string;
  /** The last use before this request; null if it was never used, absent if it is not recorded. */
  readonly lastUsedAt?: Date | null;
}

/** A viewer without a credential. */
interface AnonymousViewer {
  readonly kind: 'anonymous';
  /**
   * A keyed hash of the client address. The address itself is not stored.
   * Work without a request has `system` or `operator` instead.
   */
  readonly actor: string;
  /** Set for an operator command without an account. Audit lines name it as `operator`. */
  readonly isOperator?: true;
}

/** A viewer with a verified credential. */
export interface UserViewer {
  readonly kind: 'user';
  readonly actor: string;
  readonly userId: string;
  readonly username: string;
  readonly role: PlatformRole;
  /**
   * When the deletion that the user requested becomes final; absent without a request. Such a
   * viewer has a session without scopes, and may only cancel the deletion.
   */
  readonly deletionDueAt?: Date;
  readonly credential: CredentialFacts;
}

/** The viewer of an operation. */
export type Viewer = AnonymousViewer | UserViewer;

/**
 * The SQL condition that the token or key `c` is valid: neither revoked nor expired. A replaced one
 * is valid until its overlap ends.
 */
export function activeCredential(now: Date): Prisma.Sql {
  return Prisma.sql`c.revoked_at is null
    and (c.expires_at is null or c.expires_at > ${now}::timestamptz)
    and (c.retires_at is null or c.retires_at > ${now}::timestamptz)`;
}

/** The application that acts for the viewer; null if the viewer acts directly. */
export function applicationOf({ credential }: UserViewer): string | null {
  return credential.kind === 'oauth' ? credential.clientId : null;
}
