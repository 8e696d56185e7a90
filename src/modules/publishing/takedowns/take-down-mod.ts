import { Field, ID, ObjectType } from 'type-graphql';
import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import { requireModerator, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { audit } from '../../../request/outbox.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { transact } from '../../../request/transact.js';
import { type LockedMod, lockMod } from '../../catalog/index.js';
import { ownMods, requireModPermission, requireUninvolved } from '../../collaboration/index.js';
import { revokeDownloadGrants } from '../../storage/index.js';
import { alignMod } from '../versions/align-mod.js';
import { checkedReason, notifyOfTakedown } from './takedown-notice.js';

/** Whether a moderator took a mod down, and why. */
@ObjectType({ simpleResolvers: true, description: 'The takedown of a whole mod.' })
export class ModTakedown {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => LanguageMap, { description: 'The title of the mod.' })
  readonly modTitle!: Texts;

  @Field(() => Date, { nullable: true, description: 'Null if no moderator took the mod down.' })
  readonly takenDownAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: "The moderator's reason. Null if no moderator took the mod down.",
  })
  readonly reason!: string | null;
}

/**
 * The takedown of a mod, for its team. Throws `not_found`, and the errors of
 * `requireModPermission`.
 */
export async function readTakedown(ctx: RequestContext, modId: string): Promise<ModTakedown> {
  await requireModPermission(ctx, modId, 'read-drafts');
  return takedownOf(ctx, modId);
}

/**
 * The takedown of any mod, for moderators. Throws `not_found`, `gone`, and the errors of
 * `requireModerator`.
 */
export async function readAnyTakedown(ctx: RequestContext, modId: string): Promise<ModTakedown> {
  requireModerator(ctx);
  return takedownOf(ctx, modId);
}

async function takedownOf(ctx: RequestContext, modId: string): Promise<ModTakedown> {
  const mod = isId(modId)
    ? await ctx.platform.db.mod.findFirst({
        where: { id: modId, state: { not: 'deleted' } },
        select: { id: true, title: true, takenDownAt: true, takedownReason: true },
      })
    : null;
  if (!mod) throw await missing(ctx, modId);
  // Only language maps are written to the column.
  const modTitle = mod.title as Texts;
  return { modId: mod.id, modTitle, takenDownAt: mod.takenDownAt, reason: mod.takedownReason };
}

/** The most takedowns that `listOwnTakedowns` returns. */
const LISTED = 50;

/**
 * The current takedowns of mods whose drafts the viewer may read as a member of the team: the
 * latest first, at most 50. Throws `unauthorized`.
 */
export async function listOwnTakedowns(ctx: RequestContext): Promise<ModTakedown[]> {
  const own = ownMods(requireUser(ctx));
  return ctx.platform.db.$queryRaw<ModTakedown[]>`
    select id as "modId", title as "modTitle", taken_down_at as "takenDownAt", takedown_reason as reason
    from mods where taken_down_at is not null and id in (${own})
    order by taken_down_at desc, id desc limit ${LISTED}`;
}

/**
 * A moderator's takedown of a whole mod: withdraws all public versions, revokes their download
 * grants, prevents its team from publishing and restoring any version, and mails its owners. Also
 * hides the mod with an event and a search job (`alignMod`), and writes an audit line. One
 * transaction. Throws `not_found`, `gone`, `invalid_input`, and `invalid_state` for a draft or a
 * mod that is taken down already. Throws `forbidden` for a moderator who is involved in the mod
 * (`requireUninvolved`), and the errors of `requireModerator`.
 */
export async function takeDownMod(
  ctx: RequestContext,
  modId: string,
  reason: string,
): Promise<ModTakedown> {
  requireModerator(ctx);
  const takedown = {
    takenDownAt: ctx.platform.clock.now(),
    takedownReason: checkedReason(reason),
  };
  // The row forgets the reason when the takedown is lifted; the audit log keeps it.
  const noted = { action: 'mod.taken_down', data: { reason: takedown.takedownReason } };
  await changeTakedown(ctx, modId, noted, async (tx, mod) => {
    const { count } = await tx.mod.updateMany({
      where: { id: modId, takenDownAt: null, state: { in: sources(LIFECYCLES.mod, 'hide') } },
      data: { ...takedown, updatedAt: takedown.takenDownAt, revision: { increment: 1 } },
    });
    if (count === 0) throw problem('invalid_state', { detail: NOT_PUBLIC });
    await withdrawAll(tx, modId, takedown);
    await alignMod(tx, mod, null, takedown.takenDownAt);
    await notifyOfTakedown(tx, ctx, { modId, reason: takedown.takedownReason });
  });
  return takedownOf(ctx, modId);
}

