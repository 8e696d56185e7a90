import { describe, expect, it } from 'vitest';
import { expiryWarning } from '../../src/edge/security-txt.js';
import { silentLog } from '../../src/platform/log.js';
import { useWorld } from '../harness.js';
import { newVisitor } from './visitor.js';

const DAY_SECONDS = 24 * 60 * 60;
const DAY_MS = DAY_SECONDS * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Keeps the warnings about `security.txt`. */
function recorder() {
  const warnings: string[] = [];
  const warn = (fields: object, message: string) => {
    if ('part' in fields && fields.part === 'security.txt') warnings.push(message);
  };
  return { warnings, log: { ...silentLog, warn } };
}

const late = recorder();
const soon = recorder();
const expired = useWorld({ SECURITY_EXPIRES: inDays(-1) }, { log: late.log });
const expiring = useWorld({ SECURITY_EXPIRES: inDays(10) }, { log: soon.log });

const PATH = '/.well-known/security.txt';

describe('SECURITY_EXPIRES (RFC 9116 2.5.5)', () => {
  it('the service warns at start and serves no security.txt if it has passed', async () => {
    expect(late.warnings).toEqual([
      'SECURITY_EXPIRES has passed: /.well-known/security.txt is not served until you set a later time',
    ]);
    const answer = await fetch(expired.baseUrl + PATH);
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }]);
    expect((await newVisitor(expired).get(PATH)).status).toBe(404);
    expect(late.warnings.length).toBe(1);
  });

  it('the service warns at start if it passes soon, and once more when it has passed', async () => {
    expect(soon.warnings).toEqual([
      'SECURITY_EXPIRES passes in less than 30 days: set a later time',
    ]);
    expect((await fetch(expiring.baseUrl + PATH)).status).toBe(200);
    expect(soon.warnings.length).toBe(1);
    expiring.clock.advance(11 * DAY_SECONDS);
    for (const _ of [1, 2]) expect((await fetch(expiring.baseUrl + PATH)).status).toBe(404);
    expect(soon.warnings.length).toBe(2);
    expect(soon.warnings[1]).toContain('has passed');
  });

  it.each([
    ['in half a year', 180, null],
    ['in 31 days', 31, null],
    ['in 29 days', 29, 'SECURITY_EXPIRES passes in less than 30 days'],
    ['now', 0, 'SECURITY_EXPIRES has passed'],
  ])('the warning for an end %s', (_when, days, beginning) => {
    const now = new Date('2026-11-22T00:00:00Z');
    const expires = new Date(now.getTime() + days * DAY_MS);
    const warning = expiryWarning({ contacts: undefined, expires }, now);
    expect(warning?.startsWith(beginning ?? '') ?? null).toBe(beginning === null ? null : true);
  });

  it('the default expiry causes no warning', () => {
    expect(expiryWarning({ contacts: undefined, expires: undefined }, new Date())).toBeNull();
  });
});
