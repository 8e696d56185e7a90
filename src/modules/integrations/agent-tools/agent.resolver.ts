import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import type { Page } from '../../../request/page.js';
import { Scoped, ScopedByVerb } from '../../../request/scoped.js';
import { type AgentTool, AgentToolPage, AgentToolRun, RunAgentToolInput } from './agent.type.js';
import { listTools } from './list-tools.js';
import { repeatRun } from './repeat-run.js';
import { runTool } from './run-tool.js';

/** The tools of agents (Spec 4.8). */
@Resolver()
export class AgentResolver {
  @Query(() => AgentToolPage, { description: 'The tools that the credential may run.' })
  @Scoped('required', 'agent:*')
  listAgentGatewayTools(@Ctx() ctx: RequestContext): Page<AgentTool> {
    return listTools(ctx);
  }

  @Mutation(() => AgentToolRun)
  @ScopedByVerb('required', 'agent:*')
  runAgentGatewayTool(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => RunAgentToolInput) input: RunAgentToolInput,
  ): Promise<AgentToolRun> {
    return runTool(ctx, input);
  }

  @Mutation(() => AgentToolRun, {
    description:
      'Returns the stored result of a run with an idempotency key. Writes nothing again.',
  })
  @ScopedByVerb('required', 'agent:*')
  repeatAgentGatewayRun(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<AgentToolRun> {
    return repeatRun(ctx, id);
  }
}
