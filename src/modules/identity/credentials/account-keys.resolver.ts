import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { SealedElsewhere } from '../../../platform/vault.js';
import { lockCaller, requireSession, requireStepUp } from '../../../request/authorize.js';
import { requireWritable } from '../../../request/availability.js';
import type { RequestContext } from '../../../request/context.js';
import { Writes } from '../../../request/operation-facts.js';
import { audit } from '../../../request/outbox.js';
import { Scoped } from '../../../request/scoped.js';
import { transact } from '../../../request/transact.js';
import {
  AccountKey,
  accountKeyPlace,
  newAccountKey,
  presentAccountKey,
  RevealedAccountKey,
  readAccountKey,
} from './account-key.js';
import { recordChange } from './change-keys.js';
import { lostSecret, noAccountKey, rotatedMeanwhile } from './key-refusals.js';

/**
 * Returns the viewer's account key, masked. The first call creates it. Spec 5.4. Of two concurrent
 * calls only one creates a key, because of the unique index. Throws `unauthorized`, `forbidden`
 * outside a browser session, and `service_unavailable` if the account has no key yet and the service
 * is read-only. If it makes the key, throws the errors of `lockCaller`.
 */
async function openAccountKey(ctx: RequestContext): Promise<AccountKey> {
  const { userId } = requireSession(ctx);
  const { platform } = ctx;
  const known = await readAccountKey(platform.db, userId);
  if (known) return presentAccountKey(platform, known);
  requireWritable(platform);
  const { row } = newAccountKey(platform, userId);
  const key = await transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    const { count } = await tx.credential.createMany({ data: [row], skipDuplicates: true });
    const made = await tx.credential.findFirstOrThrow({
      where: { userId, kind: 'account_key', revokedAt: null },
    });
    if (count > 0) await recordChange(tx, ctx, made, 'created');
    return made;
  });
  return presentAccountKey(platform, key);
}

/**
 * The viewer's account key with its secret; the audit log records the access. Spec 5.4. Throws
 * `forbidden` outside a browser session and `step_up_required` without a recent second factor.
 * Throws `invalid_state` if the key was never opened or its sealing key is lost. In the latter case
 * the key stays valid, and a rotation creates one that can be shown.
 */
async function revealAccountKey(ctx: RequestContext): Promise<RevealedAccountKey> {
  const { userId } = requireSession(ctx);
  requireStepUp(ctx);
  const { db, vault } = ctx.platform;
  const row = await readAccountKey(db, userId);
  if (!row?.sealedSecret) throw noAccountKey();
  const secret = opened(() =>
    vault.open(accountKeyPlace(row.id), row.sealedSecret ?? new Uint8Array()),
  );
  await transact(ctx, (tx) =>
    audit(tx, ctx, {
      action: 'token.revealed',
      targetKind: 'credential',
      targetId: row.id,
      data: { key_id: row.keyId, kind: row.kind },
    }),
  );
  return { ...presentAccountKey(ctx.platform, row), secret };
}

function opened(open: () => Buffer): string {
  try {
    return open().toString('utf8');
  } catch (error) {
    if (error instanceof SealedElsewhere) throw lostSecret(error);
    throw error;
  }
}

/**
 * Replaces the viewer's account key; the old one ends in the same transaction, without an overlap.
 * Spec 5.4. A null `expectedId` allows any key. Throws the errors of `lockCaller`, `forbidden`
 * outside a browser session, and `step_up_required` without a recent second factor. Throws
 * `invalid_state` without a key, if another rotation was faster, or if the key is not the one with
 * `expectedId`.
 */
async function rotateAccountKey(
  ctx: RequestContext,
  expectedId: string | null,
): Promise<RevealedAccountKey> {
  const { userId } = requireSession(ctx);
  requireStepUp(ctx);
  const { platform } = ctx;
  const before = await readAccountKey(platform.db, userId);
  if (!before) throw noAccountKey();
  if (expectedId !== null && before.id !== expectedId) throw rotatedMeanwhile();
  const { row, secret } = newAccountKey(platform, userId);
  const key = await transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    const ended = await tx.credential.updateMany({
      where: { id: before.id, revokedAt: null },
      data: { revokedAt: platform.clock.now(), sealedSecret: null },
    });
    if (ended.count === 0) throw rotatedMeanwhile();
    const made = await tx.credential.create({ data: { ...row, rotatedFromId: before.id } });
    await recordChange(tx, ctx, before, 'rotated', { successorId: made.id });
    return made;
  });
  return { ...presentAccountKey(platform, key), secret };
}

/** The account key, for its owner in a browser session only (Spec 5.4). */
@Resolver()
export class AccountKeysResolver {
  @Mutation(() => AccountKey, {
    description: 'Returns the masked account key. Creates it on the first call.',
  })
  @Scoped('required', 'credentials:manage')
  @Writes('session', 'credential', null)
  openAccountKey(@Ctx() ctx: RequestContext): Promise<AccountKey> {
    return openAccountKey(ctx);
  }

  @Mutation(() => RevealedAccountKey, {
    description: 'Returns the account key with its secret. Needs a recent second factor.',
  })
  @Scoped('required', 'credentials:manage')
  @Writes('session', 'credential', null)
  revealAccountKey(@Ctx() ctx: RequestContext): Promise<RevealedAccountKey> {
    return revealAccountKey(ctx);
  }

  @Mutation(() => RevealedAccountKey, {
    description:
      'Replaces the account key. The previous key ends at once. Needs a recent second factor.',
  })
  @Scoped('required', 'credentials:manage')
  @Writes('session', 'credential', null)
  rotateAccountKey(
    @Ctx() ctx: RequestContext,
    @Arg('expectedId', () => ID, {
      nullable: true,
      description: 'The id of the key that the caller read. Any other key is not replaced.',
    })
    expectedId?: string | null,
  ): Promise<RevealedAccountKey> {
    return rotateAccountKey(ctx, expectedId ?? null);
  }
}
