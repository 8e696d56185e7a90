import { Arg, Ctx, Extensions, ID, Int, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { Reads } from '../../../request/operation-facts.js';
import { Scoped } from '../../../request/scoped.js';
import { DEFAULT_DAYS, readModStatistics, readMyStatistics } from './read-statistics.js';
import { Statistics } from './statistics.type.js';

const PERIOD = {
  nullable: true,
  description: `In days, 1 to ${LIMITS.statisticsDays}; ${DEFAULT_DAYS} if omitted.`,
} as const;

/** Numbers for the teams of mods. */
@Resolver()
export class StatisticsResolver {
  @Query(() => Statistics, {
    description: 'The downloads and checks of a mod, for members of its team with `statistics`.',
  })
  @Extensions({ sumsRows: true })
  @Scoped('required', 'account:read')
  @Reads('statistics')
  modStatistics(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('days', () => Int, PERIOD) days: number | null,
  ): Promise<Statistics> {
    return readModStatistics(ctx, modId, days);
  }

  @Query(() => Statistics, {
    description:
      'The downloads and checks of all mods whose teams give the caller the permission `statistics`.',
  })
  @Extensions({ sumsRows: true })
  @Scoped('required', 'account:read')
  @Reads('account')
  myStatistics(
    @Ctx() ctx: RequestContext,
    @Arg('days', () => Int, PERIOD) days: number | null,
  ): Promise<Statistics> {
    return readMyStatistics(ctx, days);
  }
}
