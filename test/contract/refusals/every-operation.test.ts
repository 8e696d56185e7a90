import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RATE_CLASSES, type RateClass } from '../../../src/registry/limits.js';
import { bucketKey } from '../../../src/request/admit.js';
import type { Creator } from '../../actors.js';
import { whileCrowded } from '../../crowd.js';
import { useWorld } from '../../harness.js';
import { everyNth } from '../../rounds.js';
import { OPERATIONS, type Operation } from '../matrix/operations.js';
import { pathOf } from '../matrix/subject.js';
import { openWire, type Wire, type WireAnswer } from '../matrix/wire.js';

// Refusals that do not depend on the operation: every request can meet them before or in its first
// steps. The matrix proves the other common refusals.
const world = useWorld({ RATE_LIMITS: 'on' }, { jobs: 'when-settled' });
let creator: Creator;
let wire: Wire;

beforeAll(async () => {
  // Rate-limit units that return during a test would admit requests.
  world.clock.stop();
  creator = await world.creator('every-operation');
  wire = openWire(world.baseUrl);
});
afterAll(() => wire.close());

/** Sends a request with a credential, client identity and unknown ids, and without a body. */
function ask(operation: Operation, headers: Readonly<Record<string, string>> = {}) {
  const names = [...operation.route.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const parameters = Object.fromEntries(names.map((name) => [name, randomUUID()]));
  return wire.send({
    method: operation.route.method,
    target: `/v1${pathOf(operation, { parameters })}`,
    headers: {
      Authorization: `Bearer ${creator.token}`,
      'User-Agent': 'modport-tests/1.0 (+https://modport.example/tests)',
      'X-Service-Client': 'modport-tests',
      'X-Service-Client-Version': '1.0',
      ...headers,
    },
  });
}

const shownOf = ({ status, body }: WireAnswer) => `${status} ${body.code}`;
const operations = OPERATIONS.map((operation) => [operation.operationId, operation] as const);

/** Takes all remaining units of the user's rate class in this minute. */
async function spend(rate: RateClass): Promise<void> {
  const { platform } = world;
  const perMinute = RATE_CLASSES[rate].userPerMinute;
  const key = bucketKey(platform, rate, `user:${creator.userId}`);
  const decision = await platform.limiter?.take([{ key, rate, perMinute, units: perMinute }]);
  expect(decision?.allowed).toBe(true);
}

describe('a malformed HTTP request', () => {
  it.each(everyNth(operations, 8))(
    '%s returns 400 invalid_request for an unsupported Expect header',
    async (_name, operation) => {
      expect(shownOf(await ask(operation, { Expect: 'a-miracle' }))).toBe('400 invalid_request');
    },
  );
});

describe('a request while the database queue is full', () => {
  it('every operation returns 503 service_unavailable while the database queue is full', async () => {
    const responses = await whileCrowded(world, async () => {
      const seen: [string, string][] = [];
      for (const [name, operation] of operations) seen.push([name, shownOf(await ask(operation))]);
      return seen;
    });
    expect(responses).toEqual(operations.map(([name]) => [name, '503 service_unavailable']));
  });
});

describe('a request whose credential lookup fails unexpectedly', () => {
  beforeAll(() => world.platform.db.$executeRaw`alter table credentials rename to elsewhere`);
  afterAll(() => world.platform.db.$executeRaw`alter table elsewhere rename to credentials`);

  it.each(everyNth(operations, 8))(
    '%s returns 500 internal_error if the credential lookup fails',
    async (_name, operation) => {
      expect(shownOf(await ask(operation))).toBe('500 internal_error');
    },
  );
});

describe('a request beyond the limit of its rate class', () => {
  beforeAll(async () => {
    for (const rate of new Set(OPERATIONS.map(({ route }) => route.rate))) await spend(rate);
  });

  it.each(everyNth(operations, 8))(
    '%s returns 429 rate_limited beyond the limit of its rate class',
    async (_name, operation) => {
      const answer = await ask(operation);
      expect(shownOf(answer)).toBe('429 rate_limited');
      expect(answer.body.quota_bucket).toBe(operation.route.rate);
    },
  );
});