/**
 * Lifts the takedown of a mod: its versions stay withdrawn, but its team may restore them. Versions
 * that a moderator took down individually keep their takedown. Writes an audit line, and sends no
 * mail. Throws `invalid_state` for a mod that is not taken down, and the errors of `takeDownMod`
 * about access.
 */
export async function liftModTakedown(ctx: RequestContext, modId: string): Promise<ModTakedown> {
  requireModerator(ctx);
  await changeTakedown(ctx, modId, { action: 'mod.takedown_lifted' }, async (tx) => {
    const [mod] = await tx.$queryRaw<{ takenDownAt: Date }[]>`
      select taken_down_at as "takenDownAt" from mods
      where id = ${modId}::uuid and taken_down_at is not null`;
    if (!mod) throw problem('invalid_state', { detail: NOT_TAKEN_DOWN });
    const changed = { updatedAt: ctx.platform.clock.now(), revision: { increment: 1 } };
    const none = { takenDownAt: null, takedownReason: null };
    await tx.mod.update({ where: { id: modId }, data: { ...none, ...changed } });
    await tx.modVersion.updateMany({
      where: { modId, state: 'withdrawn', takenDownAt: mod.takenDownAt },
      data: { ...none, ...changed, lifecycleVersion: { increment: 1 } },
    });
  });
  return takedownOf(ctx, modId);
}

/**
 * Locks a mod, applies `change` and writes the audit line `noted`, in one transaction. Throws
 * `not_found`, `gone`, and `forbidden` for a moderator who is involved in the mod.
 */
async function changeTakedown(
  ctx: RequestContext,
  modId: string,
  noted: { readonly action: string; readonly data?: Readonly<Record<string, string>> },
  change: (tx: Tx, mod: LockedMod) => Promise<void>,
): Promise<void> {
  if (!isId(modId)) throw await missing(ctx, modId);
  const known = await ctx.platform.db.mod.count({ where: { id: modId } });
  if (known === 0) throw await missing(ctx, modId);
  await transact(ctx, async (tx) => {
    await requireUninvolved(
      ctx,
      tx,
      Prisma.sql`select id, author_id, created_at from mods where id = ${modId}::uuid`,
    );
    await change(tx, await lockMod(tx, modId));
    await audit(tx, ctx, { ...noted, targetKind: 'mod', targetId: modId });
  });
}

/** Withdraws all public versions, and forbids the restoration of those that are withdrawn. */
async function withdrawAll(
  tx: Tx,
  modId: string,
  takedown: { readonly takenDownAt: Date; readonly takedownReason: string },
): Promise<void> {
  const { takenDownAt: updatedAt } = takedown;
  const changed = { updatedAt, revision: { increment: 1 } };
  const { withdraw } = LIFECYCLES.modVersion.events;
  await tx.modVersion.updateMany({
    where: { modId, state: { in: sources(LIFECYCLES.modVersion, 'withdraw') } },
    data: { ...takedown, ...changed, state: withdraw.to, lifecycleVersion: { increment: 1 } },
  });
  await tx.modVersion.updateMany({
    where: { modId, state: withdraw.to, takenDownAt: null },
    data: { ...takedown, ...changed, lifecycleVersion: { increment: 1 } },
  });
  const files = await tx.artifact.updateManyAndReturn({
    where: { modId, state: { in: sources(LIFECYCLES.artifact, 'withdraw') } },
    data: { ...changed, state: LIFECYCLES.artifact.events.withdraw.to },
    select: { id: true },
  });
  const artifactIds = files.map(({ id }) => id);
  await revokeDownloadGrants(tx, { artifactIds }, updatedAt);
}

const NOT_PUBLIC: TextForPeople = {
  en: 'The mod is a draft, or a moderator already took it down; load it again to see its state.',
  ru: 'Мод ещё черновик, или модератор уже снял его с публикации; откройте его заново, чтобы увидеть состояние.',
  de: 'Die Mod ist ein Entwurf, oder die Moderation hat sie schon gesperrt; laden Sie sie neu, um ihren Zustand zu sehen.',
};

const NOT_TAKEN_DOWN: TextForPeople = {
  en: 'The mod is not taken down, so there is nothing to lift; load it again to see its state.',
  ru: 'Этот мод не снят с публикации, отменять нечего; откройте его заново, чтобы увидеть состояние.',
  de: 'Die Mod ist nicht gesperrt, also lässt sich nichts aufheben; laden Sie sie neu, um ihren Zustand zu sehen.',
};
