import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import type { Page } from '../../../request/page.js';
import { Scoped, ScopedByVerb } from '../../../request/scoped.js';
import { type AgentTool, AgentToolPage, AgentToolRun, RunAgentToolInput } from './agent.type.js';
import { repeatRun } from './recorded-runs.js';
import { listTools, runTool } from './run-tool.js';

/**
 * The tools of agents (Spec 4.8). The need `program` means a credential with its own scopes, not a
 * browser session. The audit log has each confirmed write (`runTool`), and the calls that were
 * forbidden.
 */
@Resolver()
export class AgentResolver {
  @Query(() => AgentToolPage, { description: 'The tools that the credential may run.' })
  @Scoped('required', 'agent:*')
  @Reads('program')
  listAgentGatewayTools(@Ctx() ctx: RequestContext): Page<AgentTool> {
    return listTools(ctx);
  }

  /** Runs a tool. A tool that writes first only returns its effects, and writes when confirmed. */
  @Mutation(() => AgentToolRun)
  @ScopedByVerb('required', 'agent:*')
  @Writes('program', 'agent_tool', null)
  runAgentGatewayTool(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => RunAgentToolInput) input: RunAgentToolInput,
  ): Promise<AgentToolRun> {
    return runTool(ctx, input);
  }

  /** A mutation, because a read runs again, and `downloads.resolve` then renews a grant. */
  @Mutation(() => AgentToolRun, {
    description:
      'Repeats a run that was sent with an idempotency key: a read runs again, a dry run or a write returns its stored result. Nothing is written twice.',
  })
  @ScopedByVerb('required', 'agent:*')
  @Writes('program', 'agent_run', 'id')
  repeatAgentGatewayRun(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<AgentToolRun> {
    return repeatRun(ctx, id);
  }
}
