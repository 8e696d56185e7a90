import { describe, expect, it } from 'vitest';
import { MAIL_REQUEST_LIMITS } from '../../../src/registry/limits.js';
import { useWorld } from '../../harness.js';
import { longTest } from '../../rounds.js';
import { codeOf, enrol, newPerson, PASSWORD } from '../people.js';
import { newVisitor, type Visitor } from '../visitor.js';
import { CHOSEN, linksIn, linkTo, mailsTo, signUp } from './mailbox.js';

const world = useWorld({}, { jobs: 'when-settled' });
const CHANGE = '/account/security/email';
const SECURITY = '/account/security';

async function person(username: string): Promise<Visitor> {
  await newPerson(world, username, `${username}@example.org`);
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  return visitor;
}

const change = (visitor: Visitor, email: string, password = PASSWORD) =>
  visitor.fill(CHANGE, { email, password });

const emailOf = async (username: string) =>
  (await world.platform.db.user.findUniqueOrThrow({ where: { username } })).email;

const subjectsOf = async (address: string) =>
  (await mailsTo(world, address)).map(({ subject }) => subject);

describe('a change of the e-mail address', () => {
  it('a new address applies when its link is used, and the former one gets two masked notices', async () => {
    const visitor = await person('ann');
    const asked = await change(visitor, 'New.Ann@elsewhere.example');
    expect(asked).toMatchObject({ status: 303, location: SECURITY });
    expect((await visitor.get(SECURITY)).html).toContain('We sent a link to the new address.');
    expect(await emailOf('ann')).toBe('ann@example.org');
    const link = await linkTo(world, 'new.ann@elsewhere.example');
    expect((await newVisitor(world).get(link)).status).toBe(200);
    expect(await emailOf('ann')).toBe('ann@example.org');
    expect(await newVisitor(world).fill(link, {})).toMatchObject({ location: '/account/sign-in' });
    expect(await emailOf('ann')).toBe('new.ann@elsewhere.example');
    const told = await mailsTo(world, 'ann@example.org');
    expect(told.map(({ text }) => /asked to change|was changed to/.exec(text)?.[0])).toEqual([
      'asked to change',
      'was changed to',
    ]);
    for (const { text, html } of told) {
      expect(text).toContain('n***@e***');
      expect(text + html).not.toMatch(/elsewhere|New\.Ann/i);
    }
    expect(told.flatMap(linksIn)).toEqual([]);
    await newVisitor(world).signIn('new.ann@elsewhere.example', PASSWORD);
    const where = { kind: 'account.access.changed' };
    expect(await world.platform.db.outboxEvent.count({ where })).toBe(1);
  });

  it('the owner of a new address reads the username, and not the free text of the user', async () => {
    const visitor = await person('kim');
    const displayName = 'You won: https://evil.example/p';
    await world.platform.db.user.update({ where: { username: 'kim' }, data: { displayName } });
    await change(visitor, 'stranger@example.net');
    const [mail] = await mailsTo(world, 'stranger@example.net');
    expect(mail?.to).toBe('kim <stranger@example.net>');
    expect(mail?.text).toContain('Hello kim,');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/You won|evil/);
    const [own] = await mailsTo(world, 'kim@example.org');
    expect(own?.text).toContain('Hello You won: https:\u202f//evil.\u202fexample/p,');
  });

  it('a change needs the password', async () => {
    const visitor = await person('bea');
    const refused = await change(visitor, 'bea2@example.org', 'wrong password');
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('This is not your current password.');
    expect(await mailsTo(world, 'bea2@example.org')).toEqual([]);
    const stranger = await newVisitor(world).get(CHANGE);
    expect(stranger).toMatchObject({ status: 303 });
  });

  it('a recent second factor replaces the password', async () => {
    await newPerson(world, 'cid', 'cid@example.org');
    const secret = await enrol(world, 'cid');
    const visitor = newVisitor(world);
    await visitor.signIn('cid', PASSWORD);
    await visitor.fill('/account/sign-in/code', { code: codeOf(world, secret) });
    const page = await visitor.get(CHANGE);
    expect(page.html).not.toContain('name="password"');
    expect((await visitor.fill(CHANGE, { email: 'cid2@example.org' })).status).toBe(303);
    expect(await subjectsOf('cid2@example.org')).toEqual(['Verify your e-mail address']);
    world.clock.advance(16 * 60);
    expect((await visitor.get(CHANGE)).html).toContain('name="password"');
    expect((await visitor.post(CHANGE, { email: 'cid3@example.org' })).status).toBe(422);
  });

  it('an address of another account gets a notice instead of a link, and the page says the same', async () => {
    const visitor = await person('dan');
    await newPerson(world, 'owner', 'owner@example.org');
    const taken = await change(visitor, 'owner@example.org');
    await world.settled();
    const free = await change(visitor, 'free@example.org');
    expect([taken.status, taken.location]).toEqual([free.status, free.location]);
    expect(await subjectsOf('owner@example.org')).toEqual(['You already have an account']);
    expect((await mailsTo(world, 'owner@example.org')).flatMap(linksIn)).toEqual([]);
    expect(await subjectsOf('free@example.org')).toEqual(['Verify your e-mail address']);
  });

  longTest(
    'the link of the latest address is the only one that works, and a new password ends it',
    async () => {
      const visitor = await person('eve');
      await change(visitor, 'eve2@example.org');
      const first = await linkTo(world, 'eve2@example.org');
      await change(visitor, 'eve3@example.org');
      expect((await visitor.get(first)).status).toBe(410);
      const second = await linkTo(world, 'eve3@example.org');
      expect((await visitor.get(second)).status).toBe(200);
      const password = { old: PASSWORD, new: CHOSEN, repeated: CHOSEN };
      await visitor.fill('/account/security/password', password);
      expect((await visitor.get(second)).status).toBe(410);
      expect(await emailOf('eve')).toBe('eve@example.org');
    },
  );

  it('the link of another user changes nothing for a visitor who is signed in', async () => {
    const visitor = await person('fay');
    const other = await person('gus');
    await change(visitor, 'fay2@example.org');
    const link = await linkTo(world, 'fay2@example.org');
    expect((await other.get(link)).status).toBe(403);
    expect([await emailOf('fay'), await emailOf('gus')]).toEqual([
      'fay@example.org',
      'gus@example.org',
    ]);
  });

  longTest(
    'an unverified address is replaced, and stays unverified until its link is used',
    async () => {
      const visitor = newVisitor(world);
      await signUp(visitor, 'hal', { email: 'typo@example.org' });
      await visitor.signIn('hal', CHOSEN);
      const wrong = await linkTo(world, 'typo@example.org');
      await change(visitor, 'hal@example.org', CHOSEN);
      expect((await newVisitor(world).get(wrong)).status).toBe(410);
      expect((await visitor.get(SECURITY)).html).toContain('Not verified');
      await visitor.fill(await linkTo(world, 'hal@example.org'), {});
      expect(await emailOf('hal')).toBe('hal@example.org');
      expect(await subjectsOf('typo@example.org')).toEqual(['Verify your e-mail address']);
    },
  );

  it('an invalid address and the present one are refused', async () => {
    const visitor = await person('ina');
    for (const [email, text] of [
      ['nonsense', 'valid e-mail address'],
      [' INA@example.org', 'already your address'],
    ] as const) {
      const refused = await change(visitor, email);
      expect([refused.status, refused.html]).toEqual([422, expect.stringContaining(text)]);
    }
  });

  longTest('one mailbox gets no more links than its limit, from any account', async () => {
    const visitor = await person('jan');
    const { attempts } = MAIL_REQUEST_LIMITS.verify_email.mailbox;
    const statuses = [];
    for (let at = 0; at <= attempts; at += 1) {
      statuses.push((await change(visitor, 'target@example.org')).status);
    }
    expect(statuses).toEqual([...Array(attempts).fill(303), 429]);
    expect(await mailsTo(world, 'target@example.org')).toHaveLength(attempts);
  });
});
