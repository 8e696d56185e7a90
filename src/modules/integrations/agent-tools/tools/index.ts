import { type AgentToolName, isAgentTool } from '../../../../registry/agent-tools.js';
import { problem } from '../../../../registry/errors.js';
import type { Tool } from '../tool.js';
import { compareVersions } from './compare-versions.js';
import { readMod, searchMods } from './reading-tools.js';
import { resolveFile } from './resolve-download.js';
import { planInstallation } from './resolve-plan.js';
import { validateDraft, writeDraft } from './write-draft.js';

/** The tool of each registered name. A missing one is a compile error. */
const TOOLS: Readonly<Record<AgentToolName, Tool>> = {
  'mods.search': searchMods,
  'mods.get': readMod,
  'install_plans.resolve': planInstallation,
  'downloads.resolve': resolveFile,
  'versions.compare': compareVersions,
  'publisher.draft': writeDraft,
  'publisher.validate': validateDraft,
};

/** All tools, in the order of the registry. */
export const allTools: readonly Tool[] = Object.values(TOOLS);

/** The tool with this name. Throws `tool_not_found`. */
export function toolNamed(name: string): Tool {
  if (!isAgentTool(name)) throw problem('tool_not_found');
  return TOOLS[name];
}
