import { createToken } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Sample } from '../contract/matrix/sample.js';
import type { Stage } from '../contract/matrix/stage.js';
import { aboutNothing, CLIENT, type Operations } from './operation.js';
import { unique, workshop } from './things.js';

const key = { api_key_id: '{createApiKey.forBuilds.body.data.id}' } as const;

const ofKey = { 'path.api_key_id': 'not_found' };

async function newKey(stage: Stage): Promise<Sample> {
  const { id } = await createToken(createSystemContext(stage.world.platform, 'matrix'), {
    userId: stage.creator.userId,
    name: unique(),
    scopes: ['versions:publish'],
    modIds: [await workshop(stage)],
    lifetimeSeconds: null,
    aal2: false,
  });
  return { parameters: { api_key_id: id } };
}

/** API keys (Spec 4.5). */
export const credentials: Operations = {
  getApiKeyCapabilities: {
    examples: {
      all: {
        summary: 'The available scopes and mods, after a recent second factor',
      },
    },
    fixture: { fresh: async () => ({}), missing: {}, limited: null },
    probe: () => '',
  },
  createApiKey: {
    examples: {
      forBuilds: {
        summary: 'A key for a build server, limited to one mod; the secret is shown only once',
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-build-server' },
        body: {
          name: 'Build server',
          scopes: ['versions:write', 'files:upload', 'versions:publish'],
          resource_grants: [{ type: 'mod', id: '{createModDraft.draft.body.data.id}' }],
        },
      },
    },
    fixture: {
      fresh: async (stage) => ({
        body: {
          name: unique(),
          scopes: ['versions:publish'],
          resource_grants: [{ type: 'mod', id: await workshop(stage) }],
        },
      }),
      missing: { 'body.resource_grants[0].id': 'not_found' },
    },
    probe: () => '(input: { name: "", scopes: [] })',
  },
  rotateApiKey: {
    examples: {
      replaced: {
        summary: 'A new secret; the old one works for ten more minutes',
        path: key,
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-build-server-2' },
      },
    },
    fixture: { fresh: newKey, missing: ofKey },
    probe: aboutNothing,
  },
  revokeApiKey: {
    examples: {
      unwanted: {
        summary: 'The old key after a rotation, revoked immediately',
        path: key,
        headers: CLIENT,
      },
    },
    fixture: { fresh: newKey, missing: ofKey },
    probe: aboutNothing,
  },
  listApiKeys: {
    examples: {
      all: { summary: 'All keys, including expired and revoked ones', query: { limit: 2 } },
    },
    fixture: { fresh: async () => ({ query: { limit: '2' } }), missing: {}, limited: null },
    probe: () => '',
  },
};
