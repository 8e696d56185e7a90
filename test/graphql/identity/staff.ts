import { beforeAll } from 'vitest';
import type { TeamRole } from '../../../src/registry/access.js';
import type { Creator } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { bareMod, newGame, quarantinedVersion } from '../../publishing.js';
import { type SignedIn, signIn } from './signed-in.js';

export const VERBS = [
  'mutation ($id: ID!) { approveUpload(id: $id) { id } }',
  'mutation ($id: ID!) { rejectUpload(id: $id) { id } }',
  'mutation ($id: ID!) { claimUploadReview(id: $id) { id } }',
  'mutation ($id: ID!) { noteUploadReview(id: $id, text: "Mine.") { id } }',
];

export const APPROVE = VERBS[0] ?? '';

export const ADD = `mutation ($modId: ID!, $userId: ID!, $role: TeamRole!) {
  setModTeamMember(modId: $modId, userId: $userId, role: $role) { role } }`;

export const REMOVE =
  'mutation ($modId: ID!, $userId: ID!) { removeModTeamMember(modId: $modId, userId: $userId) }';

/** Takedowns of versions, blocks of bytes, and the ends of both. */
export const TAKE_DOWN = 'mutation ($id: ID!) { takeDownModVersion(id: $id) { takenDownAt } }';
export const LIFT = 'mutation ($id: ID!) { liftModVersionTakedown(id: $id) { takenDownAt } }';
export const BLOCK =
  'mutation ($sha256: String!) { blockHash(input: { sha256: $sha256, name: "Blocked" }) { id } }';
export const UNBLOCK = 'mutation ($id: ID!) { unblockHash(id: $id) { id } }';
export const CLEAR =
  'mutation ($sha256: String!) { clearBlob(sha256: $sha256, note: "Fine.") { state } }';

// `useStaff` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
export let mary: Creator;
export let judge: SignedIn;
export let other: SignedIn;
export let root: SignedIn;
export let second: SignedIn;
export let owner: SignedIn;
let count = 0;

/** An upload by an account to a mod that waits for a moderator. */
export async function waiting(actor: Creator, modId: string) {
  count += 1;
  return quarantinedVersion(world, actor, modId, `${count}.0.0`);
}

export const newMod = async (owner: Creator): Promise<string> => (await bareMod(owner, 'eyes')).id;

export const teamOf = async (modId: string) =>
  (await world.platform.db.mod.findUniqueOrThrow({ where: { id: modId } })).teamId;

export async function join(
  modId: string,
  { userId }: Pick<Creator, 'userId'>,
  role: TeamRole,
): Promise<void> {
  const { db } = world.platform;
  await db.teamMember.create({ data: { teamId: await teamOf(modId), userId, role } });
}

export const leave = (modId: string, { userId }: Pick<Creator, 'userId'>) =>
  owner.run(REMOVE, { modId, userId });

export const standingOf = (id: string) =>
  world.platform.db.uploadSession.findUniqueOrThrow({
    where: { id },
    select: { state: true, reviewState: true, reviewHolderId: true },
  });

export const UNDECIDED = { state: 'quarantined', reviewState: 'pending', reviewHolderId: null };

/** Starts the service of a test file with the data of these tests. */
export function useStaff(): void {
  world = useWorld();
  beforeAll(async () => {
    const { db } = world.platform;
    await newGame(world, 'eyes');
    alice = await world.creator('alice');
    mary = await world.creator('mary');
    const mike = await world.creator('mike');
    const admin = await world.creator('root');
    const chief = await world.creator('chief');
    const staff = [mary.userId, mike.userId];
    await db.user.updateMany({ where: { id: { in: staff } }, data: { role: 'moderator' } });
    const admins = [admin.userId, chief.userId];
    await db.user.updateMany({ where: { id: { in: admins } }, data: { role: 'admin' } });
    judge = await signIn(world, mary.userId);
    other = await signIn(world, mike.userId);
    root = await signIn(world, admin.userId);
    second = await signIn(world, chief.userId);
    owner = await signIn(world, alice.userId);
  });
}
