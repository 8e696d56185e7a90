import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify, sendNotice, sweepMails } from '../../../src/modules/identity/index.js';
import type { Log } from '../../../src/platform/log.js';
import { JOBS } from '../../../src/registry/jobs.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { useWorld, type World } from '../../harness.js';
import { metricsShow } from '../../metrics.js';
import { headersOf } from '../../platform/mail/contract.js';
import { type SmtpReceiver, startSmtpReceiver } from '../../platform/mail/smtp-receiver.js';
import { longTest } from '../../rounds.js';

const lines: object[] = [];
const keep = (fields: object, message: string) => void lines.push({ ...fields, message });
const log: Log = { debug: keep, info: keep, warn: keep, error: keep };
const NOTICE = { template: 'second_factor_changed', params: { change: 'added' } } as const;

let receiver: SmtpReceiver;
const environment: NodeJS.ProcessEnv = { MAIL_FROM: 'Mods <mods@example.org>' };
beforeAll(async () => {
  receiver = await startSmtpReceiver();
  environment['SMTP_URL'] = `smtp://127.0.0.1:${receiver.port}`;
});
afterAll(() => receiver.close());

const world = useWorld(environment, { jobs: 'when-settled', log });
const files = useWorld({}, { jobs: 'when-settled' });

async function userWith(at: World, username: string, data: object): Promise<string> {
  const { userId } = await at.creator(username);
  await at.platform.db.user.update({ where: { id: userId }, data });
  return userId;
}

async function notified(at: World, userIds: readonly string[]): Promise<void> {
  await at.platform.db.$transaction((tx) => notify(tx, at, { userIds, ...NOTICE }));
}

const outcomesOf = async (userId: string) =>
  (await world.platform.db.mail.findMany({ where: { userId } })).map(({ outcome }) => outcome);

describe('mails to users', () => {
  it('a mail is written in the transaction that causes it', async () => {
    const userId = await userWith(world, 'rolled', { email: 'rolled@example.org' });
    const failing = world.platform.db.$transaction(async (tx) => {
      await notify(tx, world, { userIds: [userId], ...NOTICE });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await world.settled();
    expect(receiver.messages).toEqual([]);
  });

  it("a mail is sent once, to the user's current address and in the current locale", async () => {
    const userId = await userWith(world, 'late', { email: 'old@example.org' });
    await notified(world, [userId, userId]);
    await world.platform.db.user.update({
      where: { id: userId },
      data: { email: 'new@example.org', locale: 'de', displayName: 'Zoë' },
    });
    await world.settled();
    await world.settled();
    expect(receiver.recipients).toEqual([['new@example.org']]);
    expect(headersOf(receiver.messages.at(-1) ?? '').get('content-language')).toBe('de');
    expect(await outcomesOf(userId)).toEqual(['sent']);
  });

  it('a mail to a user without an address is skipped', async () => {
    const { userId } = await world.creator('silent');
    await notified(world, [userId]);
    await world.settled();
    expect(await outcomesOf(userId)).toEqual(['skipped']);
  });

  it('a mail is retried with the same Message-ID after a temporary refusal', async () => {
    const userId = await userWith(world, 'patient', { email: 'patient@example.org' });
    receiver.refuseNext(451);
    await notified(world, [userId]);
    await world.settled();
    expect(await outcomesOf(userId)).toEqual([null]);
    await metricsShow(world, 'modport_mails{state="waiting"} 1');
    world.clock.advance(JOBS['send-mail'].backoffSeconds);
    await world.settled();
    expect(await outcomesOf(userId)).toEqual(['sent']);
    const { id } = await world.platform.db.mail.findFirstOrThrow({ where: { userId } });
    expect(headersOf(receiver.messages.at(-1) ?? '').get('message-id')).toBe(`<${id}@example.org>`);
  });

  it('a mail fails at once if the server rejects its recipient, and the metrics count it', async () => {
    const userId = await userWith(world, 'gone', { email: 'gone@example.org' });
    receiver.refuseNext(550);
    await notified(world, [userId]);
    await world.settled();
    expect(await outcomesOf(userId)).toEqual(['failed']);
    await metricsShow(world, 'modport_mails{state="failed"} 1');
    await metricsShow(world, 'modport_mails{state="failed_last_hour"} 1');
    world.clock.advance(3_600);
    await metricsShow(world, 'modport_mails{state="failed_last_hour"} 0');
    await metricsShow(world, 'modport_mails{state="failed"} 1');
  });

  longTest('a mail fails after its last attempt', async () => {
    const userId = await userWith(world, 'never', { email: 'never@example.org' });
    await notified(world, [userId]);
    for (let at = 0; at < LIMITS.mailAttempts; at += 1) {
      receiver.refuseNext(451);
      await world.settled();
      world.clock.advance(JOBS['send-mail'].backoffSeconds * 2 ** at);
    }
    receiver.refuseNext(0);
    expect(await outcomesOf(userId)).toEqual(['failed']);
  });

  it('a mail leaves no address in the log or in job rows', async () => {
    const said = JSON.stringify(lines, (_, value: unknown) =>
      value instanceof Error ? { message: value.message, stack: value.stack } : value,
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(said).not.toMatch(/@example\.org/);
    const jobs = await world.platform.db.job.findMany({ where: { kind: 'send-mail' } });
    expect(JSON.stringify(jobs)).not.toMatch(/@example\.org/);
  });

  it('a mail row is deleted thirty days after the mail ended', async () => {
    await sweepMails(world.platform);
    const before = await world.platform.db.mail.count();
    world.clock.advance(LIMITS.mailKeptSeconds);
    await sweepMails(world.platform);
    expect([before > 0, await world.platform.db.mail.count()]).toEqual([true, 0]);
  });
});

describe('an unavailable mail server', () => {
  it('an unavailable mail server leaves the service ready', async () => {
    await receiver.close();
    const userId = await userWith(world, 'waiting', { email: 'waiting@example.org' });
    await notified(world, [userId]);
    await world.settled();
    expect(await outcomesOf(userId)).toEqual([null]);
    expect((await fetch(`${world.baseUrl}/readyz`)).status).toBe(200);
  });
});

it('a mail is written to DATA_DIR/mail without SMTP_URL', async () => {
  const userId = await userWith(files, 'filed', { email: 'filed@example.org' });
  await notified(files, [userId]);
  await files.settled();
  const folder = join(files.platform.config.dataDir, 'mail');
  const [name = ''] = await readdir(folder);
  expect(headersOf(await readFile(join(folder, name), 'utf8')).get('to')).toBe(
    'filed <filed@example.org>',
  );
});

it('send-mail ignores a mail that was removed', async () => {
  await sendNotice(world.platform, '0192f0c1-0000-7000-8000-000000000009');
});
