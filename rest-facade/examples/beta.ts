import { CLIENT, type Examples } from './example.js';

/** A mod manager looks up installed files. */
export const betaExamples: Examples = {
  lookupArtifacts: {
    bySha256: {
      summary: 'Two files of a folder: one is published here, the other is not and is left out',
      body: {
        hashes: ['{given.archive.sha256}', '0'.repeat(40)],
      },
    },
  },
  checkUpdates: {
    folder: {
      summary: 'A file that was found by its hash, and one that is not known here',
      body: {
        game_slug: 'brackenvale',
        game_version: '1.20',
        loader: 'lattice',
        items: [{ hash: '{given.archive.sha256}' }, { hash: '0'.repeat(40) }],
      },
    },
  },
  getUser: {
    colleague: {
      summary: 'The id of an account, to take it into a team',
      path: { username: 'jonas-weiss' },
    },
  },
  getWebhookSubscription: {
    forBuilds: {
      summary: 'A subscription and its ETag',
      path: { subscription_id: '{createWebhookSubscription.forBuilds.body.data.id}' },
    },
  },
  updateWebhookSubscription: {
    fewer: {
      summary: 'Other events; the address stays',
      path: { subscription_id: '{createWebhookSubscription.forBuilds.body.data.id}' },
      headers: {
        ...CLIENT,
        'If-Match': '{getWebhookSubscription.forBuilds.headers.ETag}',
        'Idempotency-Key': 'lantern-roads-webhook-events',
      },
      body: { event_kinds: ['version.published'] },
    },
  },
  deleteWebhookSubscription: {
    unwanted: {
      summary: 'It is gone, and what waits is cancelled',
      path: { subscription_id: '{createWebhookSubscription.forBuilds.body.data.id}' },
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-webhook-delete' },
    },
  },
};
