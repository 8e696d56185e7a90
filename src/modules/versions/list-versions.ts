import type { Prisma } from '../../platform/database/generated/client.js';
import type { ReleaseChannel } from '../../platform/database/generated/enums.js';
import type { ModVersionModel } from '../../platform/database/generated/models.js';
import type { RequestContext } from '../../request/context.js';
import type { Position } from '../../request/cursor.js';
import { mapPage, type Page, type PageInput, readPage } from '../../request/page.js';
import { readVisibleMod, seesDrafts } from '../teams/index.js';
import { presentVersion } from './present-version.js';
import type { ModVersion } from './version.type.js';

/** What a list of versions is narrowed to (Spec 4.1, reserved filters). */
export interface VersionFilter {
  readonly releaseChannel?: ReleaseChannel | null;
  readonly gameVersion?: string | null;
  readonly loader?: string | null;
  readonly publishedAfter?: Date | null;
  readonly publishedBefore?: Date | null;
}

/**
 * The versions of a mod, newest first: the published ones by publication for readers, all of them
 * by creation for the mod's team. Throws `not_found`, `gone`, `invalid_input`.
 */
export async function listVersions(
  ctx: RequestContext,
  modId: string,
  filter: VersionFilter,
  page: PageInput,
): Promise<Page<ModVersion>> {
  const access = await readVisibleMod(ctx, modId);
  const order = seesDrafts(ctx, access) ? 'createdAt' : 'publishedAt';
  const rows = await readPage<ModVersionModel>(ctx, page, {
    context: {
      resource: 'versions',
      sort: order,
      filters: {
        modId,
        releaseChannel: filter.releaseChannel ?? null,
        gameVersion: filter.gameVersion || null,
        loader: filter.loader || null,
        publishedAfter: filter.publishedAfter?.toISOString() ?? null,
        publishedBefore: filter.publishedBefore?.toISOString() ?? null,
      },
    },
    read: (position, limit) =>
      ctx.platform.db.modVersion.findMany({
        where: {
          AND: [{ modId }, visible(order), narrowed(filter), until(order, position)],
        },
        orderBy: [{ [order]: 'desc' }, { id: 'desc' }],
        take: limit,
      }),
    keysOf: (row) => [(row[order] ?? row.createdAt).toISOString(), row.id],
  });
  return mapPage(rows, rows.items.map(presentVersion));
}

type Where = Prisma.ModVersionWhereInput;

function visible(order: 'createdAt' | 'publishedAt'): Where {
  return order === 'publishedAt' ? { state: 'published' } : { state: { not: 'deleted' } };
}

function narrowed(filter: VersionFilter): Where {
  return {
    ...(filter.releaseChannel ? { releaseChannel: filter.releaseChannel } : {}),
    ...(filter.gameVersion ? { gameVersions: { has: filter.gameVersion } } : {}),
    ...(filter.loader ? { loaderPlatforms: { has: filter.loader } } : {}),
    ...(filter.publishedAfter || filter.publishedBefore
      ? {
          publishedAt: {
            ...(filter.publishedAfter ? { gt: filter.publishedAfter } : {}),
            ...(filter.publishedBefore ? { lt: filter.publishedBefore } : {}),
          },
        }
      : {}),
  };
}

/** What stood when the walk began, after the last row that was given out. */
function until(order: 'createdAt' | 'publishedAt', { at, after }: Position): Where {
  if (!after) return { [order]: { lte: at } };
  const [time, id] = [new Date(after[0] ?? 0), after[1] ?? ''];
  return {
    AND: [
      { [order]: { lte: at } },
      { OR: [{ [order]: { lt: time } }, { [order]: time, id: { lt: id } }] },
    ],
  };
}
