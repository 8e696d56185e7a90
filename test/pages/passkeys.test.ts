import { describe, expect, it } from 'vitest';
import { setPassword } from '../../src/modules/identity/index.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import { useWorld } from '../harness.js';
import { longTest } from '../rounds.js';
import { type Authenticator, newAuthenticator, optionsIn } from './authenticator.js';
import { passkeysOf } from './passkey-owner.js';
import { appOfferIn, codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor } from './visitor.js';

const SESSION = 'modport_session';
const PASSKEYS = '/account/security/passkeys';
const ADD = `${PASSKEYS}/add`;
const SIGN_IN = '/account/sign-in';
const CODE_PAGE = '/account/sign-in/code';
const world = useWorld();

const { owner, signInWith } = passkeysOf(world);

describe('a passkey', () => {
  it('the first passkey needs the password, ends other sessions and shows recovery codes', async () => {
    await newPerson(world, 'pk-ann');
    const [visitor, other] = [newVisitor(world), newVisitor(world)];
    await visitor.signIn('pk-ann', PASSWORD);
    await other.signIn('pk-ann', PASSWORD);
    const wrong = await visitor.fill(ADD, { password: 'wrong password' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).not.toContain('data-passkey');
    const offered = await visitor.fill(ADD, { password: PASSWORD });
    const passkey = newAuthenticator(world.baseUrl).make(offered.html);
    const added = await visitor.post(ADD, { passkey, name: '  My <laptop> ' });
    expect(added.html).toMatch(/<pre class="secret">([\w-]{14}\n){9}[\w-]{14}<\/pre>/);
    const list = await visitor.get(PASSKEYS);
    expect(list.html).toContain('My &lt;laptop&gt;');
    expect(await other.get(PASSKEYS)).toMatchObject({ status: 303 });
  });

  it('a passkey signs in without a password, as both factors', async () => {
    const { userId, device } = await owner('pk-bob');
    const { visitor, answer } = await signInWith(device);
    expect(answer).toMatchObject({ status: 303, location: '/account/security' });
    expect(await visitor.get('/account/security/recovery-codes')).toMatchObject({ status: 200 });
    const row = await world.platform.db.passkey.findFirstOrThrow({ where: { userId } });
    expect([row.counter, row.lastUsedAt === null]).toEqual([2n, false]);
  });

  longTest(
    'a passkey is a second factor after the password, and only that of the account',
    async () => {
      const { device } = await owner('pk-cid');
      const { device: foreign } = await owner('pk-dee');
      const visitor = newVisitor(world);
      const first = await visitor.signIn('pk-cid', PASSWORD);
      expect(first.location).toBe(CODE_PAGE);
      const page = await visitor.get(CODE_PAGE);
      expect(page.html).not.toContain('name="code"');
      const refused = await visitor.post(CODE_PAGE, { passkey: foreign.ask(page.html) });
      expect(refused.status).toBe(422);
      expect(visitor.cookies.has(SESSION)).toBe(false);
      const again = await visitor.get(CODE_PAGE);
      const done = await visitor.post(CODE_PAGE, { passkey: device.ask(again.html) });
      expect(done).toMatchObject({ status: 303, location: '/account/security' });
    },
  );

  longTest(
    'a passkey from before a password reset signs in alone only after a use with the new password',
    async () => {
      const { device } = await owner('pk-reset');
      const password = 'another long password';
      await setPassword(createSystemContext(world.platform, 'test'), {
        username: 'pk-reset',
        password,
      });
      expect((await signInWith(device)).answer.status).toBe(422);
      const visitor = newVisitor(world);
      await visitor.signIn('pk-reset', password);
      const { html } = await visitor.get(CODE_PAGE);
      const proven = await visitor.post(CODE_PAGE, { passkey: device.ask(html) });
      expect(proven.status).toBe(303);
      expect((await signInWith(device)).answer.status).toBe(303);
    },
  );

  it('a passkey counts as a step-up', async () => {
    const { visitor, device } = await owner('pk-eli');
    world.clock.advance(15 * 60 + 1);
    const away = await visitor.get(ADD);
    expect(away.location).toBe('/account/step-up?next=%2Faccount%2Fsecurity%2Fpasskeys%2Fadd');
    const path = away.location ?? '';
    const page = await visitor.get(path);
    const done = await visitor.post(path, { passkey: device.ask(page.html) });
    expect(done).toMatchObject({ status: 303, location: ADD });
    expect(await visitor.get(ADD)).toMatchObject({ status: 200 });
  });
});

describe('the passkeys of an account', () => {
  it('a passkey is renamed and removed only after a step-up, and only by its owner', async () => {
    const { visitor, id } = await owner('pk-pat');
    const stranger = await owner('pk-quy');
    const page = `${PASSKEYS}/${id}`;
    expect(await stranger.visitor.get(page)).toMatchObject({ status: 404 });
    await stranger.visitor.get(PASSKEYS);
    expect(await stranger.visitor.post(`${page}/remove`, {})).toMatchObject({ status: 404 });
    await visitor.fill(page, { name: 'Desk' });
    expect((await visitor.get(PASSKEYS)).html).toContain('Desk');
    world.clock.advance(15 * 60 + 1);
    const away = `/account/step-up?next=${encodeURIComponent(PASSKEYS)}`;
    expect(await visitor.post(page, { name: 'x' })).toMatchObject({ location: away });
    expect(await visitor.post(`${page}/remove`, {})).toMatchObject({ location: away });
  });

  longTest(
    'the page says that a passkey is the last second factor, and its removal ends the recovery codes',
    async () => {
      const { userId, visitor, id } = await owner('pk-rex');
      const page = await visitor.get(`${PASSKEYS}/${id}`);
      expect(page.html).toContain('This is your last second factor.');
      const done = await visitor.post(`${PASSKEYS}/${id}/remove`, {});
      expect(done).toMatchObject({ status: 303, location: PASSKEYS });
      expect(await world.platform.db.recoveryCode.count({ where: { userId } })).toBe(0);
      const other = newVisitor(world);
      expect((await other.signIn('pk-rex', PASSWORD)).location).toBe('/account/security');
    },
  );

  it.each(['moderator', 'admin'] as const)(
    'a %s keeps one second factor, and adds no first one',
    async (role) => {
      const { userId, visitor, id } = await owner(`pk-staff-${role}`);
      await world.platform.db.user.update({ where: { id: userId }, data: { role } });
      const { html } = await visitor.get(`${PASSKEYS}/${id}`);
      expect(html).toContain('An account with staff rights must keep at least one');
      expect(html).not.toContain(`${PASSKEYS}/${id}/remove`);
      const kept = await visitor.post(`${PASSKEYS}/${id}/remove`, {});
      expect(kept.status).toBe(403);
      expect(kept.html).toContain('must keep at least one second factor');
      expect(await world.platform.db.passkey.count({ where: { id } })).toBe(1);

      const username = `pk-bare-${role}`;
      const bareId = await newPerson(world, username);
      const bare = newVisitor(world);
      await bare.signIn(username, PASSWORD);
      const offered = await bare.fill(ADD, { password: PASSWORD });
      await world.platform.db.user.update({ where: { id: bareId }, data: { role } });
      const passkey = newAuthenticator(world.baseUrl).make(offered.html);
      expect(await bare.post(ADD, { passkey, name: 'x' })).toMatchObject({ status: 403 });
      expect((await bare.get(ADD)).html).toContain('only an operator');
    },
  );

  longTest('an account has at most 20 passkeys', async () => {
    const { userId, visitor } = await owner('pk-sam');
    const offered = await visitor.get(ADD);
    await world.platform.db.passkey.createMany({
      data: Array.from({ length: LIMITS.passkeysPerUser - 1 }, (_, at) => ({
        userId,
        name: 'more',
        counter: 0,
        backupEligible: false,
        backedUp: false,
        credentialId: `more-${at}`,
        publicKey: new Uint8Array(1),
      })),
    });
    const passkey = newAuthenticator(world.baseUrl).make(offered.html);
    const answer = await visitor.post(ADD, { passkey, name: 'x' });
    expect(answer.status).toBe(409);
    expect(answer.html).toContain('at most 20 passkeys');
    expect((await visitor.get(PASSKEYS)).html).not.toContain(`href="${ADD}"`);
  });

  it('mails and the audit log record each passkey that is added or removed', async () => {
    const { userId, visitor, id } = await owner('pk-tom');
    await visitor.get(`${PASSKEYS}/${id}`);
    await visitor.post(`${PASSKEYS}/${id}/remove`, {});
    const mails = await world.platform.db.mail.findMany({
      where: { userId },
      orderBy: { id: 'asc' },
    });
    expect(mails.map(({ template, params }) => [template, params])).toEqual([
      ['passkey_changed', { change: 'added', name: 'Laptop' }],
      ['passkey_changed', { change: 'removed', name: 'Laptop' }],
    ]);
    const trail = await world.platform.db.auditEntry.findMany({ where: { targetId: id } });
    expect(trail.map(({ action }) => action).sort()).toEqual(['passkey.added', 'passkey.removed']);
  });

  longTest('a sign-in ends if a passkey is removed between the password and the code', async () => {
    const { id, userId, device } = await owner('pk-una');
    const secret = await enrolBeside(userId, 'pk-una', device);
    const visitor = newVisitor(world);
    await visitor.signIn('pk-una', PASSWORD);
    await visitor.get(CODE_PAGE);
    await world.platform.db.passkey.delete({ where: { id } });
    const answer = await visitor.post(CODE_PAGE, { code: codeOf(world, secret, 1) });
    expect(answer).toMatchObject({ status: 303, location: SIGN_IN });
    expect(visitor.cookies.has(SESSION)).toBe(false);
  });

  longTest(
    'an operator who replaces the second factor of an account ends its passkeys',
    async () => {
      const { device } = await owner('pk-vic');
      await enrol(world, 'pk-vic');
      expect((await signInWith(device)).answer.status).toBe(422);
    },
  );

  it('pages say without the script what passkeys need, and load no other script', async () => {
    const { html, headers } = await newVisitor(world).get(SIGN_IN);
    expect(html).toContain('Passkeys need JavaScript');
    const scripts = [...html.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path);
    expect(scripts).toEqual([expect.stringMatching(/^\/assets\/passkeys-[\w-]{16}\.js$/)]);
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).not.toContain('connect-src');
    const asset = await fetch(`${world.baseUrl}${scripts[0]}`);
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(optionsIn(html, 'ask').allowCredentials ?? []).toEqual([]);
  });
});

/** Gives an account an app too, through the pages: an operator would end its passkey. */
async function enrolBeside(userId: string, username: string, device: Authenticator) {
  const { visitor } = await signInWith(device);
  const path = '/account/security/second-factor';
  const { offer, secret } = appOfferIn(await visitor.fill(path, { password: PASSWORD }));
  await visitor.post(`${path}/confirm`, { offer, code: codeOf(world, secret) });
  const { totpSecret } = await world.platform.db.user.findUniqueOrThrow({ where: { id: userId } });
  expect(totpSecret, username).not.toBeNull();
  return secret;
}
