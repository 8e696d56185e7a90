import { describe, expect, it } from 'vitest';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import { JOBS } from '../../../src/registry/jobs.js';
import { LIMITS, MAIL_REQUEST_LIMITS } from '../../../src/registry/limits.js';
import { useWorld } from '../../harness.js';
import { longTest } from '../../rounds.js';
import { newPerson } from '../people.js';
import { newVisitor, type Visitor } from '../visitor.js';
import { CHOSEN, linksIn, linkTo, mailsTo, signUp } from './mailbox.js';

const world = useWorld({ TRUST_PROXY: '1' }, { jobs: 'when-settled' });
const SECURITY = '/account/security';

/** A visitor who signed up and signed in, and has not verified the address. */
async function unverified(username: string, email = `${username}@example.org`): Promise<Visitor> {
  const visitor = newVisitor(world);
  await signUp(visitor, username, { email });
  await visitor.signIn(username, CHOSEN);
  return visitor;
}

async function addressesOf(username: string) {
  const { email, unverifiedEmail } = await world.platform.db.user.findUniqueOrThrow({
    where: { username },
  });
  return [email, unverifiedEmail];
}

const resend = (visitor: Visitor) =>
  visitor.fill(SECURITY, {}, { action: '/account/security/email/resend' });

describe('a link that verifies an address', () => {
  it('a link shows a button, and opening it any number of times does not use it up', async () => {
    await unverified('ann');
    const link = await linkTo(world, 'ann@example.org');
    for (let time = 0; time < 3; time += 1) {
      const page = await newVisitor(world).get(link);
      expect([page.status, page.html]).toEqual([200, expect.stringContaining('Verify address')]);
    }
    expect(await addressesOf('ann')).toEqual([null, 'ann@example.org']);
    const answer = await newVisitor(world).fill(link, {});
    expect(answer).toMatchObject({ status: 303, location: '/account/sign-in' });
    expect(await addressesOf('ann')).toEqual(['ann@example.org', null]);
  });

  it('a link works once, also for concurrent requests', async () => {
    await unverified('bea');
    const link = await linkTo(world, 'bea@example.org');
    const visitors = [newVisitor(world), newVisitor(world), newVisitor(world)];
    for (const visitor of visitors) expect((await visitor.get(link)).status).toBe(200);
    const results = await Promise.all(visitors.map((visitor) => visitor.post(link, {})));
    expect(results.map(({ status }) => status).toSorted()).toEqual([303, 410, 410]);
    const late = await newVisitor(world).get(link);
    expect([late.status, late.html]).toEqual([410, expect.stringContaining('no longer works')]);
    const where = { action: 'user.email_verified' };
    expect(await world.platform.db.auditEntry.count({ where })).toBe(2);
  });

  it('a link expires after 24 hours, and an expired one can be replaced', async () => {
    const visitor = await unverified('cid');
    const link = await linkTo(world, 'cid@example.org');
    world.clock.advance(LIMITS.verifyEmailSeconds - 60);
    expect((await visitor.get(link)).status).toBe(200);
    world.clock.advance(60);
    expect((await visitor.get(link)).status).toBe(410);
    expect((await visitor.post(link, {})).status).toBe(410);
    expect(await resend(visitor)).toMatchObject({ status: 303, location: SECURITY });
    expect((await visitor.get(SECURITY)).html).toContain('We sent the link again.');
    await visitor.fill(await linkTo(world, 'cid@example.org'), {});
    expect(await addressesOf('cid')).toEqual(['cid@example.org', null]);
  });

  it('a link for another account verifies nothing for a visitor who is signed in', async () => {
    await unverified('dan');
    const other = await unverified('dee');
    const link = await linkTo(world, 'dan@example.org');
    const page = await other.get(link);
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('another account')]);
    expect(page.html).not.toContain('dan@example.org');
    expect((await other.post(link, {})).status).toBe(403);
    expect(await addressesOf('dan')).toEqual([null, 'dan@example.org']);
    expect(await addressesOf('dee')).toEqual([null, 'dee@example.org']);
  });

  it('an altered or invented token is refused like an expired one', async () => {
    await unverified('eve');
    const link = await linkTo(world, 'eve@example.org');
    const [path, token = ''] = link.split('token=');
    const last = token.endsWith('A') ? 'B' : 'A';
    const wrong = [
      `${path}token=${token.slice(0, -1)}${last}`,
      `${path}token=${token.slice(0, 36)}`,
      `${path}token=${token}&token=${token}`,
      `${path}token=`,
      '/account/verify-email',
      `/account/verify-email?token=${'x'.repeat(5_000)}`,
    ];
    for (const address of wrong) {
      const visitor = newVisitor(world);
      await visitor.get('/account/sign-in');
      expect((await visitor.get(address)).status).toBe(410);
      expect((await visitor.post(address, {})).status).toBe(410);
    }
    const reset = `/account/reset-password?token=${token}`;
    expect((await newVisitor(world).get(reset)).status).toBe(410);
  });

  longTest('the first of several accounts to verify an address gets it', async () => {
    await unverified('first', 'shared@example.org');
    const late = await unverified('later', 'shared@example.org');
    // Mails of one instant have no order.
    const sent = await mailsTo(world, 'shared@example.org');
    const linkOf = (account: string) =>
      sent.filter(({ text }) => text.includes(` ${account} `)).flatMap(linksIn)[0] ?? '';
    const [one, two] = [linkOf('first'), linkOf('later')];
    const pathOf = (link: string) => link.slice(new URL(link).origin.length);
    await newVisitor(world).fill(pathOf(one), {});
    const answer = await late.fill(pathOf(two), {});
    expect([answer.status, answer.html]).toEqual([
      409,
      expect.stringContaining('belongs to another account'),
    ]);
    expect(await addressesOf('first')).toEqual(['shared@example.org', null]);
    expect(await addressesOf('later')).toEqual([null, 'shared@example.org']);
    // A new request now reaches only the owner, without a link.
    await resend(late);
    const mails = await mailsTo(world, 'shared@example.org');
    expect(mails.at(-1)?.subject).toBe('You already have an account');
  });

  it('a link of a blocked account does not work', async () => {
    await unverified('fay');
    const link = await linkTo(world, 'fay@example.org');
    await world.platform.db.user.update({ where: { username: 'fay' }, data: { state: 'blocked' } });
    expect((await newVisitor(world).get(link)).status).toBe(410);
  });

  it('a token is in its mail only: the database holds a keyed hash', async () => {
    await unverified('gus');
    const token = (await linkTo(world, 'gus@example.org')).split('token=')[1] ?? '';
    const [id = '', secret = ''] = token.split('.');
    expect(secret).toMatch(/^[\w-]{43}$/);
    const { db } = world.platform;
    const rows = await db.$queryRaw`
      select (select json_agg(m) from mails m) as mails, (select json_agg(j) from jobs j) as jobs,
        (select json_agg(l) from account_links l) as links`;
    expect(JSON.stringify(rows)).not.toContain(secret);
    const link = await db.accountLink.findUniqueOrThrow({ where: { id } });
    expect(link.tokenHashes.map(({ length }) => length)).toEqual([32]);
  });

  it('the pages of a link send no address to other sites and are never stored', async () => {
    await unverified('hal');
    const page = await newVisitor(world).get(await linkTo(world, 'hal@example.org'));
    expect(page.headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.html).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(page.html).not.toMatch(/sign-in\?next=[^"]*token/);
    expect(page.html).toContain('content="noindex"');
  });
});

