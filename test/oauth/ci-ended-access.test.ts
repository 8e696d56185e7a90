import { describe, expect, it } from 'vitest';
import { setPassword } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import { type Actor, withSecret } from '../actors.js';
import { signIn } from '../graphql/identity/signed-in.js';
import { signedInVisitor } from '../pages/access.js';
import { PASSWORD } from '../pages/people.js';
import { bareMod } from '../publishing.js';
import { exchange, GITHUB } from '../trusted-publishing.js';
import { useCiExchange } from './use-ci-exchange.js';

const NEW = 'a fresh password';
const CREATE = `mutation ($modId: ID!, $input: TrustedPublisherInput!) {
  createTrustedPublisher(modId: $modId, input: $input) { id } }`;
const ci = useCiExchange();
const { world, signed } = ci;
const system = () => createSystemContext(world.platform, 'test');
const input = () => ({ issuer: ci.issuer.url, provider: 'github', ...GITHUB });

/** An owner with a password, and a mod. */
async function ownerNamed(username: string) {
  const creator = await world.creator(username);
  await setPassword(system(), { username, password: PASSWORD });
  const token = await creator.withToken({});
  const modId: string = (await bareMod(token, 'trusted')).id;
  return { ...creator, token, modId };
}
type Owner = Awaited<ReturnType<typeof ownerNamed>>;

/** Creates a trusted publisher in a browser session. */
async function trustInSession({ userId, modId }: Owner): Promise<string> {
  const session = await signIn(world, userId);
  return (await session.run(CREATE, { modId, input: input() })).createTrustedPublisher.id;
}

const exchanged = async ({ modId }: Owner) => exchange(world, modId, await signed());
const runOf = async (owner: Owner): Promise<Actor> =>
  withSecret(world.baseUrl, String((await exchanged(owner)).body.access_token));
const status = async (run: Actor, { modId }: Owner) => (await run.get(`/mods/${modId}`)).status;

/** Changes the password on the page, and keeps some kinds of access. */
async function change({ userId }: Owner, keeps: string): Promise<void> {
  const visitor = await signedInVisitor(world, userId);
  const fields = { old: PASSWORD, new: NEW, repeated: NEW, offered: keeps };
  expect((await visitor.fill('/account/security/password', fields)).status).toBe(303);
}

describe('tokens of CI runs', () => {
  it('a new password that ends only tokens and keys ends the tokens of CI runs', async () => {
    const owner = await ownerNamed('bea');
    await trustInSession(owner);
    const run = await runOf(owner);
    expect(await status(run, owner)).toBe(200);
    await change(owner, 'sessions applications');
    expect(await status(run, owner)).toBe(401);
    expect((await exchanged(owner)).status).toBe(200);
  });

  it('a new password that ends only applications keeps the tokens of CI runs', async () => {
    const owner = await ownerNamed('cai');
    await trustInSession(owner);
    const run = await runOf(owner);
    await change(owner, 'sessions tokens');
    expect(await status(run, owner)).toBe(200);
  });
});
