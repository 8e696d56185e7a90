import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectDatabase } from '../../../src/platform/database/connect.js';
import { projectRoot } from '../../../src/platform/release.js';
import { openTestDatabase } from '../../database.js';

const operations = readFileSync(join(projectRoot(), 'docs', 'operations.md'), 'utf8');

/** The parameters of a connection that PgBouncer does not refuse. */
const KNOWN = ['user', 'database', 'application_name', 'client_encoding'];

/** Returns the parameters with which a pool begins a connection. */
async function parametersOfPool(): Promise<Map<string, string>> {
  const server = createServer();
  const first = new Promise<Buffer>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (bytes) => {
        resolve(Buffer.from(bytes));
        socket.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const db = connectDatabase(`postgresql://modport:secret@127.0.0.1:${port}/modport`);
  await db.$queryRaw`select 1`.catch(() => undefined);
  // The length and the version come first.
  const texts = (await first).subarray(8).toString().split('\0');
  await db.$disconnect();
  server.close();
  return new Map(
    texts.flatMap((name, at) => (at % 2 === 0 && name !== '' ? [[name, texts[at + 1] ?? '']] : [])),
  );
}

it('PgBouncer with the documented settings accepts a connection, and the role has the same limits', async () => {
  const [, ignored = ''] = /ignore_startup_parameters = (\S+)/.exec(operations) ?? [];
  const ofRole = [...operations.matchAll(/alter role modport set (\w+) = '(\d+)s'/g)];
  const limits = new Map(ofRole.map(([, name = '', s]) => [name, `${Number(s) * 1000}`]));
  const parameters = await parametersOfPool();
  for (const name of KNOWN) parameters.delete(name);
  expect(parameters).toEqual(limits);
  expect(ignored.split(',')).toEqual([...limits.keys()]);
});

it('a transaction of an operator command has its own limits in a session with those of the role', async () => {
  const { db, drop } = await openTestDatabase({ statementTimeoutMs: 120_000 });
  const limits = `select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`;
  await db.$queryRaw`
    select set_config('statement_timeout', '15s', false),
      set_config('idle_in_transaction_session_timeout', '20s', false)`;
  const within = await db.$transaction((tx) => tx.$queryRawUnsafe(limits));
  expect(within).toEqual([{ statement: '2min', idle: '125s' }]);
  // The same session, after the transaction.
  expect(await db.$queryRawUnsafe(limits)).toEqual([{ statement: '15s', idle: '20s' }]);
  await drop();
});
