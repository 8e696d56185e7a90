import { beforeAll, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { newPerson, PASSWORD } from '../pages/people.js';
import { newVisitor, type Visitor } from '../pages/visitor.js';
import { type Application, newApplication, REDIRECT } from './applications.js';
import { newBrowser } from './browser.js';
import { authorize, begin } from './code-flow.js';

const world = useWorld({}, { jobs: 'when-settled' });
const SECURITY = '/account/security';
let app: Application;
let userId: string;

beforeAll(async () => {
  userId = await newPerson(world, 'ada');
  app = await newApplication(world, userId);
  const browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(userId);
  // From now on the application gets a code without a consent page.
  await authorize(app, browser, { scope: 'mods:read' });
});

const pathOf = (url: string | null) => (url ?? '').replace(world.baseUrl, '');

/** Signs in during an authorization. Returns the last path, which redirects with the code. */
async function prepare(visitor: Visitor): Promise<string> {
  const { url } = await begin(app, { scope: 'mods:read' });
  const { location } = await visitor.get(pathOf(url.href));
  const interaction = pathOf(location);
  expect(interaction).toMatch(/^\/oauth\/interaction\//);
  await visitor.signIn('ada', PASSWORD);
  return pathOf((await visitor.get(interaction)).location);
}

async function signedIn(): Promise<Visitor> {
  const visitor = newVisitor(world);
  await visitor.signIn('ada', PASSWORD);
  return visitor;
}

const sessionOf = async () =>
  (await world.platform.db.webSession.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).id;

it('an authorization with a sign-in ends with a code while its session lives', async () => {
  const visitor = newVisitor(world);
  const path = await prepare(visitor);
  await (await signedIn()).fill(SECURITY, {}, { action: '/account/sign-out' });
  const { location } = await visitor.get(path);
  expect(location).toContain(`${REDIRECT.https}?code=`);
});

it.each<[string, (visitor: Visitor) => Promise<unknown>]>([
  ['is signed out', (visitor) => visitor.fill(SECURITY, {}, { action: '/account/sign-out' })],
  [
    'is ended from the list of browsers',
    async () => {
      const id = await sessionOf();
      return (await signedIn()).fill('/account/sessions', { id });
    },
  ],
  [
    'ends with all other browsers',
    async () => (await signedIn()).fill(SECURITY, {}, { action: `${SECURITY}/sign-out-others` }),
  ],
])('an authorization gets no code after its session %s', async (_how, end) => {
  const visitor = newVisitor(world);
  const path = await prepare(visitor);
  expect(await end(visitor)).toMatchObject({ status: 303 });
  const { status, location } = await visitor.get(path);
  expect([status, location]).toEqual([400, null]);
});
