import type { Sample } from '../contract/matrix/sample.js';
import type { Stage } from '../contract/matrix/stage.js';
import { CLIENT, type Operations } from './operation.js';
import { unique, workshop } from './things.js';

const mod = { mod_id: '{createModDraft.draft.body.data.id}' } as const;
const member = { ...mod, user_id: '{given.colleague.id}' } as const;

const ofMod = { 'path.mod_id': 'not_found' };
const ofMember = { ...ofMod, 'path.user_id': 'user_not_found' };

/** A user without a team, and a mod that only its team can see. */
async function newcomer(stage: Stage): Promise<Sample> {
  const username = unique();
  const { id } = await stage.world.platform.db.user.create({
    data: { username, displayName: username },
  });
  return { parameters: { mod_id: await workshop(stage), user_id: id } };
}

/** The teams of mods (Spec 4.5). */
export const teams: Operations = {
  setModTeamMember: {
    examples: {
      publisher: {
        summary: 'A team member with the role `publisher`',
        path: member,
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-publisher' },
        body: { role: 'publisher' },
      },
    },
    fixture: {
      fresh: async (stage) => ({ ...(await newcomer(stage)), body: { role: 'reviewer' } }),
      missing: ofMember,
    },
    probe: ({ modId, ownerId }) => `(modId: "${modId}", userId: "${ownerId}", role: owner)`,
  },
  listModTeamMembers: {
    examples: {
      all: { summary: 'An owner and a publisher', path: mod },
    },
    fixture: {
      fresh: async (stage) => ({ parameters: { mod_id: await workshop(stage) } }),
      missing: ofMod,
    },
    probe: ({ modId }) => `(modId: "${modId}")`,
  },
  removeModTeamMember: {
    examples: {
      publisher: { summary: 'A removed team member', path: member, headers: CLIENT },
    },
    fixture: {
      async fresh(stage) {
        const sample = await newcomer(stage);
        const { mod_id = '', user_id = '' } = sample.parameters ?? {};
        const options = { body: { role: 'publisher' } };
        await stage.creator.request('PUT', `/mods/${mod_id}/team-members/${user_id}`, options);
        return sample;
      },
      missing: ofMember,
    },
    probe: ({ modId, outsiderId }) => `(modId: "${modId}", userId: "${outsiderId}")`,
  },
  modTeamMember: {
    probe: ({ modId, ownerId }) => `(modId: "${modId}", userId: "${ownerId}")`,
  },
};
