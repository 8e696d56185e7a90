import type { TeamRole } from '../../../../src/registry/access';
import { read, write } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';

const TEAM = graphql(`
  query Team($modId: ID!) {
    listModTeamMembers(modId: $modId, limit: 100) {
      items {
        role
        since
        user {
          id
          username
          displayName
        }
      }
    }
  }
`);

const USER = graphql(`
  query UserByName($username: String!) {
    getUser(username: $username) {
      id
    }
  }
`);

const SET = graphql(`
  mutation SetMember($modId: ID!, $userId: ID!, $role: TeamRole!) {
    setModTeamMember(modId: $modId, userId: $userId, role: $role) {
      role
    }
  }
`);

const REMOVE = graphql(`
  mutation RemoveMember($modId: ID!, $userId: ID!) {
    removeModTeamMember(modId: $modId, userId: $userId)
  }
`);

/** A member of a team. */
export type Member = ResultOf<typeof TEAM>['listModTeamMembers']['items'][number];

/**
 * Reads the members of the team of a mod in the order in which they joined, 100 at most. Throws a
 * `Problem`.
 */
export async function readTeam(modId: string, signal?: AbortSignal): Promise<readonly Member[]> {
  return (await read(TEAM, { modId }, signal)).listModTeamMembers.items;
}

/**
 * Sets the role of a member, or adds a user to the team. For owners. A change from or to the role
 * `owner` needs the second factor. Throws a `Problem`, such as `invalid_state` if no owner would
 * remain.
 */
export async function setMember(modId: string, userId: string, role: TeamRole): Promise<void> {
  await write(SET, { modId, userId, role });
}

/**
 * Adds a user by name to a team, or sets the role of a member. Throws `user_not_found` and the
 * errors of `setMember`.
 */
export async function addMember(modId: string, username: string, role: TeamRole): Promise<void> {
  const { getUser } = await read(USER, { username });
  await setMember(modId, getUser.id, role);
}

/**
 * Removes a member, whose access ends at once, also through keys and applications. For owners and
 * the member. The removal of an owner needs the second factor. Throws a `Problem`, such as
 * `invalid_state` for the last owner.
 */
export async function removeMember(modId: string, userId: string): Promise<void> {
  await write(REMOVE, { modId, userId });
}
