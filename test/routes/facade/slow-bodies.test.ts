import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeBlockByUsername } from '../../../src/modules/identity/index.js';
import { watchStatements } from '../../../src/platform/database/connect.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Creator } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { allOf, dial } from '../../raw-http.js';

const world = useWorld({}, { jobs: 'when-settled' });
const GRAPHQL =
  'mutation { createModDraft(input: { gameSlug: "slow", title: { en: "T" }, description: { en: "D" } }) { id } }';
const FACES = [
  ['REST', '/v1/mods', { game_slug: 'slow', title: { en: 'T' }, description: { en: 'D' } }],
  ['GraphQL', '/graphql', { query: GRAPHQL }],
] as const;

beforeAll(() => newGame(world, 'slow'));

/** Sends a body without its last byte, runs `done`, and sends the rest. */
async function slowly(creator: Creator, path: string, body: object, done: () => Promise<unknown>) {
  const text = JSON.stringify(body);
  const { port, host } = new URL(world.baseUrl);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${creator.token}`,
    'User-Agent: modport-tests/1.0 (+https://modport.example/tests)',
    'X-Service-Client: modport-tests',
    'X-Service-Client-Version: 1.0',
    `Idempotency-Key: ${randomUUID()}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    'Connection: close',
  ].join('\r\n');
  const seen: string[] = [];
  const stop = watchStatements(world.platform.db, (sql) => seen.push(sql));
  const socket = await dial(Number(port), `${head}\r\n\r\n${text.slice(0, -1)}`);
  await eventually(() => expect(seen.join()).toContain('credentials'));
  stop();
  await done();
  socket.write(text.slice(-1));
  const [answer] = await allOf(socket);
  return answer;
}

describe.each(FACES)('a slow body over %s', (face, path, body) => {
  it('a slow body writes nothing for an account that is blocked before its end', async () => {
    const mallory = await world.creator(`mallory-${face.toLowerCase()}`);
    const before = await world.platform.db.mod.count();
    const answer = await slowly(mallory, path, body, async () => {
      await changeBlockByUsername(
        createSystemContext(world.platform, 'test'),
        mallory.username,
        true,
      );
      world.clock.advance(5);
    });
    expect(answer?.body).toContain('account_blocked');
    expect(await world.platform.db.mod.count()).toBe(before);
  });

  it('a slow body writes for a credential that is still valid at its end', async () => {
    const alice = await world.creator(`alice-${face.toLowerCase()}`);
    const before = await world.platform.db.mod.count();
    await slowly(alice, path, body, async () => world.clock.advance(5));
    expect(await world.platform.db.mod.count()).toBe(before + 1);
  });
});
