import { appendFile, chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  EmbeddedPostgresError,
  RecoveryEndedEarly,
} from '../../../src/platform/embedded/failures.js';
import { placeCluster, recoverCluster } from '../../../src/platform/embedded/recover.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-recover-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Recovers a copied cluster up to a time after all of its writes, and returns the failure. */
async function failureWith(name: string, settings: string, logBefore = ''): Promise<unknown> {
  const at = await mkdtemp(join(folder, name));
  await chmod(at, 0o755);
  const place = { folder: at, systemDir: join(folder, 'system'), password: 'x' };
  const cluster = await placeCluster(place, async (to) => {
    await cp(join(inject('preparedDataDir'), 'postgres'), to, { recursive: true });
    await appendFile(join(to, 'postgresql.conf'), settings);
  });
  const logFile = join(at, 'recovery.log');
  await writeFile(logFile, logBefore);
  const until = new Date('2099-01-01T00:00:00Z');
  const recovery = { logFile, until, timeline: null, durable: false };
  return recoverCluster(cluster, recovery, async () => null).catch((error: unknown) => error);
}

test('a recovery with an invalid postgresql.conf does not blame the end of the log', async () => {
  const failure = await failureWith('invalid', '\nno such line\n');
  expect(failure).toBeInstanceOf(EmbeddedPostgresError);
  expect(failure).not.toBeInstanceOf(RecoveryEndedEarly);
  expect(failure).toHaveProperty('message', expect.stringContaining('postgresql.conf'));
});

test('a recovery reads only its own lines in the log of a killed one', async () => {
  const killed = '2026-11-29 10:00:00.000 UTC [1] 00000 LOG:  starting PostgreSQL\n';
  const failure = await failureWith('repeated', '\nno such line\n', killed);
  expect(failure).toBeInstanceOf(EmbeddedPostgresError);
  expect(failure).not.toBeInstanceOf(RecoveryEndedEarly);
  expect(failure).toHaveProperty('message', expect.stringContaining('postgresql.conf'));
});
