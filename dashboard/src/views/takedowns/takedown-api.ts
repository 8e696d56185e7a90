import { read, write } from '../../api/client';
import { graphql } from '../../api/graphql';

const MOD = graphql(`
  query ModeratedMod($id: ID!) {
    getMod(id: $id) {
      id
      slug
      title
      state
      game {
        name
      }
    }
    moderatedMod(modId: $id) {
      takenDownAt
      reason
    }
  }
`);

const FIND = graphql(`
  query FindModsToModerate($q: String!) {
    listMods(q: $q, limit: 25) {
      items {
        id
        slug
        title
        game {
          name
        }
      }
    }
  }
`);

const TAKE_MOD_DOWN = graphql(`
  mutation TakeModDown($id: ID!, $reason: String!) {
    takeDownMod(modId: $id, reason: $reason) {
      modId
    }
  }
`);

const LIFT_MOD = graphql(`
  mutation LiftModTakedown($id: ID!) {
    liftModTakedown(modId: $id) {
      modId
    }
  }
`);

const TAKE_VERSION_DOWN = graphql(`
  mutation TakeVersionDown($id: ID!, $reason: String!) {
    takeDownModVersion(id: $id, reason: $reason) {
      id
    }
  }
`);

const LIFT_VERSION = graphql(`
  mutation LiftVersionTakedown($id: ID!) {
    liftModVersionTakedown(id: $id) {
      id
    }
  }
`);

/** A mod with its takedown. Without a takedown, `takenDownAt` and `reason` are null. */
export type ModeratedMod = Awaited<ReturnType<typeof readModerated>>;

/** Reads a mod of any team with its takedown. Throws a `Problem`. */
export async function readModerated(id: string, signal?: AbortSignal) {
  const { getMod: mod, moderatedMod: takedown } = await read(MOD, { id }, signal);
  return { ...mod, ...takedown };
}

/** Finds public mods by words, 25 at most. Throws a `Problem`. */
export async function findMods(q: string, signal?: AbortSignal) {
  return (await read(FIND, { q }, signal)).listMods.items;
}

/**
 * Takes a mod down: withdraws all its public versions, and its team can neither publish nor restore
 * any. The team reads the reason. Throws a `Problem`: `invalid_state` for a draft, or a mod that is
 * taken down.
 */
export async function takeModDown(id: string, reason: string): Promise<void> {
  await write(TAKE_MOD_DOWN, { id, reason });
}

/**
 * Lifts the takedown of a mod. Its versions stay withdrawn until its team restores them. A version
 * that a moderator took down individually keeps its takedown. Throws a `Problem`.
 */
export async function liftMod(id: string): Promise<void> {
  await write(LIFT_MOD, { id });
}

/**
 * Withdraws a version, so that its team cannot restore it. The team reads the reason. Throws a
 * `Problem`.
 */
export async function takeVersionDown(id: string, reason: string): Promise<void> {
  await write(TAKE_VERSION_DOWN, { id, reason });
}

/**
 * Lifts the takedown of a version. It stays withdrawn until its team restores it. Throws a
 * `Problem`.
 */
export async function liftVersion(id: string): Promise<void> {
  await write(LIFT_VERSION, { id });
}
