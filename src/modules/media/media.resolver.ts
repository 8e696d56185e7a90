import { Arg, Ctx, Field, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../request/context.js';
import { Scoped } from '../../request/scoped.js';
import { MediaItem } from '../catalog/index.js';
import { createFallbackCover } from './create-fallback-cover.js';
import { getPicture } from './get-picture.js';

/** A cover and whether it is new. */
@ObjectType({ simpleResolvers: true })
export class FallbackCover extends MediaItem {
  @Field(() => Boolean, { description: 'False where the mod had it already.' })
  readonly created!: boolean;
}

/** Pictures of mods (Spec 4.3). */
@Resolver()
export class MediaResolver {
  @Query(() => MediaItem, { description: 'One picture of a mod, for its team.' })
  @Scoped('required', 'mods:write')
  modPicture(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('id', () => ID) id: string,
  ): Promise<MediaItem> {
    return getPicture(ctx, modId, id);
  }

  @Mutation(() => FallbackCover)
  @Scoped('required', 'mods:write')
  createModFallbackCover(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<FallbackCover> {
    return createFallbackCover(ctx, modId);
  }
}
