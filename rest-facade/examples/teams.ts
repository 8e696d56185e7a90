import { CLIENT, type Examples } from './example.js';

const mod = { mod_id: '{createModDraft.draft.body.data.id}' } as const;
const member = { ...mod, user_id: '{given.colleague.id}' } as const;

/** The members of a mod's team. */
export const teamExamples: Examples = {
  listModTeamMembers: {
    all: { summary: 'An owner and a publisher', path: mod },
  },
  setModTeamMember: {
    publisher: {
      summary: 'Somebody who brings out versions',
      path: member,
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-publisher' },
      body: { role: 'publisher' },
    },
  },
  removeModTeamMember: {
    publisher: { summary: 'They work on the mod no longer', path: member, headers: CLIENT },
  },
};
