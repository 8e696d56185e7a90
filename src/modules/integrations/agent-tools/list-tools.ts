import { holds } from '../../../registry/scopes.js';
import type { RequestContext } from '../../../request/context.js';
import type { Page } from '../../../request/page.js';
import type { AgentTool } from './agent.type.js';
import { requireAgent } from './require-tool.js';
import { allTools } from './tools/index.js';

/**
 * The tools that the credential may run, with their schemas, in one page (Spec 4.8). Throws
 * `forbidden` for a browser session.
 */
export function listTools(ctx: RequestContext): Page<AgentTool> {
  const { credential } = requireAgent(ctx);
  const items = allTools
    .filter(({ scope }) => holds(credential.scopes, scope))
    .map(({ name, description, inputSchema, outputSchema, writes, scope }) => ({
      ...{ name, description, inputSchema, outputSchema, writes, scope },
    }));
  return { items, pagination: { nextCursor: null, hasMore: false, limit: allTools.length } };
}
