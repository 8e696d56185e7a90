import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../request/context.js';
import { groupedBy, type LoaderDefinition, load } from '../../../request/loaders.js';
import { Mod } from '../../catalog/index.js';
import { presentVersion } from './present-version.js';
import { ModVersion } from './version.type.js';

/** The number of versions in a mod; `listModVersions` returns all of them. */
const NEWEST = 10;

/** The newest published versions of mods; two statements in total. */
const newestByMod: LoaderDefinition<string, ModVersion[]> = {
  name: 'newestByMod',
  async batch(ctx, modIds) {
    const ids = await ctx.platform.db.$queryRaw<{ id: string }[]>`
      select v.id from unnest(${[...modIds]}::uuid[]) as m(id), lateral (
        select id from mod_versions where mod_id = m.id and state = 'published'
        order by published_at desc, id desc limit ${NEWEST}) as v`;
    const rows: ModVersionModel[] = await ctx.platform.db.modVersion.findMany({
      where: { id: { in: ids.map(({ id }) => id) } },
      orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    });
    return groupedBy(modIds, rows, (row) => row.modId).map((group) => group.map(presentVersion));
  },
};

/** The version fields of a mod. */
@Resolver(() => Mod)
export class ModVersionsResolver {
  @FieldResolver(() => [ModVersion], { description: 'The ten newest published versions.' })
  versions(@Ctx() ctx: RequestContext, @Root() mod: Mod): Promise<ModVersion[]> {
    return load(ctx, newestByMod, mod.id);
  }
}
