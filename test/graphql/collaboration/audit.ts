import { beforeAll } from 'vitest';
import { sessionCookie } from '../../../src/auth/session-cookie.js';
import { startSession } from '../../../src/modules/identity/index.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Actor, Answer, Creator, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { draftMod, newGame, newModerator } from '../../publishing.js';

// `useAudit` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
export let bob: Creator;
export let mary: Creator;
export let root: Creator;
export let admin: Actor;
export let modId: string;
const requestOf = ({ headers }: Answer) => headers.get('x-request-id') ?? '';

export const rowsOf = (answer: Answer) =>
  world.platform.db.auditEntry.findMany({ where: { requestId: requestOf(answer) } });

export const ALL = `id recordedAt action outcome code actorId actorName credentialKind credentialId
  targetKind targetId data requestId`;

export async function entries(filters: string): Promise<Json[]> {
  const { body, text } = await admin.graphql(
    `{ listAuditEntries(${filters}) { items { ${ALL} } } }`,
  );
  if (body.errors) throw new Error(text);
  return body.data.listAuditEntries.items;
}

/** Starts the service of a test file with the data of these tests. */
export function useAudit(): void {
  world = useWorld();
  beforeAll(async () => {
    await newGame(world, 'audit');
    alice = await world.creator('alice');
    bob = await world.creator('bob');
    mary = await newModerator(world, 'mary');
    root = await world.creator('root');
    await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
    admin = await root.withToken({ scopes: 'admin:*' });
    modId = (await draftMod(alice, 'audit')).id;
  });
}

/** A user in a browser, authenticated by a session. */
export interface SignedInActor extends Pick<Actor, 'graphql'> {
  readonly userId: string;
  readonly credentialKind: 'session';
}

/** Signs a user in with a new session after a second factor. */
export async function inBrowser({ userId }: Creator): Promise<SignedInActor> {
  const { platform, anon } = world;
  const { token } = await startSession(createSystemContext(platform, 'test'), {
    userId,
    aal2: true,
  });
  const { publicUrl } = platform;
  const headers = { Cookie: `${sessionCookie(publicUrl).name}=${token}`, Origin: publicUrl };
  return {
    userId,
    credentialKind: 'session',
    graphql: (query, variables) => anon.graphql(query, variables, headers),
  };
}
