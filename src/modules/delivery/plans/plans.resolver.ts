import { Arg, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Scoped } from '../../../request/scoped.js';
import { checkUpdates } from './check-updates.js';
import { InstallPlanInput } from './plan.input.js';
import { InstallPlan } from './plan.type.js';
import { resolvePlan } from './resolve-plan.js';
import { UpdateCheckInput } from './update.input.js';
import { UpdateCheck } from './update.type.js';

/** Queries for install plans and updates (Spec 4.2). */
@Resolver()
export class PlansResolver {
  @Query(() => InstallPlan)
  @Scoped('optional', 'install_plans:resolve')
  resolveInstallPlan(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => InstallPlanInput) input: InstallPlanInput,
  ): Promise<InstallPlan> {
    return resolvePlan(ctx, input);
  }

  @Query(() => UpdateCheck, { description: 'Beta: this operation may still change.' })
  @Extensions({ answersEach: 'items' })
  @Scoped('optional', 'mods:read')
  checkUpdates(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UpdateCheckInput) input: UpdateCheckInput,
  ): Promise<UpdateCheck> {
    return checkUpdates(ctx, input);
  }
}
