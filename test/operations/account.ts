import { CLIENT, type Operations } from './operation.js';
import { unique } from './things.js';

/** The account of the caller (Spec 4.6). */
export const account: Operations = {
  getMe: {
    examples: { own: { summary: 'The account and permissions of the credential' } },
    fixture: { fresh: async () => ({}), missing: {}, limited: null },
    probe: () => '',
  },
  updateMyProfile: {
    examples: {
      name: {
        summary: 'A new display name; other members stay unchanged',
        headers: { ...CLIENT, 'Idempotency-Key': 'profile-name' },
        body: { display_name: 'Tobias Kern' },
      },
    },
    fixture: {
      fresh: async () => ({ body: { display_name: unique() } }),
      missing: {},
    },
    probe: () => '(input: {})',
  },
  myResource: { probe: ({ modId }) => `(modId: "${modId}")` },
  countMyResources: { probe: () => '' },
  listMyResources: {
    examples: {
      all: { summary: 'The mods of your teams', query: { limit: 10 } },
    },
    fixture: { fresh: async () => ({ query: { limit: '2' } }), missing: {}, limited: null },
    probe: () => '',
  },
  getMyProfile: {
    probe: () => '',
  },
  openAccountKey: {
    probe: () => '',
  },
  revealAccountKey: {
    probe: () => '',
  },
  rotateAccountKey: {
    probe: () => '',
  },
};
