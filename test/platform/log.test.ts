import { expect, test } from 'vitest';
import { createLog } from '../../src/platform/log.js';
import { openBullTransport } from '../../src/platform/queue/bull-transport.js';
import { createHints } from '../../src/platform/queue/hints.js';
import { greeting, refused, startFakeRedis } from './rate-limit/fake-redis.js';

const PASSWORD = 'correct-horse-battery';

test('the log hides the password of a Redis that rejects it', async () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => lines.push(line) });
  const redis = await startFakeRedis((command) =>
    command[0] === 'auth' ? refused('WRONGPASS invalid password') : greeting(command),
  );
  const redisUrl = redis.url.replace('//', `//worker:${PASSWORD}@`);
  const carrier = openBullTransport({
    redisUrl,
    installation: 'log',
    onFault: (err) => log.debug({ err }, 'a connection failed'),
  });
  const hints = createHints({ transport: carrier, log, clock: { now: () => new Date() } });
  const row = { id: '01900000-0000-7000-8000-000000000000', attempts: 0, dueAt: new Date(0) };
  await hints.send('quick', [row]);
  hints.stop();
  await carrier.close();
  await redis.close();
  expect(hints.isUnavailable()).toBe(true);
  expect(lines.join('')).toContain('WRONGPASS');
  expect(lines.join('')).not.toContain(PASSWORD);
});
