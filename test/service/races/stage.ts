import { beforeAll, expect } from 'vitest';
import type { Prisma } from '../../../src/platform/database/generated/client.js';
import type { TeamRole } from '../../../src/registry/access.js';
import { createSystemContext } from '../../../src/request/context.js';
import { type Actor, type Creator, withSecret } from '../../actors.js';
import { useTwoWorlds, type World } from '../../harness.js';
import { bareMod, draftMod, newGame, publishedVersion, readyVersion } from '../../publishing.js';
import { seededReleases } from '../../routes/catalog/lifecycle-mods.js';

/** The game of all races. */
export const GAME = 'races';

/** The same user at both processes. */
export interface Both {
  readonly userId: string;
  readonly here: Actor;
  readonly there: Actor;
}

/** A version with its mod and its main file. */
export interface Version {
  readonly modId: string;
  readonly versionId: string;
  readonly uploadId: string;
  readonly artifactId: string;
}

/** A mod with a team. */
export interface Team {
  readonly modId: string;
}

/** The context of a system process of a world. */
export const systemOf = ({ platform }: World) => createSystemContext(platform, 'test');
/** Publishes a version. */
export const publish = (actor: Actor, { modId, versionId }: Version) =>
  actor.post(`/mods/${modId}/versions/${versionId}/publish`, {});
/** Rolls a version back. */
export const rollback = (actor: Actor, { modId, versionId }: Version) =>
  actor.post(`/mods/${modId}/versions/${versionId}/rollback`, {});
/** Sets the role of a user in the team of a mod. */
export const setRole = (actor: Actor, { modId }: Team, { userId }: Both, role: TeamRole) =>
  actor.request('PUT', `/mods/${modId}/team-members/${userId}`, { body: { role } });
/** Removes a user from the team of a mod. */
export const remove = (actor: Actor, { modId }: Team, { userId }: Both) =>
  actor.request('DELETE', `/mods/${modId}/team-members/${userId}`);

/** Two processes, and users and mods for races between them. */
export type Stage = ReturnType<typeof useStage>;

/** Starts the two processes for the tests of one file. The users are set in its hooks. */
export function useStage() {
  const [here, there] = useTwoWorlds();
  const [alice, bob, creator] = [{} as Both, {} as Both, {} as Creator];
  let count = 1;
  let cover: Omit<Prisma.MediaUncheckedCreateInput, 'modId'>;

  const bothOf = ({ userId, token }: Creator): Both => ({
    userId,
    here: withSecret(here.baseUrl, token ?? ''),
    there: withSecret(there.baseUrl, token ?? ''),
  });
  beforeAll(async () => {
    await newGame(here, GAME);
    Object.assign(creator, await here.creator('alice'));
    Object.assign(alice, bothOf(creator));
    Object.assign(bob, bothOf(await here.creator('bob')));
    const { id: modId } = await draftMod(creator, GAME);
    const sent = await db().media.findFirstOrThrow({ where: { modId } });
    const { id: _, alt, variants, ...picture } = sent;
    cover = { ...picture, alt: alt ?? {}, variants: variants ?? [] };
  });

  const next = () => {
    count += 1;
    return `${count}.0.0`;
  };
  const db = () => here.platform.db;
  /** A draft with a copy of one cover, because each upload of a cover is decoded and resized. */
  const newMod = async (): Promise<string> => {
    const { id: modId } = await bareMod(creator, GAME);
    const { id: coverId } = await db().media.create({ data: { ...cover, modId } });
    await db().mod.update({ where: { id: modId }, data: { coverId } });
    return modId;
  };
  const ready = async (modId?: string): Promise<Version> => {
    const id = modId ?? (await newMod());
    return { modId: id, ...(await readyVersion(here, creator, id, { version: next() })) };
  };
  /** Seeds the first version of a new mod, or publishes another version of a given one. */
  const published = async (modId?: string): Promise<Version> => {
    if (modId) {
      return { modId, ...(await publishedVersion(here, creator, modId, { version: next() })) };
    }
    const { modId: id, made } = await seededReleases(here, creator, GAME, 1);
    const [version] = made;
    if (!version) throw new Error('no version was seeded');
    const { versionId: targetId } = version;
    const audit = { action: 'version.published', targetKind: 'version', targetId };
    await db().auditEntry.create({ data: { ...audit, actorId: creator.userId } });
    return { modId: id, ...version };
  };
  const stateOf = async ({ versionId }: Version) =>
    (await db().modVersion.findUniqueOrThrow({ where: { id: versionId } })).state;
  const modStateOf = async ({ modId }: Version) =>
    (await db().mod.findUniqueOrThrow({ where: { id: modId } })).state;

  /** A mod that alice owns, with bob in its team. */
  const modWithBob = async (role: TeamRole): Promise<Team> => {
    const team: Team = { modId: (await bareMod(creator, GAME)).id };
    expect((await setRole(alice.here, team, bob, role)).status).toBe(200);
    return team;
  };
  return {
    here,
    there,
    alice,
    bob,
    creator,
    bothOf,
    db,
    next,
    newMod,
    ready,
    published,
    stateOf,
    modStateOf,
    modWithBob,
  };
}
