import { Prisma } from '../../../platform/database/generated/client.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import {
  canDelegate,
  isScope,
  KEY_SCOPES,
  parseScopes,
  type Scope,
} from '../../../registry/scopes.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import type { UserViewer } from '../../../request/viewer.js';
import { keyOfApplication, modsOutOfReach } from './key-refusals.js';

/** The rights that a credential passes on when it creates or rotates a key. */
type Delegated = Pick<CredentialModel, 'scopes' | 'limited' | 'modIds'>;

/**
 * The requested scopes of a key, each once. Throws `invalid_scope`: with 400 for an unknown scope,
 * with 403 for one that no key may have.
 */
export function keyScopes(names: readonly string[]): Scope[] {
  const scopes = parseScopes(names);
  const refused = scopes.find((scope) => !KEY_SCOPES.includes(scope));
  if (refused) throw forNoKey(refused);
  return scopes;
}

function forNoKey(scope: Scope): RegisteredError {
  return problem('invalid_scope', {
    status: 403,
    detail: {
      en: `No key can have the scope "${scope}"; remove it.`,
      ru: `Ключ не может иметь право «${scope}»; уберите его.`,
      de: `Kein Schlüssel kann das Recht „${scope}“ haben; entfernen Sie es.`,
    },
    log: `the scope ${scope} is not available to keys`,
  });
}

/**
 * Checks that a credential passes on only rights that it has (Spec 4.5, 7.2):
 * - an application's token: `forbidden`, because a key would outlive the user's approval
 * - a scope that it lacks: `delegated_scope_denied` with the missing scopes
 * - a mod that it does not cover, or all of them: `resource_scope_denied`
 */
export function requireDelegable(viewer: UserViewer, key: Delegated): void {
  const { kind, scopes: own } = viewer.credential;
  if (kind === 'oauth') throw keyOfApplication();
  const lacking = key.scopes.filter((scope) => !isScope(scope) || !canDelegate(own, scope));
  if (lacking.length > 0) throw problem('delegated_scope_denied', { requiredScopes: lacking });
  requireWithinReach(viewer, key);
}

/** Throws `resource_scope_denied` if a key covers more mods than the caller's credential. */
export function requireWithinReach(
  { credential }: UserViewer,
  key: Pick<Delegated, 'limited' | 'modIds'>,
): void {
  const { modIds } = credential;
  if (modIds === null) return;
  if (key.limited && key.modIds.every((id) => modIds.includes(id))) return;
  throw modsOutOfReach(key.limited ? key.modIds.filter((id) => !modIds.includes(id)) : []);
}

/**
 * The latest expiry of a key that this credential creates: it must not outlive its creator. A
 * session has no such limit, because its user can sign in again and create the same key. Null for
 * no limit: a session, or a credential that never expires.
 */
export function latestEnd({ credential }: UserViewer): Date | null {
  return credential.kind === 'session' ? null : credential.expiresAt;
}

/**
 * Checks that the viewer is in the team of each of these mods; one statement. Throws `unauthorized`,
 * `gone` for a deleted mod, and `not_found` for every other, so that the error does not reveal which
 * mods exist.
 */
export async function requireOwnMods(
  ctx: RequestContext,
  modIds: readonly string[],
): Promise<void> {
  if (modIds.length === 0) return;
  if (!modIds.every(isId)) throw problem('not_found');
  const { userId } = requireUser(ctx);
  const own = await ctx.platform.db.mod.findMany({
    where: {
      id: { in: [...modIds] },
      state: { not: 'deleted' },
      team: { members: { some: { userId } } },
    },
    select: { id: true },
  });
  const known = new Set(own.map(({ id }) => id));
  const unknown = modIds.find((id) => !known.has(id));
  if (unknown !== undefined) throw await missing(ctx, unknown, 'not_found');
}

/**
 * The SQL condition that a credential reaches the mod in a column. It begins with `and`, and is
 * empty if `modIds` is null: the credential reaches every mod.
 */
export function inResourceGrants(modIds: readonly string[] | null, modId: Prisma.Sql): Prisma.Sql {
  return modIds ? Prisma.sql`and ${modId} = any(${[...modIds]}::uuid[])` : Prisma.empty;
}