describe('the delivery of links', () => {
  it('a second run of the job sends no second mail', async () => {
    await unverified('ivy');
    expect(await mailsTo(world, 'ivy@example.org')).toHaveLength(1);
    const { db } = world.platform;
    const { id } = await db.accountLink.findFirstOrThrow({ where: { user: { username: 'ivy' } } });
    await enqueue(db, { kind: 'deliver-link', payload: { linkId: id } });
    expect(await mailsTo(world, 'ivy@example.org')).toHaveLength(1);
    expect(JOBS['deliver-link'].maxAttempts).toBeGreaterThan(1);
  });

  longTest('no mail carries a link that has expired in the queue', async () => {
    await unverified('jan');
    const { db } = world.platform;
    const where = { user: { username: 'jan' } };
    await db.accountLink.updateMany({ where, data: { expiresAt: world.clock.now() } });
    expect(await mailsTo(world, 'jan@example.org')).toEqual([]);
  });

  longTest('a mailbox gets the link again up to its limit within an hour', async () => {
    const visitor = await unverified('kim');
    const { attempts } = MAIL_REQUEST_LIMITS.verify_email.mailbox;
    for (let at = 0; at < attempts; at += 1) expect((await resend(visitor)).status).toBe(303);
    const refused = await resend(visitor);
    expect(refused.status).toBe(429);
    expect(await mailsTo(world, 'kim@example.org')).toHaveLength(attempts + 1);
  });

  it('an account of an operator has nothing to verify', async () => {
    await newPerson(world, 'made', 'made@example.org');
    const visitor = newVisitor(world);
    await visitor.signIn('made', 'correct horse battery');
    const page = await visitor.get(SECURITY);
    expect(page.html).toContain('Verified');
    expect(page.html).not.toContain('email/resend');
    await visitor.post('/account/security/email/resend', {});
    expect(await mailsTo(world, 'made@example.org')).toEqual([]);
  });

  it('sweep-identity removes expired links and answered challenges, and no others', async () => {
    const { db, clock } = world.platform;
    const end = clock.now().getTime() + LIMITS.verifyEmailSeconds * 1000;
    await db.usedChallenge.create({
      data: { challengeHash: Buffer.from([1]), expiresAt: new Date(end) },
    });
    await db.usedChallenge.create({
      data: { challengeHash: Buffer.from([2]), expiresAt: new Date(end + 1000) },
    });
    world.clock.advance(LIMITS.verifyEmailSeconds + LIMITS.expiredRecordsKeptSeconds);
    await enqueue(db, { kind: 'sweep-identity', payload: {} });
    await world.settled();
    expect(await db.accountLink.count()).toBe(0);
    expect(await db.usedChallenge.findMany()).toMatchObject([{ challengeHash: Uint8Array.of(2) }]);
  });
});
