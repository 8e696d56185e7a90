import { describe, expect, it } from 'vitest';
import { useWorld } from '../../harness.js';
import { newPerson, PASSWORD } from '../../pages/people.js';
import { newVisitor } from '../../pages/visitor.js';

const world = useWorld();
const QUERY = '{ listUploadSessions { items { id } } }';

async function signedIn(name: string) {
  await newPerson(world, name);
  const visitor = newVisitor(world);
  await visitor.signIn(name, PASSWORD);
  const Cookie = `modport_session=${visitor.cookies.get('modport_session')}`;
  return { visitor, Cookie };
}

function ask(headers: Record<string, string>, query = QUERY) {
  return fetch(`${world.baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
}

describe('GraphQL with a browser session', () => {
  it('a GraphQL request with a session cookie is accepted only from the own origin', async () => {
    const { Cookie } = await signedIn('amy');
    const Origin = new URL(world.baseUrl).origin;
    const answer = await ask({ Cookie, Origin });
    expect(await answer.json()).toHaveProperty('data.listUploadSessions');
    for (const origin of ['https://evil.example', 'null', `${Origin}.evil.example`]) {
      const refused = await ask({ Cookie, Origin: origin });
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ code: 'origin_mismatch' });
    }
    expect((await ask({ Cookie })).status).toBe(403);
    expect((await ask({ Cookie, Origin, 'Content-Type': 'text/plain' })).status).toBe(400);
  });

  it('a GraphQL query by GET needs no Origin, and a mutation by GET is refused', async () => {
    const { Cookie } = await signedIn('ben');
    const get = (query: string) =>
      fetch(`${world.baseUrl}/graphql?${new URLSearchParams({ query })}`, {
        headers: { Cookie, 'Content-Type': 'application/json' },
      });
    expect(await (await get(QUERY)).json()).toHaveProperty('data.listUploadSessions');
    const mutation = 'mutation { abortUploadSession(id: "x") { id } }';
    expect((await get(mutation)).status).toBeGreaterThanOrEqual(400);
  });

  it('GraphQL prefers a bearer token to the cookie, and refuses an unknown session', async () => {
    const { Cookie } = await signedIn('cat');
    const { token } = await world.creator('dee');
    const Authorization = `Bearer ${token}`;
    expect((await ask({ Cookie, Authorization })).status).toBe(200);
    expect((await ask({ Cookie, Authorization: 'Bearer nonsense' })).status).toBe(401);
    const Origin = new URL(world.baseUrl).origin;
    const unknown = await ask({ Cookie: `modport_session=${'x'.repeat(43)}`, Origin });
    expect(await unknown.json()).toMatchObject({
      errors: [{ extensions: { code: 'unauthorized' } }],
    });
  });

  it('a request of a page for another user is refused before it runs', async () => {
    const userId = await newPerson(world, 'fay');
    const { Cookie } = await signedIn('gus');
    const Origin = new URL(world.baseUrl).origin;
    const other = { Cookie, Origin, 'X-Page-User': userId };
    const rename = 'mutation { updateMyProfile(input: { displayName: "Fay" }) { id } }';
    const named = () => world.platform.db.user.count({ where: { displayName: 'Fay' } });
    const streams = { ...other, Accept: 'text/event-stream' };
    for (const refused of [
      await ask(other),
      await ask(other, rename),
      await ask(streams, 'subscription { reviewQueueChanged { state } }'),
      await fetch(`${world.baseUrl}/graphql?${new URLSearchParams({ query: QUERY })}`, {
        headers: { ...other, 'Content-Type': 'application/json' },
      }),
    ]) {
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        code: 'forbidden',
        detail: expect.stringMatching(/^This browser is now signed in as another user/),
      });
    }
    expect(await named()).toBe(0);
    const gus = await world.platform.db.user.findFirstOrThrow({ where: { username: 'gus' } });
    const own = await ask({ ...other, 'X-Page-User': gus.id }, rename);
    expect(await own.json()).toHaveProperty('data.updateMyProfile');
    expect(await named()).toBe(1);
  });

  it('a token is accepted with any page that its request names', async () => {
    const { token, userId } = await world.creator('hal');
    const other = await newPerson(world, 'ida');
    for (const id of [userId, other, 'nonsense']) {
      const answer = await ask({ Authorization: `Bearer ${token}`, 'X-Page-User': id });
      expect(await answer.json()).toHaveProperty('data.listUploadSessions');
    }
  });

  it('REST ignores session cookies', async () => {
    const { Cookie } = await signedIn('eli');
    const answer = await fetch(`${world.baseUrl}/v1/uploads/x`, { headers: { Cookie } });
    expect(answer.status).toBe(401);
  });
});
