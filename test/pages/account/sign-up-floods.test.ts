import { describe, expect, it } from 'vitest';
import { MAIL_REQUEST_LIMITS, MAILBOX_DAY_LIMIT } from '../../../src/registry/limits.js';
import { useWorld } from '../../harness.js';
import { longTest } from '../../rounds.js';
import { newPerson } from '../people.js';
import { newVisitor } from '../visitor.js';
import { CHOSEN, mailsTo } from './mailbox.js';

const world = useWorld({ TRUST_PROXY: '1' }, { jobs: 'when-settled' });
const MINUTES = 61 * 60;

describe('floods of sign-ups', () => {
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
  const { mailbox, network, customer } = MAIL_REQUEST_LIMITS.sign_up;

  it('a mailbox gets no more than its limit from all networks, whether or not it has an account', async () => {
    await newPerson(world, 'flooded', 'victim@example.org');
    for (const email of ['victim@example.org', 'nobody-yet@example.org']) {
      const results = [];
      for (let at = 0; at <= mailbox.attempts; at += 1) {
        const visitor = newVisitor(world);
        await visitor.get('/account/sign-up');
        const username = `${email.slice(0, 6)}${at + 2}x`;
        const fields = { username, email, password: CHOSEN };
        results.push(await visitor.post('/account/sign-up', fields, from(`198.51.${at}.1`)));
      }
      const statuses = results.map(({ status }) => status);
      expect(statuses).toEqual([...Array(mailbox.attempts).fill(303), 429]);
      expect(results.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(await mailsTo(world, 'victim@example.org')).toHaveLength(mailbox.attempts);
    world.clock.advance(MINUTES);
  });

  longTest('a mailbox gets no more links in a day than its limit, with any tag', async () => {
    const { attempts } = MAILBOX_DAY_LIMIT;
    const statuses = [];
    for (let at = 0; at <= attempts; at += 1) {
      // A new hour for each full count of the form.
      if (at % mailbox.attempts === 0) world.clock.advance(mailbox.windowSeconds);
      const email = `tagged+${at}@example.org`;
      const visitor = newVisitor(world);
      await visitor.get('/account/sign-up');
      const fields = { username: `tagged-${at}x`, email, password: CHOSEN };
      statuses.push(
        (await visitor.post('/account/sign-up', fields, from(`198.51.${at}.9`))).status,
      );
    }
    expect(statuses).toEqual([...Array(attempts).fill(303), 429]);
    const visitor = newVisitor(world);
    await visitor.get('/account/forgot-password');
    const email = 'tagged@example.org';
    expect((await visitor.post('/account/forgot-password', { email })).status).toBe(303);
  });

  longTest('an IPv6 /48 gets no more than its limit from all its networks', async () => {
    const visitor = newVisitor(world);
    await visitor.get('/account/sign-up');
    const statuses = [];
    for (let at = 0; at <= customer.attempts; at += 1) {
      const fields = { username: `wide-${at}x`, email: `wide${at}@example.org`, password: CHOSEN };
      const address = `2001:db8:77:${at.toString(16)}::1`;
      statuses.push((await visitor.post('/account/sign-up', fields, from(address))).status);
    }
    expect(statuses.indexOf(429)).toBe(customer.attempts);
    const fields = { username: 'wide-other', email: 'wide@example.org', password: CHOSEN };
    const other = await visitor.post('/account/sign-up', fields, from('2001:db8:78::1'));
    expect(other.status).toBe(303);
  });

  it.each([
    ['an IPv4 /24', (at: number) => `203.0.113.${at}`, '203.0.114.1'],
    ['an IPv6 /64', (at: number) => `2001:db8:1:2::${at.toString(16)}`, '2001:db8:1:3::1'],
  ])('%s gets no more than its limit, and its neighbour signs up', async (_, addressAt, other) => {
    const visitor = newVisitor(world);
    const tryFrom = async (address: string, name: string) => {
      const fields = { username: name, email: `${name}@example.org`, password: CHOSEN };
      return (await visitor.post('/account/sign-up', fields, from(address))).status;
    };
    await visitor.get('/account/sign-up');
    const letters = other.includes(':') ? 'six' : 'four';
    const statuses = [];
    for (let at = 0; at <= network.attempts; at += 1) {
      statuses.push(await tryFrom(addressAt(at), `${letters}-${at + 200}`));
    }
    expect(statuses.indexOf(429)).toBe(network.attempts);
    expect(await tryFrom(other, `${letters}-other`)).toBe(303);
    world.clock.advance(MINUTES);
    expect(await tryFrom(addressAt(1), `${letters}-later`)).toBe(303);
  });
});
