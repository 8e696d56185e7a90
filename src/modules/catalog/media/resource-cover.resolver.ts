import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { inOrderOf, type LoaderDefinition, load } from '../../../request/loaders.js';
import { ResourceMod } from '../../identity/index.js';
import { presentMedia } from '../documents/present-mod.js';
import { MediaItem } from '../mods/media.type.js';
import { SHOWN, toStoredMedia } from './read-media.js';

const coverById: LoaderDefinition<string, MediaItem | null> = {
  name: 'resource-covers',
  async batch({ platform }, ids) {
    const rows = await platform.db.media.findMany({ where: { id: { in: [...ids] }, ...SHOWN } });
    const covers = inOrderOf(ids, rows, ({ id }) => id);
    return covers.map((row) => row && presentMedia(toStoredMedia(row), platform.publicUrl));
  },
};

/**
 * The covers of the mods in the viewer's own list of resources (`ResourceMod`), with one statement
 * for a page.
 */
@Resolver(() => ResourceMod)
export class ResourceCoverResolver {
  @FieldResolver(() => MediaItem, { nullable: true, description: 'Null without a cover.' })
  async cover(@Ctx() ctx: RequestContext, @Root() mod: ResourceMod): Promise<MediaItem | null> {
    return mod.coverId === null ? null : load(ctx, coverById, mod.coverId);
  }
}
