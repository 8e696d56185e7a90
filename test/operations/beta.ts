import { expect, it } from 'vitest';
import { GAME, type Stage } from '../contract/matrix/stage.js';
import { bareMod, refusal } from '../publishing.js';
import { aboutNothing, CLIENT, type Operations } from './operation.js';
import { shown, unique, workshop } from './things.js';
import { ofSubscription } from './webhooks.js';

/** Operations that may still change or be removed (Spec 9). */
export const beta: Operations = {
  lookupArtifacts: {
    access: { access: 'optional', scopes: ['mods:read'] },
    examples: {
      bySha256: {
        summary: 'A known and an unknown hash; the response omits the unknown one',
        body: {
          hashes: ['{given.archive.sha256}', '0'.repeat(40)],
        },
      },
    },
    fixture: {
      fresh: async (stage) => ({
        body: { hashes: [await sha256Of(stage, (await shown(stage)).artifactId)] },
      }),
      missing: {},
    },
  },
  checkUpdates: {
    access: { access: 'optional', scopes: ['mods:read'] },
    examples: {
      folder: {
        summary: 'An up-to-date file and an unknown hash',
        body: {
          game_slug: 'brackenvale',
          game_version: '1.20',
          loader: 'lattice',
          items: [{ hash: '{given.archive.sha256}' }, { hash: '0'.repeat(40) }],
        },
      },
    },
    fixture: {
      fresh: async (stage) => {
        const hash = await sha256Of(stage, (await shown(stage)).artifactId);
        return { body: { game_slug: GAME, items: [{ hash }] } };
      },
      missing: {},
    },
  },
  searchFacets: {
    access: { access: 'anonymous', scopes: ['mods:read'] },
    examples: {
      ofSearch: {
        after: 'listWebhookSubscriptions.all',
        summary: 'Filter counts for a search',
        query: { q: 'lantren roads', game_slug: 'brackenvale' },
      },
    },
    fixture: {
      async fresh(stage) {
        await shown(stage);
        return { query: { game_slug: GAME, q: 'lanternlight' } };
      },
      missing: {},
    },
  },
  suggest: {
    access: { access: 'anonymous', scopes: ['mods:read'] },
    examples: {
      whileTyping: {
        after: 'listWebhookSubscriptions.all',
        summary: 'Suggestions for the first three letters',
        query: { q: 'lan', game_slug: 'brackenvale' },
      },
    },
    fixture: {
      async fresh(stage) {
        await shown(stage);
        return { query: { game_slug: GAME, q: 'lanternl' } };
      },
      missing: {},
    },
  },
  getUser: {
    access: { access: 'anonymous', scopes: ['mods:read'] },
    examples: {
      colleague: {
        after: 'listWebhookSubscriptions.all',
        summary: 'An account by its username',
        path: { username: 'jonas-weiss' },
      },
    },
    fixture: {
      fresh: async ({ creator }) => ({ parameters: { username: creator.username } }),
      missing: { 'path.username': 'user_not_found' },
      limited: null,
    },
    rules: userRules,
  },
  getWebhookSubscription: {
    access: { access: 'required', scopes: ['webhooks:read'] },
    examples: {
      forBuilds: {
        after: 'redeliverWebhookDelivery.again',
        summary: 'A subscription with its `ETag`',
        path: { subscription_id: '{createWebhookSubscription.forBuilds.body.data.id}' },
      },
    },
    fixture: {
      fresh: ofSubscription,
      missing: { 'path.subscription_id': 'not_found' },
    },
    probe: aboutNothing,
  },
  updateWebhookSubscription: {
    access: { access: 'required', scopes: ['webhooks:write'] },
    examples: {
      fewer: {
        summary: 'Fewer event kinds; other members stay unchanged',
        path: { subscription_id: '{createWebhookSubscription.forBuilds.body.data.id}' },
        headers: {
          ...CLIENT,
          'If-Match': '{getWebhookSubscription.forBuilds.headers.ETag}',
          'Idempotency-Key': 'lantern-roads-webhook-events',
        },
        body: { event_kinds: ['version.published'] },
      },
    },
    fixture: {
      fresh: async (stage) => {
        const { parameters } = await ofSubscription(stage);
        const ifMatch = `"${parameters?.['subscription_id']}.1"`;
        return { parameters: parameters ?? {}, body: { description: unique() }, ifMatch };
      },
      missing: { 'path.subscription_id': 'not_found' },
    },
    probe: ({ noId }) => `(id: "${noId}", input: {})`,
  },
  deleteWebhookSubscription: {
    access: { access: 'required', scopes: ['webhooks:write'] },
    examples: {
      unwanted: {
        after: 'updateWebhookSubscription.fewer',
        summary: 'A deleted subscription; its pending deliveries are cancelled',
        path: { subscription_id: '{createWebhookSubscription.forBuilds.body.data.id}' },
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-webhook-delete' },
      },
    },
    fixture: {
      fresh: ofSubscription,
      missing: { 'path.subscription_id': 'not_found' },
    },
    probe: aboutNothing,
  },
  createTrustedPublisher: {
    access: { access: 'required', scopes: ['teams:admin'] },
    examples: {
      release: {
        after: 'removeModTeamMember.publisher',
        summary: 'A GitHub Actions workflow that publishes version tags',
        path: { mod_id: '{createModDraft.draft.body.data.id}' },
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-trusted' },
        body: {
          issuer: 'https://token.actions.githubusercontent.com',
          repository: 'mira-hollis/lantern-roads',
          workflow: 'release.yml',
          environment: 'release',
          ref: 'refs/tags/v*',
        },
      },
    },
    fixture: {
      fresh: async (stage) => ({ ...(await ofNewMod(stage)), body: trustedWorkflow() }),
      missing: { 'path.mod_id': 'not_found' },
    },
    probe: ({ modId }) => `(modId: "${modId}", input: {
      issuer: "https://issuer.invalid", repository: "a/b", workflow: "release.yml" })`,
  },
  listTrustedPublishers: {
    access: { access: 'required', scopes: ['teams:admin'] },
    examples: {
      all: {
        after: 'createTrustedPublisher.release',
        summary: 'One workflow that has not published yet',
        path: { mod_id: '{createModDraft.draft.body.data.id}' },
      },
    },
    fixture: {
      fresh: async (stage) => ({ parameters: { mod_id: await workshop(stage) } }),
      missing: { 'path.mod_id': 'not_found' },
    },
    probe: ({ modId }) => `(modId: "${modId}")`,
  },
  deleteTrustedPublisher: {
    access: { access: 'required', scopes: ['teams:admin'] },
    examples: {
      unwanted: {
        after: 'listTrustedPublishers.all',
        summary: 'A removed workflow; it can no longer publish',
        path: {
          mod_id: '{createModDraft.draft.body.data.id}',
          trusted_publisher_id: '{createTrustedPublisher.release.body.data.id}',
        },
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-trusted-delete' },
      },
    },
    fixture: {
      fresh: ofTrustedPublisher,
      missing: { 'path.mod_id': 'not_found', 'path.trusted_publisher_id': 'not_found' },
    },
    probe: ({ modId, publisherId }) => `(modId: "${modId}", id: "${publisherId}")`,
  },
  trustedPublisher: {
    access: { access: 'required', scopes: ['teams:admin'] },
    probe: ({ modId, publisherId }) => `(modId: "${modId}", id: "${publisherId}")`,
  },
};

