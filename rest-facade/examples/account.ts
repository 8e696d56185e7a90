import { CLIENT, type Examples } from './example.js';

/** A program reads the account that it works for. */
export const accountExamples: Examples = {
  getMe: { own: { summary: 'Whose credential it is, and what it may do' } },
  listMyResources: {
    all: { summary: 'The mods that the account works on', query: { limit: 10 } },
  },
  updateMyProfile: {
    name: {
      summary: 'Another name; all else stays',
      headers: { ...CLIENT, 'Idempotency-Key': 'profile-name' },
      body: { display_name: 'Tobias Kern' },
    },
  },
};
