import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../request/context.js';
import { Scoped } from '../../request/scoped.js';
import { InstallPlanInput } from './plan.input.js';
import { InstallPlan } from './plan.type.js';
import { resolvePlan } from './resolve-plan.js';

/** Install plans (Spec 4.2). */
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
}