/** A workflow that no mod trusts yet. */
function trustedWorkflow() {
  return {
    issuer: 'https://token.actions.githubusercontent.com',
    repository: `ada/${unique()}`,
    workflow: 'release.yml',
  };
}

/** A new mod, because each mod trusts a few workflows only. */
async function ofNewMod({ creator }: Stage) {
  return { parameters: { mod_id: String((await bareMod(creator, GAME)).id) } };
}

async function ofTrustedPublisher(stage: Stage) {
  const { parameters } = await ofNewMod(stage);
  const path = `/beta/mods/${parameters.mod_id}/trusted-publishers`;
  const { body } = await stage.creator.post(path, trustedWorkflow());
  return { parameters: { ...parameters, trusted_publisher_id: String(body.data.id) } };
}

async function sha256Of({ world }: Stage, id: string): Promise<string | null> {
  const artifact = await world.platform.db.artifact.findUniqueOrThrow({ where: { id } });
  return artifact.sha256;
}

/** The rules of `getUser`. */
function userRules(stage: Stage): void {
  const read = (username: string) => stage.world.anon.get(`/beta/users/${username}`);

  it('GET /v1/beta/users/{username} returns the id, display name and profile URL without a credential', async () => {
    await stage.creator.patch('/me/profile', { display_name: 'Casey A.' });
    const { status, body, headers } = await read('creator');
    expect([status, body.data]).toEqual([
      200,
      {
        id: stage.creator.userId,
        username: 'creator',
        display_name: 'Casey A.',
        profile_url: `${stage.world.baseUrl}/users/creator`,
      },
    ]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    const viaGraphql = await stage.world.anon.graphql('{ getUser(username: "creator") { id } }');
    expect(viaGraphql.body.data.getUser.id).toBe(stage.creator.userId);
  });

  it('a user with a closed profile has no profile URL', async () => {
    const carol = await stage.world.creator('carol');
    await carol.patch('/me/profile', { profile_open: false });
    expect((await read('carol')).body.data).toMatchObject({ id: carol.userId, profile_url: null });
  });

  it.each(['blocked', 'deleted'] as const)(
    'GET /v1/beta/users/{username} returns 404 for an account that is %s',
    async (state) => {
      const { userId, username } = await stage.world.creator(`no-${state}`);
      await stage.world.platform.db.user.update({ where: { id: userId }, data: { state } });
      expect(refusal(await read(username))).toBe('404 user_not_found');
    },
  );

  it.each(['nobody', 'CREATOR', '%20'])(
    'GET /v1/beta/users/{username} returns 404 for the name %s',
    async (name) => {
      expect(refusal(await read(name))).toBe('404 user_not_found');
    },
  );

  it('GET /v1/beta/users/{username} returns 400 for a name with a NUL and names the parameter', async () => {
    const refused = await read('a%00b');
    expect(refusal(refused)).toBe('400 invalid_input');
    expect(refused.body.fields).toEqual([{ field: 'username', code: 'invalid_format' }]);
  });

  it('GET /v1/beta/users/{username} requires mods:read of a credential and returns no e-mail address', async () => {
    const other = await stage.creator.withToken({ scopes: 'profile:read' });
    expect(refusal(await other.get('/beta/users/creator'))).toBe('403 insufficient_scope');
    expect((await read('creator')).text).not.toContain('@');
  });
}
