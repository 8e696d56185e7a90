import { CLIENT, type Examples } from './example.js';

const key = { api_key_id: '{createApiKey.forBuilds.body.data.id}' } as const;

/** A creator gives a key to a build server, and revokes it. */
export const credentialExamples: Examples = {
  getApiKeyCapabilities: {
    all: { summary: 'What a key could be made with, asked with a recent second factor' },
  },
  createApiKey: {
    forBuilds: {
      summary: 'A key for a build server, limited to one mod; its secret is shown this once',
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-build-server' },
      body: {
        name: 'Build server',
        scopes: ['versions:write', 'files:upload', 'versions:publish'],
        resource_grants: [{ type: 'mod', id: '{createModDraft.draft.body.data.id}' }],
      },
    },
  },
  rotateApiKey: {
    replaced: {
      summary: 'Another secret; the one before it holds ten minutes more',
      path: key,
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-build-server-2' },
    },
  },
  revokeApiKey: {
    unwanted: { summary: 'The key before it, ended at once', path: key, headers: CLIENT },
  },
  listApiKeys: {
    all: { summary: 'All keys, with those that have ended', query: { limit: 2 } },
  },
};
