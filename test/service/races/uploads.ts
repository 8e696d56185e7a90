import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Actor } from '../../actors.js';
import type { World } from '../../harness.js';
import { archiveOf, draftVersion, sendFile } from '../../publishing.js';
import { type AnyRace, race } from './race.js';
import type { Stage } from './stage.js';

const complete = (actor: Actor, { uploadId }: { uploadId: string }) =>
  actor.post(`/uploads/${uploadId}/complete`, {});
const abort = (actor: Actor, { uploadId }: { uploadId: string }) =>
  actor.post(`/uploads/${uploadId}/abort`, {});

const settledAt = async (world: World) => {
  await world.settled();
  return 200;
};

/** Races over uploads. */
export function uploadRaces(stage: Stage): readonly AnyRace[] {
  const { here, there, alice, creator, db, next, newMod } = stage;
  /** An upload whose bytes are sent and not completed. */
  const sent = async () => {
    const modId = await newMod();
    const versionId: string = (await draftVersion(creator, modId, { version: next() })).id;
    const bytes = new Uint8Array(archiveOf(versionId));
    return { modId, versionId, uploadId: await sendFile(creator, { modId, versionId }, bytes) };
  };
  const completed = async () => {
    const upload = await sent();
    await complete(alice.here, upload);
    return upload;
  };
  return [
    race({
      name: 'two completions of one upload queue one scan',
      arrange: sent,
      one: (upload) => complete(alice.here, upload),
      other: (upload) => complete(alice.there, upload),
      winners: [2],
      async holds({ uploadId }) {
        const jobs = await db().$queryRaw<object[]>`
        select id from jobs where kind = 'scan-upload' and payload ->> 'uploadId' = ${uploadId}`;
        expect(jobs).toHaveLength(1);
        await here.settled();
      },
    }),
    race({
      name: 'an upload that is completed and aborted at once is never scanned after its end',
      arrange: sent,
      one: (upload) => complete(alice.here, upload),
      other: (upload) => abort(alice.there, upload),
      winners: [1, 2],
      async holds({ uploadId }) {
        await here.settled();
        const { state } = await db().uploadSession.findUniqueOrThrow({ where: { id: uploadId } });
        expect(['cancelled', 'ready']).toContain(state);
      },
    }),
    race({
      name: 'an upload that is aborted while it is scanned is either cancelled or ready',
      arrange: completed,
      one: () => settledAt(here),
      other: (upload) => abort(alice.there, upload),
      winners: [1, 2],
      async holds({ uploadId, versionId }) {
        await there.settled();
        const { state } = await db().uploadSession.findUniqueOrThrow({ where: { id: uploadId } });
        const version = await db().modVersion.findUniqueOrThrow({ where: { id: versionId } });
        expect([state, version.state]).toEqual(
          state === 'ready' ? ['ready', 'ready'] : ['cancelled', 'draft'],
        );
      },
    }),
    race({
      name: 'two processes that run jobs settle one upload once',
      arrange: completed,
      one: () => settledAt(here),
      other: () => settledAt(there),
      winners: [2],
      async holds({ uploadId }) {
        const told = await db().outboxEvent.count({
          where: { kind: 'file.ready', data: { path: ['upload_id'], equals: uploadId } },
        });
        expect(told).toBe(1);
      },
    }),
    race({
      name: 'two main files that are completed at once leave their version one of them',
      arrange: async () => {
        const { uploadId, ...target } = await sent();
        const bytes = new Uint8Array(archiveOf(randomUUID()));
        return { first: uploadId, second: await sendFile(creator, target, bytes), ...target };
      },
      one: ({ first }) => complete(alice.here, { uploadId: first }),
      other: ({ second }) => complete(alice.there, { uploadId: second }),
      winners: [1],
      holds: () => here.settled(),
    }),
  ];
}
