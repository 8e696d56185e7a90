import type { PlatformRole } from '../../../../src/registry/access';
import { read, write } from '../../api/client';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql';

const LIST = graphql(`
  query ManagedUsers($q: String, $role: PlatformRole, $state: UserState, $cursor: String) {
    listManagedUsers(q: $q, role: $role, state: $state, limit: 25, cursor: $cursor) {
      items {
        id
        username
        displayName
        role
        state
        hasSecondFactor
        createdAt
      }
      pagination {
        nextCursor
      }
    }
  }
`);

const SET_ROLE = graphql(`
  mutation SetUserRole($id: ID!, $role: PlatformRole!) {
    setUserRole(id: $id, role: $role) {
      id
    }
  }
`);

const BLOCK = graphql(`
  mutation BlockUser($id: ID!, $reason: String!) {
    blockUser(id: $id, reason: $reason) {
      id
    }
  }
`);

const UNBLOCK = graphql(`
  mutation UnblockUser($id: ID!) {
    unblockUser(id: $id) {
      id
    }
  }
`);

type UserPage = ResultOf<typeof LIST>['listManagedUsers'];

/**
 * An account, as admins see it. They change only accounts of others, after a recent second factor.
 */
export type ManagedUser = UserPage['items'][number];

/**
 * Reads a page of the accounts, the newest first. A null state means all but deleted accounts.
 * Throws a `Problem`.
 */
export async function readUsers(
  filter: Omit<VariablesOf<typeof LIST>, 'cursor'>,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<UserPage> {
  return (await read(LIST, { ...filter, cursor }, signal)).listManagedUsers;
}

/**
 * Sets the role of an account on the platform, which applies from its next request. Throws a
 * `Problem`.
 */
export async function setRole(id: string, role: PlatformRole): Promise<void> {
  await write(SET_ROLE, { id, role });
}

/**
 * Blocks an account: its sessions end, and its tokens and keys do not work until the block ends.
 * The audit log keeps the reason. Throws a `Problem`.
 */
export async function block(id: string, reason: string): Promise<void> {
  await write(BLOCK, { id, reason });
}

/** Ends the block of an account. Throws a `Problem`. */
export async function unblock(id: string): Promise<void> {
  await write(UNBLOCK, { id });
}
