import { describe, expect, it } from 'vitest';
import { changeBlockByUsername } from '../../src/modules/identity/index.js';
import { GUESS_LIMITS, LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import { useWorld } from '../harness.js';
import { longTest } from '../rounds.js';
import { newAuthenticator } from './authenticator.js';
import { passkeysOf } from './passkey-owner.js';
import { newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const SESSION = 'modport_session';
const PASSKEYS = '/account/security/passkeys';
const ADD = `${PASSKEYS}/add`;
const SIGN_IN = '/account/sign-in';
const BY_PASSKEY = '/account/sign-in/passkey';
const world = useWorld();
const { owner, signInWith } = passkeysOf(world);

describe('a refused response of a device', () => {
  it.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without a verified user', { isVerified: false }],
    ['with a challenge of its own', { challenge: Buffer.alloc(72, 7).toString('base64url') }],
  ])('a response %s starts no session', async (what, lies) => {
    const { device } = await owner(`pk-lie-${what.replaceAll(' ', '-').slice(0, 16)}`);
    const { visitor, answer } = await signInWith(device, lies);
    expect(answer.status).toBe(422);
    expect(visitor.cookies.has(SESSION)).toBe(false);
    expect((await signInWith(device)).answer.status).toBe(303);
  });

  it.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without a verified user', { isVerified: false }],
  ])('a new passkey %s is not stored', async (what, lies) => {
    const username = `pk-new-${what.replaceAll(' ', '-').slice(0, 16)}`;
    const userId = await newPerson(world, username);
    const visitor = newVisitor(world);
    await visitor.signIn(username, PASSWORD);
    const offered = await visitor.fill(ADD, { password: PASSWORD });
    const passkey = newAuthenticator(world.baseUrl).make(offered.html, lies);
    expect(await visitor.post(ADD, { passkey, name: 'x' })).toMatchObject({ status: 422 });
    expect(await world.platform.db.passkey.count({ where: { userId } })).toBe(0);
  });

  it('refused first passkeys do not count as wrong passwords', async () => {
    await newPerson(world, 'pk-pia');
    const visitor = newVisitor(world);
    await visitor.signIn('pk-pia', PASSWORD);
    const offered = await visitor.fill(ADD, { password: PASSWORD });
    const device = newAuthenticator(world.baseUrl);
    const passkey = device.make(offered.html, { origin: 'https://evil.example' });
    for (let left = GUESS_LIMITS.password.pair.attempts; left > 0; left -= 1) {
      const refused = await visitor.post(ADD, { passkey, name: 'x' });
      expect(refused.status).toBe(422);
      expect(refused.html).toContain('type="password"');
    }
    const again = await visitor.fill(ADD, { password: PASSWORD });
    const added = await visitor.post(ADD, { passkey: device.make(again.html), name: 'x' });
    expect(added.status).toBe(200);
  });

  longTest('the challenge of another session or visit is refused', async () => {
    const { device } = await owner('pk-fay');
    const stranger = newVisitor(world);
    const { html } = await newVisitor(world).get(SIGN_IN);
    await stranger.get(SIGN_IN);
    const answer = await stranger.post(BY_PASSKEY, { passkey: device.ask(html) });
    expect(answer.status).toBe(422);

    await newPerson(world, 'pk-gil');
    const visitors = [newVisitor(world), newVisitor(world)];
    for (const visitor of visitors) await visitor.signIn('pk-gil', PASSWORD);
    const [one, other] = visitors as [Visitor, Visitor];
    const offered = await one.fill(ADD, { password: PASSWORD });
    await other.get(PASSKEYS);
    const passkey = newAuthenticator(world.baseUrl).make(offered.html);
    expect(await other.post(ADD, { passkey, name: 'x' })).toMatchObject({ status: 422 });
  });

  it('a challenge serves its purpose alone: one of the sign-in page is no step-up', async () => {
    const { visitor, device } = await owner('pk-hal');
    const page = await visitor.get('/account/sign-in?again');
    await visitor.get('/account/step-up');
    const passkey = device.ask(page.html);
    expect(await visitor.post('/account/step-up', { passkey })).toMatchObject({ status: 422 });
  });

  it('a response is accepted once, also of two at the same time', async () => {
    const { device } = await owner('pk-ida');
    const visitor = newVisitor(world);
    const { html } = await visitor.get(SIGN_IN);
    // Without a counter only the challenge tells the second use.
    await world.platform.db.passkey.updateMany({ data: { counter: 0 } });
    const passkey = device.ask(html, { counter: 0 });
    const answers = await Promise.all([1, 2].map(() => visitor.post(BY_PASSKEY, { passkey })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(await visitor.post(BY_PASSKEY, { passkey })).not.toMatchObject({ status: 303 });
  });

  it('a response after the end of its challenge is refused', async () => {
    const { device } = await owner('pk-jon');
    const visitor = newVisitor(world);
    const { html } = await visitor.get(SIGN_IN);
    world.clock.advance(LIMITS.passkeyChallengeSeconds);
    const answer = await visitor.post(BY_PASSKEY, { passkey: device.ask(html) });
    expect(answer.status).toBe(422);
  });

  longTest(
    'a copy of a passkey is refused when its counter does not rise, and the audit log says so',
    async () => {
      const { device, id } = await owner('pk-kim');
      expect((await signInWith(device)).answer.status).toBe(303);
      expect((await signInWith(device, { counter: 2 })).answer.status).toBe(422);
      const trail = await world.platform.db.auditEntry.findMany({ where: { targetId: id } });
      expect(trail.map(({ action }) => action)).toContain('passkey.copy_refused');
    },
  );

  it('a removed passkey, and that of a blocked account, start no session', async () => {
    const removed = await owner('pk-lee');
    await removed.visitor.fill(
      `${PASSKEYS}/${removed.id}`,
      {},
      {
        action: `${PASSKEYS}/${removed.id}/remove`,
      },
    );
    expect((await signInWith(removed.device)).answer.status).toBe(422);

    const blocked = await owner('pk-mia');
    await changeBlockByUsername(createSystemContext(world.platform, 'test'), 'pk-mia', true);
    const { visitor, answer } = await signInWith(blocked.device);
    expect(answer.status).toBe(403);
    expect(answer.html).toContain('account_blocked');
    expect(visitor.cookies.has(SESSION)).toBe(false);
  });

  it.each(['', '{', '{}', '[]', '"x"', 'x'.repeat(20_000)])(
    'the text %j starts no session',
    async (text) => {
      const visitor = newVisitor(world);
      await visitor.get(SIGN_IN);
      const answer = await visitor.post(BY_PASSKEY, { passkey: text });
      expect(answer.status).toBe(422);
    },
  );

  it('a passkey that another account has cannot be added', async () => {
    const { device } = await owner('pk-ned');
    await newPerson(world, 'pk-ola');
    const visitor = newVisitor(world);
    await visitor.signIn('pk-ola', PASSWORD);
    const offered = await visitor.fill(ADD, { password: PASSWORD });
    const passkey = device.make(offered.html);
    expect(await visitor.post(ADD, { passkey, name: 'x' })).toMatchObject({ status: 422 });
  });
});
