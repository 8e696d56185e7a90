import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { Scoped } from '../../../request/scoped.js';
import {
  liftModTakedown,
  listOwnTakedowns,
  ModTakedown,
  readAnyTakedown,
  readTakedown,
  takeDownMod,
} from './take-down-mod.js';

/** The takedowns of whole mods. `VersionLifecycleResolver` has the takedowns of versions. */
@Resolver()
export class TakedownsResolver {
  @Query(() => ModTakedown, {
    description: 'Whether a moderator took the mod down, and why. For its team.',
  })
  @Scoped('required', 'mods:read')
  @Reads('read-drafts')
  modTakedown(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<ModTakedown> {
    return readTakedown(ctx, modId);
  }

  @Query(() => [ModTakedown], {
    description:
      'The mods of your teams that moderators took down, the latest first, at most 50 of them.',
  })
  @Scoped('required', 'mods:read')
  @Reads('account')
  listMyTakedowns(@Ctx() ctx: RequestContext): Promise<ModTakedown[]> {
    return listOwnTakedowns(ctx);
  }

  @Query(() => ModTakedown, {
    description: 'Whether a moderator took the mod down, and why. For moderators.',
  })
  @Scoped('required')
  @Reads('moderator')
  moderatedMod(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<ModTakedown> {
    return readAnyTakedown(ctx, modId);
  }

  @Mutation(() => ModTakedown, {
    description:
      'Withdraws all versions of a mod; its team can neither publish nor restore any. For moderators.',
  })
  @Scoped('required')
  @Writes('moderator', 'mod', 'modId')
  takeDownMod(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('reason', () => String, { description: 'The team of the mod reads it.' }) reason: string,
  ): Promise<ModTakedown> {
    return takeDownMod(ctx, modId, reason);
  }

  @Mutation(() => ModTakedown, {
    description:
      'Lifts the takedown of a mod, so that its team can restore versions. For moderators.',
  })
  @Scoped('required')
  @Writes('moderator', 'mod', 'modId')
  liftModTakedown(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<ModTakedown> {
    return liftModTakedown(ctx, modId);
  }
}
