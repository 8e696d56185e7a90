import { CLIENT, type Examples } from './example.js';

const input = {
  action: 'update_version',
  mod_id: '{createModDraft.draft.body.data.id}',
  version_id: '{createModVersion.referred.body.data.id}',
  version: { changelog: { en: 'Lamps along the coast road.' } },
} as const;

/** An agent searches mods, runs a change of a draft dry, and confirms it. */
export const agentExamples: Examples = {
  listAgentGatewayTools: {
    held: { summary: 'The tools whose scopes the credential holds', tools: 'publisher.validate' },
  },
  runAgentGatewayTool: {
    read: {
      summary: 'A tool that reads answers at once',
      headers: CLIENT,
      body: { tool: 'mods.search', input: { q: 'loomcore', limit: 1 } },
    },
    dryRun: {
      summary: 'A tool that writes tells what it would do, and how that is confirmed',
      headers: CLIENT,
      body: { tool: 'publisher.draft', input },
    },
    confirmed: {
      summary: 'The same once more, with the confirmation: now it is done',
      headers: CLIENT,
      body: {
        tool: 'publisher.draft',
        input,
        confirmation_token: '{runAgentGatewayTool.dryRun.body.data.confirmation.token}',
      },
    },
  },
};
