import type { Tx } from '../../../platform/database/connect.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { isScope, isSensitive } from '../../../registry/scopes.js';
import {
  lockActiveAccount,
  lockCaller,
  requireStepUp,
  requireUser,
} from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit, emit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import type { UserViewer } from '../../../request/viewer.js';
import { bumpAccess } from '../accounts/change-user.js';
import { transferSubscriptions } from '../subscriptions/end-subscriptions.js';
import type { CreatedApiKey } from './api-key.type.js';
import { latestEnd, requireDelegable, requireWithinReach } from './delegation.js';
import { endCredential } from './end-credentials.js';
import { outlivesCredential } from './key-refusals.js';
import { lastingCredential } from './lasting-credential.js';
import { presentKey, readOwnKey } from './read-keys.js';
import { makeSecret, type NewSecret } from './secret.js';

/** Changes of a token or key. `endCredential` and `endCredentials` record its end. */
type TokenChange = 'created' | 'rotated';

/**
 * Writes the audit line and the event of a change, and raises the access revision of the account,
 * in the transaction of the change (Spec 4.5, 6). `successorId` is the new key of a rotation. The
 * audit log contains the public id of the secret, never the secret.
 */
export async function recordChange(
  tx: Tx,
  ctx: RequestContext,
  row: Pick<CredentialModel, 'id' | 'userId' | 'keyId' | 'kind' | 'scopes'>,
  change: TokenChange,
  more: { readonly successorId?: string } = {},
): Promise<void> {
  const successor = more.successorId === undefined ? {} : { successor_id: more.successorId };
  await audit(tx, ctx, {
    action: `token.${change}`,
    targetKind: 'credential',
    targetId: row.id,
    data: { key_id: row.keyId, kind: row.kind, scopes: row.scopes, ...successor },
  });
  await emit(tx, {
    kind: 'token.changed',
    subjectId: row.id,
    userId: row.userId,
    data: { token_id: row.id, change, ...successor },
  });
  await bumpAccess(tx, row.userId, ['credentials']);
}

/**
 * Creates a successor of a key with the same name, scopes, mods and expiry, and a new secret. The
 * old secret stays valid for ten minutes, so that programs can switch. The key's webhook
 * subscriptions and trusted publishers move to the successor, and the keys that it created end with
 * the successor. Another token or key that rotates it knows the new secret, so its end ends the
 * successor too. Spec 4.5. Throws:
 * - `unauthorized` and `account_blocked`, also if access ended meanwhile (`lockCaller`)
 * - `step_up_required` for a key with sensitive scopes, if another credential rotates it without a
 *   recent second factor
 * - `not_found`, and `gone` for the id of a deleted object
 * - `delegated_scope_denied`, `resource_scope_denied` and `forbidden` for a key with more scopes,
 *   more mods or a longer life than the caller's credential; `forbidden` also for the token of an
 *   application
 * - `invalid_state` for a key that has ended or was already rotated
 */
export async function rotateApiKey(ctx: RequestContext, id: string): Promise<CreatedApiKey> {
  const viewer = requireUser(ctx);
  const key = await readOwnKey(ctx, id);
  requireDelegable(viewer, key);
  // A sensitive key that rotates itself gains no rights.
  const isItself = viewer.credential.id === key.id;
  if (!isItself && key.scopes.filter(isScope).some(isSensitive)) requireStepUp(ctx);
  requireEndsSooner(viewer, key);
  const secret = makeSecret(ctx.platform.keys, key.kind);
  const rotate = async (tx: Tx) => {
    await lockCaller(tx, ctx);
    const rotatedBy = await lastingCredential(tx, ctx);
    await retire(tx, ctx, key);
    const createdAt = ctx.platform.clock.now();
    const row = await tx.credential.create({
      data: { ...successorOf(key, secret, rotatedBy), createdAt },
    });
    await transferSubscriptions(tx, key.id, row.id);
    await recordChange(tx, ctx, key, 'rotated', { successorId: row.id });
    return row;
  };
  const row = await transact(ctx, rotate, (made) => made.id);
  return { ...presentKey(ctx.platform, row), secret: secret.text };
}

/** The columns of the successor of a key. `rotatedBy` is the credential that rotates it, if it lasts. */
function successorOf(key: CredentialModel, secret: NewSecret, rotatedBy: string | null) {
  return {
    id: newId(),
    kind: key.kind,
    userId: key.userId,
    name: key.name,
    keyId: secret.keyId,
    secretHash: secret.hash,
    scopes: key.scopes,
    limited: key.limited,
    modIds: key.modIds,
    expiresAt: key.expiresAt,
    // A rotation grants nothing, so these scopes stay the same.
    aal2Scopes: key.aal2Scopes,
    rotatedFromId: key.id,
    // The trigger `inherit_creators` adds those of the key, and moves the keys that it created.
    // `pass_on_publishers` moves its trusted publishers.
    creatorIds: rotatedBy === null || rotatedBy === key.id ? [] : [rotatedBy],
  };
}

const NOT_ROTATABLE: TextForPeople = {
  en: 'The key was revoked, has expired or was rotated before; use its replacement, or create another key.',
  ru: 'Ключ отозван, истёк или уже заменён; используйте ключ, который его заменил, или создайте другой.',
  de: 'Der Schlüssel wurde widerrufen, ist abgelaufen oder wurde schon ersetzt; verwenden Sie den neuen Schlüssel oder erstellen Sie einen anderen.',
};

/** Starts the overlap. The condition lets only one of two concurrent rotations succeed. */
async function retire(tx: Tx, ctx: RequestContext, { id }: CredentialModel): Promise<void> {
  const now = ctx.platform.clock.now();
  const { count } = await tx.credential.updateMany({
    where: {
      id,
      revokedAt: null,
      retiresAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    data: { retiresAt: new Date(now.getTime() + LIMITS.apiKeyOverlapSeconds * 1000) },
  });
  if (count === 0) throw problem('invalid_state', { detail: NOT_ROTATABLE });
}

function requireEndsSooner(viewer: UserViewer, { expiresAt }: CredentialModel): void {
  const latest = latestEnd(viewer);
  if (latest && (!expiresAt || expiresAt > latest)) throw outlivesCredential();
}

/**
 * Revokes a token or key at once, even during its overlap; repeating it does nothing. Its
 * predecessor or successor stays valid. The keys that it created end with it. The webhook
 * subscriptions of all these keys are disabled, their trusted publishers are removed, and the agent
 * tokens that were issued for them end.
 * The caller may revoke a key with more scopes than its own, because that grants nothing. Spec 4.5.
 * Throws `unauthorized`, `account_blocked`, `not_found`, `gone` for the id of a deleted object, and
 * `resource_scope_denied` for a key with mods that the credential does not cover.
 */
export async function revokeApiKey(ctx: RequestContext, id: string): Promise<void> {
  const viewer = requireUser(ctx);
  const key = await readOwnKey(ctx, id);
  requireWithinReach(viewer, key);
  if (key.revokedAt) return;
  await transact(ctx, async (tx) => {
    await lockActiveAccount(tx, viewer.userId);
    if (await endCredential(tx, ctx, key)) await bumpAccess(tx, viewer.userId, ['credentials']);
  });
}
