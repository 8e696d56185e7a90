import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import { requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { audit, emit } from '../../../request/outbox.js';
import { goneObject } from '../../../request/refusals.js';
import { Scoped } from '../../../request/scoped.js';
import { transact } from '../../../request/transact.js';
import { lockMod, Mod } from '../../catalog/index.js';
import { requireModPermission } from '../../collaboration/index.js';
import { removeVersions } from '../versions/delete-version.js';
import { createMod } from './create-mod.js';
import { getFallback, ModFallback, setFallback } from './fallback.js';
import { CreateModInput, UpdateModInput } from './mod.input.js';
import { updateMod } from './update-mod.js';

/**
 * Deletes a mod permanently, with its versions, files and pictures, and returns its id. Later reads
 * return `gone`. The slug of a published mod stays reserved, so that saved URLs never lead to
 * another mod. The slug of a draft becomes free. Spec 2.1. Throws `step_up_required`, `gone`.
 */
async function deleteMod(ctx: RequestContext, id: string): Promise<string> {
  await requireModPermission(ctx, id, 'delete');
  requireStepUp(ctx);
  return transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    await lockMod(tx, id);
    await removeVersions(tx, { modId: id }, now);
    const [mod] = await tx.mod.updateManyAndReturn({
      where: { id, state: { in: sources(LIFECYCLES.mod, 'delete') } },
      data: { state: 'deleted', updatedAt: now, revision: { increment: 1 } },
      select: { publishedAt: true, teamId: true },
    });
    if (!mod) throw goneObject(id);
    if (mod.publishedAt === null) await tx.mod.update({ where: { id }, data: { slug: id } });
    await tx.media.updateMany({ where: { modId: id, deletedAt: null }, data: { deletedAt: now } });
    await tx.team.updateMany({
      where: { id: mod.teamId, state: { in: sources(LIFECYCLES.team, 'delete') } },
      data: { state: 'deleted', revision: { increment: 1 } },
    });
    await tx.tombstone.createMany({
      data: [
        { id, entity: 'Mod', deletedAt: now },
        { id: mod.teamId, entity: 'Team', deletedAt: now },
      ],
    });
    await audit(tx, ctx, { action: 'mod.deleted', targetKind: 'mod', targetId: id });
    await emit(tx, { kind: 'mod.updated', subjectId: id, modId: id, data: { mod_id: id } });
    await enqueue(tx, { kind: 'index-mod', payload: { modId: id }, dedupeKey: id });
    return id;
  });
}

/** Queries and mutations for mods and drafts (Spec 4.3). */
@Resolver()
export class ModsResolver {
  @Mutation(() => Mod)
  @Scoped('required', 'mods:write')
  @Writes('account', 'mod', null)
  createModDraft(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateModInput) input: CreateModInput,
  ): Promise<Mod> {
    return createMod(ctx, input);
  }

  @Mutation(() => Mod)
  @Scoped('required', 'mods:write')
  @Writes('metadata', 'mod', 'id')
  updateModDraft(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateModInput) input: UpdateModInput,
    @Arg('expectedEtag', () => String, {
      description: 'The ETag of the state that the caller read.',
    })
    expectedEtag: string,
  ): Promise<Mod> {
    return updateMod(ctx, id, input, expectedEtag);
  }

  @Query(() => ModFallback, {
    description: 'Whether the mod uses the fallback store. For the team of the mod.',
  })
  @Scoped('required', 'mods:write')
  @Reads('read-drafts')
  modFallback(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<ModFallback> {
    return getFallback(ctx, modId);
  }

  @Mutation(() => ModFallback, {
    description: 'Sets whether downloads of the mod may use the fallback store.',
  })
  @Scoped('required', 'mods:write')
  @Writes('metadata', 'mod', 'modId')
  setModFallback(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('isAllowed', () => Boolean) isAllowed: boolean,
  ): Promise<ModFallback> {
    return setFallback(ctx, modId, isAllowed);
  }

  @Mutation(() => ID, {
    description: 'Deletes the mod with all its data permanently. Needs a recent second factor.',
  })
  @Scoped('required', 'mods:write')
  @Writes('delete', 'mod', 'id')
  deleteMod(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<string> {
    return deleteMod(ctx, id);
  }
}
