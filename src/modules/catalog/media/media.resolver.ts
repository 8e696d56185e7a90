import { Arg, Args, Ctx, Field, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { ReceivedFile } from '../../../platform/spool/spool.js';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { type Page, PageArgs, pageType } from '../../../request/page.js';
import { Upload } from '../../../request/scalars.js';
import { Scoped } from '../../../request/scoped.js';
import { MediaItem } from '../mods/media.type.js';
import { addMedia } from './add-media.js';
import { deleteMedia, requireMediaWrite, updateMedia } from './change-pictures.js';
import { createFallbackCover } from './create-fallback-cover.js';
import { AddMediaInput, UpdateMediaInput } from './media.input.js';
import { orderGallery } from './order-gallery.js';
import { readModGallery } from './read-gallery.js';
import { getPicture, listMedia } from './read-media.js';

/** The fallback cover of a mod, and whether it is new. It never replaces an existing cover. */
@ObjectType({ simpleResolvers: true })
export class FallbackCover extends MediaItem {
  @Field(() => Boolean, { description: 'False if the mod already had the cover.' })
  readonly created!: boolean;
}

/** A picture for members who may change it. */
@ObjectType({ simpleResolvers: true })
export class ModPicture extends MediaItem {
  @Field(() => String, { description: 'The ETag of the current state of the mod.' })
  readonly modEtag!: string;
}

/** The pictures of a mod as readers see them. */
@ObjectType({ simpleResolvers: true, description: 'The cover and the gallery of a mod.' })
export class ModGallery {
  @Field(() => MediaItem, { nullable: true, description: 'Null for a draft without a cover.' })
  readonly cover!: MediaItem | null;

  @Field(() => [MediaItem], { description: 'In the order in which readers see them.' })
  readonly gallery!: readonly MediaItem[];

  @Field(() => String, { description: 'The ETag of the current state of the mod.' })
  readonly modEtag!: string;
}

const MediaPage = pageType('MediaPage', () => MediaItem);

/** Pictures of mods (Spec 4.3). */
@Resolver()
export class MediaResolver {
  @Query(() => MediaPage, { description: 'The pictures in the order in which they were added.' })
  @Scoped('required', 'mods:write')
  @Reads('read-drafts')
  listModMedia(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<MediaItem>> {
    return listMedia(ctx, modId, page);
  }

  @Query(() => ModGallery, { description: 'The cover and the gallery of a mod, for its team.' })
  @Scoped('required', 'mods:write')
  @Reads('read-drafts')
  modGallery(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<ModGallery> {
    return readModGallery(ctx, modId);
  }

  @Query(() => ModPicture, { description: 'One picture of a mod, for its team.' })
  @Scoped('required', 'mods:write')
  @Reads('media')
  modPicture(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('id', () => ID) id: string,
  ): Promise<ModPicture> {
    return getPicture(ctx, modId, id);
  }

  @Query(() => Boolean, {
    description:
      'Checks the permission and the ETag for `addModMedia`. Returns true, or the error that `addModMedia` would return.',
  })
  @Scoped('required', 'mods:write')
  @Reads('media')
  async mayAddModMedia(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('expectedEtag', () => String) expectedEtag: string,
  ): Promise<boolean> {
    await requireMediaWrite(ctx, modId, expectedEtag);
    return true;
  }

  @Mutation(() => ModPicture, {
    description:
      'Adds a picture. The request is a form with the file; see `Upload`. A new cover replaces the previous one.',
  })
  @Scoped('required', 'mods:write')
  @Writes('media', 'mod', 'modId')
  addModMedia(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('file', () => Upload) file: ReceivedFile,
    @Arg('input', () => AddMediaInput) input: AddMediaInput,
    @Arg('expectedEtag', () => String) expectedEtag: string,
  ): Promise<ModPicture> {
    return addMedia(ctx, { modId, file, input, expectedEtag });
  }

  @Mutation(() => ModPicture, {
    description: 'Changes the alternative text and the position of a picture.',
  })
  @Scoped('required', 'mods:write')
  @Writes('media', 'media', 'id')
  updateModMedia(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateMediaInput) input: UpdateMediaInput,
    @Arg('expectedEtag', () => String) expectedEtag: string,
  ): Promise<ModPicture> {
    return updateMedia(ctx, { modId, id, input, expectedEtag });
  }

  @Mutation(() => ModGallery, {
    description: 'Orders the gallery. `ids` has each of its pictures once.',
  })
  @Scoped('required', 'mods:write')
  @Writes('media', 'mod', 'modId')
  orderModGallery(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('ids', () => [ID]) ids: string[],
    @Arg('expectedEtag', () => String) expectedEtag: string,
  ): Promise<ModGallery> {
    return orderGallery(ctx, { modId, ids, expectedEtag });
  }

  @Mutation(() => Boolean, { description: 'Deletes a picture that an importer manages.' })
  @Scoped('required', 'mods:write')
  @Writes('media', 'media', 'id')
  deleteModMedia(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('id', () => ID) id: string,
  ): Promise<boolean> {
    return deleteMedia(ctx, { modId, id, managers: ['importer'] });
  }

  @Mutation(() => Boolean, {
    description:
      'Deletes a picture of a mod, even if a person uploaded it. The fallback cover stays, and so does the only cover of a mod that is not a draft.',
  })
  @Scoped('required', 'mods:write')
  @Writes('media', 'media', 'id')
  removeModPicture(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('id', () => ID) id: string,
  ): Promise<boolean> {
    return deleteMedia(ctx, { modId, id, managers: ['importer', 'uploader'] });
  }

  @Mutation(() => FallbackCover, {
    description:
      'Creates the fallback cover of a mod, and makes it the cover if the mod has none. Repeated calls return the same picture.',
  })
  @Scoped('required', 'mods:write')
  @Writes('media', 'mod', 'modId')
  createModFallbackCover(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<FallbackCover> {
    return createFallbackCover(ctx, modId);
  }
}
