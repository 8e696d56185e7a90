import { expect } from 'vitest';
import { newModerator, quarantinedVersion } from '../../publishing.js';
import { type AnyRace, ofGraphql, race } from './race.js';
import { type Both, publish, rollback, type Stage, type Version } from './stage.js';

/** Races of moderators with teams, with each other, and of both with the search index. */
export function moderationRaces(stage: Stage): readonly AnyRace[] {
  const { here, there, alice, creator, bothOf, db, next, newMod, ready, published } = stage;
  const { stateOf, modStateOf } = stage;
  let moderators: Promise<readonly [Both, Both]> | undefined;
  const staff = async () => {
    moderators ??= Promise.all([newModerator(here, 'mary'), newModerator(here, 'mike')]).then(
      ([mary, mike]) => [bothOf(mary), bothOf(mike)] as const,
    );
    return moderators;
  };
  const decide = async (at: 0 | 1, field: string) => {
    const moderator = (await staff())[at];
    return ofGraphql(
      await (at === 0 ? moderator.here : moderator.there).graphql(`mutation { ${field} }`),
    );
  };
  const takeDownMod = ({ modId }: Version) =>
    decide(1, `takeDownMod(modId: "${modId}", reason: "A copy of another mod") { modId }`);
  const withBoth = async () => {
    await staff();
    const first = await published();
    return { first, second: await ready(first.modId) };
  };
  const withdrawn = async () => {
    await staff();
    const version = await published();
    await rollback(alice.here, version);
    return version;
  };

  /** Searches find a mod exactly if it is published, and no open entry of the index is of another. */
  const holdsInSearch = async ({ modId }: Version) => {
    await Promise.all([here.settled(), there.settled()]);
    const isPublished = (await db().mod.count({ where: { id: modId, state: 'published' } })) > 0;
    const entries = await db().$queryRaw<object[]>`
      select mod_id from search_entries where mod_id = ${modId}::uuid and closed_in is null`;
    expect(entries).toHaveLength(isPublished ? 1 : 0);
    for (const { anon } of [here, there]) {
      expect((await anon.get(`/mods?ids=${modId}`)).body.data).toHaveLength(isPublished ? 1 : 0);
    }
  };

  return [
    race({
      name: 'a version that is published beside the takedown of its mod is not public afterwards',
      arrange: withBoth,
      one: ({ second }) => publish(alice.here, second),
      other: ({ first }) => takeDownMod(first),
      winners: [1, 2],
      async holds({ first, second }, [, taken]) {
        expect(taken).toBe(200);
        expect(await modStateOf(first)).toBe('hidden');
        expect(await stateOf(second)).not.toBe('published');
        await holdsInSearch(first);
      },
    }),
    race({
      name: 'a version that is restored beside the takedown of its mod is not public afterwards',
      arrange: async () => {
        await staff();
        const first = await published();
        const second = await published(first.modId);
        await rollback(alice.here, second);
        return second;
      },
      one: async ({ versionId }) =>
        ofGraphql(
          await alice.here.graphql(`mutation { restoreModVersion(id: "${versionId}") { id } }`),
        ),
      other: takeDownMod,
      winners: [1, 2],
      async holds(version, [, taken]) {
        expect(taken).toBe(200);
        expect(await stateOf(version)).toBe('withdrawn');
        await holdsInSearch(version);
      },
    }),
    race({
      name: 'a version that is restored beside its takedown is withdrawn, or was not taken down',
      arrange: withdrawn,
      one: async ({ versionId }) =>
        ofGraphql(
          await alice.here.graphql(`mutation { restoreModVersion(id: "${versionId}") { id } }`),
        ),
      other: ({ versionId }) => decide(1, `takeDownModVersion(id: "${versionId}") { id }`),
      winners: [1, 2],
      async holds(version, [, taken]) {
        if (taken === 200) expect(await stateOf(version)).toBe('withdrawn');
        await holdsInSearch(version);
      },
    }),
    race({
      name: 'a mod that is published and rolled back beside its indexing is found exactly if public',
      arrange: withBoth,
      one: async ({ second }) => {
        await publish(alice.here, second);
        await here.settled();
        return (await rollback(alice.here, second)).status;
      },
      other: async ({ first }) => {
        const { status } = await rollback(alice.there, first);
        await there.settled();
        return status;
      },
      winners: [2],
      holds: ({ first }) => holdsInSearch(first),
    }),
    race({
      name: 'an upload that is approved and rejected at once has one decision',
      arrange: async () => {
        await staff();
        return quarantinedVersion(here, creator, await newMod(), next());
      },
      one: ({ uploadId }) => decide(0, `approveUpload(id: "${uploadId}") { id }`),
      other: ({ uploadId }) => decide(1, `rejectUpload(id: "${uploadId}") { id }`),
      winners: [1],
      async holds({ uploadId }) {
        const decisions = await db().auditEntry.count({
          where: {
            targetId: uploadId,
            outcome: 'done',
            action: { in: ['upload.approved', 'upload.rejected'] },
          },
        });
        expect(decisions).toBe(1);
      },
    }),
  ];
}
