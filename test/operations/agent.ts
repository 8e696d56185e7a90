import { withSecret } from '../actors.js';
import { ran } from '../agents.js';
import type { Sample } from '../contract/matrix/sample.js';
import { GAME, type Stage } from '../contract/matrix/stage.js';
import { aboutNothing, CLIENT, type Operations } from './operation.js';
import { inTurns, shown } from './things.js';

const input = {
  action: 'update_version',
  mod_id: '{createModDraft.draft.body.data.id}',
  version_id: '{createModVersion.referred.body.data.id}',
  version: { changelog: { en: 'Lamps along the coast road.' } },
} as const;

/** A new draft by an agent, with the confirmation of its dry run. */
async function confirmedDraft({ world, tokens }: Stage): Promise<Sample> {
  const mod = { game_slug: GAME, title: { en: 'New' }, description: { en: 'A draft.' } };
  const asked = { tool: 'publisher.draft', input: { action: 'create_mod', mod } };
  const { confirmation } = await ran(withSecret(world.baseUrl, tokens.full), asked);
  return { body: { ...asked, confirmation_token: confirmation.token } };
}

/** The tools of agents (Spec 4.8). */
export const agent: Operations = {
  listAgentGatewayTools: {
    examples: {
      held: { summary: 'The tools that the credential may run', tools: 'publisher.validate' },
    },
    fixture: {
      fresh: async () => ({}),
      missing: {},
      limited: null,
      smallestScopes: ['agent:mods.search'],
    },
    probe: () => '',
  },
  runAgentGatewayTool: {
    examples: {
      read: {
        summary: 'A read-only tool',
        headers: CLIENT,
        body: { tool: 'mods.search', input: { q: 'loomcore', limit: 1 } },
      },
      dryRun: {
        summary: 'A dry run of a writing tool, with its confirmation token',
        headers: CLIENT,
        body: { tool: 'publisher.draft', input },
      },
      confirmed: {
        summary: 'The confirmed write, with the token of the dry run',
        headers: CLIENT,
        body: {
          tool: 'publisher.draft',
          input,
          confirmation_token: '{runAgentGatewayTool.dryRun.body.data.confirmation.token}',
        },
      },
    },
    fixture: {
      fresh: inTurns(async (stage) => {
        const { artifactId, neededArtifactId } = await shown(stage);
        return [artifactId, neededArtifactId].map((id) => ({
          body: { tool: 'downloads.resolve', input: { artifact_id: id } },
        }));
      }),
      effect: confirmedDraft,
      missing: {},
      limited: null,
      smallestScopes: ['agent:downloads.resolve'],
    },
    // The tests of each tool cover its other requirements.
    probe: () => '(input: { tool: "nothing", input: {} })',
  },
  repeatAgentGatewayRun: {
    probe: aboutNothing,
  },
};
