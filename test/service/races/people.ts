import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { grantEntitlement, revokeEntitlement } from '../../../src/modules/delivery/index.js';
import { rotateSigningKey } from '../../../src/modules/identity/index.js';
import { type Json, withSecret } from '../../actors.js';
import { newDelivery } from '../../webhooks.js';
import { type AnyRace, ofDomain, race } from './race.js';
import { remove, type Stage, setRole, systemOf } from './stage.js';

const OF_MOD = { kind: 'mod', expiresAt: null } as const;

/** Races over people, rights and keys. */
export function peopleRaces(stage: Stage): readonly AnyRace[] {
  const { here, there, alice, bob, db, newMod, modWithBob } = stage;
  const newKey = async (scope: string): Promise<Json> =>
    (await alice.here.post('/api-keys', { name: 'race', scopes: [scope] })).body.data;

  return [
    race({
      name: 'two owners who remove each other leave one owner',
      arrange: () => modWithBob('owner'),
      one: (team) => remove(alice.here, team, bob),
      other: (team) => remove(bob.there, team, alice),
      winners: [1],
    }),
    race({
      name: 'two owners who step down at once leave one owner',
      arrange: () => modWithBob('owner'),
      one: (team) => setRole(alice.here, team, alice, 'reviewer'),
      other: (team) => setRole(bob.there, team, bob, 'reviewer'),
      winners: [1],
    }),
    race({
      name: 'a member who is removed and promoted at once is one of the two',
      arrange: () => modWithBob('reviewer'),
      one: (team) => setRole(alice.here, team, bob, 'maintainer'),
      other: (team) => remove(alice.there, team, bob),
      winners: [1, 2],
    }),
    race({
      name: 'a key that is rotated twice at once has one successor',
      arrange: () => newKey('versions:publish'),
      one: ({ id }) => alice.here.post(`/api-keys/${id}/rotate`),
      other: ({ id }) => alice.there.post(`/api-keys/${id}/rotate`),
      winners: [1],
    }),
    race({
      name: 'a key that is rotated and revoked at once is revoked',
      arrange: () => newKey('mods:read'),
      one: ({ id }) => alice.here.post(`/api-keys/${id}/rotate`),
      other: ({ id }) => alice.there.request('DELETE', `/api-keys/${id}`),
      winners: [1, 2],
      async holds({ secret }) {
        for (const { baseUrl } of [here, there]) {
          expect((await withSecret(baseUrl, secret).get('/me')).status).toBe(401);
        }
      },
    }),
    race({
      name: 'a right that is granted twice at once is held once',
      arrange: async () => ({ userId: bob.userId, resourceId: await newMod() }),
      one: (right) => ofDomain(grantEntitlement(systemOf(here), { ...right, ...OF_MOD })),
      other: (right) => ofDomain(grantEntitlement(systemOf(there), { ...right, ...OF_MOD })),
      winners: [2],
    }),
    race({
      name: 'a right that is revoked twice at once is revoked once',
      arrange: async () => {
        const right = { userId: bob.userId, resourceId: await newMod(), kind: 'mod' as const };
        await grantEntitlement(systemOf(here), { ...right, ...OF_MOD });
        return right;
      },
      one: (right) => ofDomain(revokeEntitlement(systemOf(here), right)),
      other: (right) => ofDomain(revokeEntitlement(systemOf(there), right)),
      winners: [1],
    }),
    race({
      name: 'a delivery that is sent again with one key at both processes is sent again once',
      arrange: async () => ({
        id: await newDelivery(here, alice),
        key: { 'Idempotency-Key': randomUUID() },
      }),
      one: ({ id, key }) => alice.here.post(`/webhook-deliveries/${id}/redeliver`, undefined, key),
      other: ({ id, key }) =>
        alice.there.post(`/webhook-deliveries/${id}/redeliver`, undefined, key),
      winners: [1, 2],
      async holds({ id }) {
        const made = await db().webhookDelivery.count({ where: { redeliveryOfId: id } });
        expect(made).toBe(1);
      },
    }),
    race({
      name: 'two rotations of the signing key leave one key that signs',
      arrange: async () => null,
      one: () => ofDomain(rotateSigningKey(systemOf(here), 'at-once')),
      other: () => ofDomain(rotateSigningKey(systemOf(there), 'at-once')),
      winners: [1, 2],
      async holds() {
        const signing = await db().signingKey.count({ where: { publishedUntil: null } });
        expect(signing).toBe(1);
      },
    }),
  ];
}
