import { Field, ID, ObjectType } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { requireModPermission } from '../../collaboration/index.js';

/** Whether downloads of a mod may use the mirror, the second store. */
@ObjectType({ simpleResolvers: true })
export class ModFallback {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => Boolean)
  readonly isAllowed!: boolean;
}

/**
 * Returns whether downloads of a mod may use the mirror. For its team. Throws the errors of
 * `requireModPermission`.
 */
export async function getFallback(ctx: RequestContext, modId: string): Promise<ModFallback> {
  await requireModPermission(ctx, modId, 'read-drafts');
  const { fallbackAllowed } = await ctx.platform.db.mod.findUniqueOrThrow({
    where: { id: modId },
    select: { fallbackAllowed: true },
  });
  return { modId, isAllowed: fallbackAllowed };
}

/**
 * Sets whether downloads of a mod may use the mirror, from the next request on. Also writes an
 * audit line, even if the value is the same. Needs the permission `metadata`. Files are copied
 * there in any case, so the setting can change later. Spec 4.2. Throws the errors of
 * `requireModPermission`.
 */
export async function setFallback(
  ctx: RequestContext,
  modId: string,
  isAllowed: boolean,
): Promise<ModFallback> {
  await requireModPermission(ctx, modId, 'metadata');
  await transact(ctx, async (tx) => {
    await tx.mod.update({ where: { id: modId }, data: { fallbackAllowed: isAllowed } });
    await audit(tx, ctx, {
      action: 'mod.fallback_set',
      targetKind: 'mod',
      targetId: modId,
      data: { is_allowed: isAllowed },
    });
  });
  return { modId, isAllowed };
}
