import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import type { Answer, Creator } from '../actors.js';
import { type CutOffs, createCutOffs } from '../cut-offs.js';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';

const world = useWorld();
let cutOffs: CutOffs;
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'once');
  cutOffs = await createCutOffs(world.platform.db);
  alice = await world.creator('alice');
});

/** The expected state of one key. */
interface KeyModel {
  readonly state: 'running' | 'answered';
  readonly body: string;
  readonly leaseUntil: number;
  readonly expiresAt: number;
  readonly first: Answer | null;
}

interface Model {
  /** The seconds that have passed. */
  now: number;
  effects: number;
  readonly keys: Map<string, KeyModel>;
}

/** The name of the run, which prefixes the titles of its mods. */
interface Real {
  readonly name: string;
}

type Rule = 'runs' | 'conflicts' | 'waits' | 'replays';

function ruleFor({ keys, now }: Model, key: string, body: string): Rule {
  const known = keys.get(key);
  if (!known || known.expiresAt <= now) return 'runs';
  if (known.body !== body) return 'conflicts';
  if (known.state === 'answered') return 'replays';
  return known.leaseUntil > now ? 'waits' : 'runs';
}

type Ending = 'whole' | 'cut before its effect' | 'cut after its effect';

const REFUSED = 'too long a title';

async function send({ name }: Real, key: string, body: string, ending: Ending): Promise<Answer> {
  const title = { en: `${name} ${body === REFUSED ? 'x'.repeat(1000) : body}` };
  const draft = { game_slug: 'once', title, description: { en: 'Made once.' } };
  const work = () =>
    alice.post('/mods', draft, { 'Idempotency-Key': `${name} ${key}`.replace(' ', '-') });
  if (ending === 'whole') return work();
  return cutOffs.before(ending === 'cut before its effect' ? 'effected' : 'done', work);
}

function settle(model: Model, key: string, body: string, ending: Ending, answer: Answer): void {
  const leaseUntil = model.now + LIMITS.idempotencyLeaseSeconds;
  const expiresAt = model.now + LIMITS.idempotencyLifetimeSeconds;
  if (body === REFUSED) {
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_metadata']);
    model.keys.delete(key);
  } else if (ending === 'cut before its effect') {
    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
    model.keys.set(key, { state: 'running', body, leaseUntil, expiresAt, first: null });
  } else {
    expect(answer.status).toBe(201);
    model.effects += 1;
    model.keys.set(key, { state: 'answered', body, leaseUntil, expiresAt, first: answer });
  }
}

function expectReplay(answer: Answer, first: Answer | null | undefined): void {
  expect([answer.status, answer.body]).toEqual([201, first?.body]);
  for (const name of ['etag', 'location', 'cache-control', 'content-type']) {
    expect([name, answer.headers.get(name)]).toEqual([name, first?.headers.get(name)]);
  }
}

function expectRefusal(answer: Answer, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([409, code]);
  const waits = code === 'idempotency_in_progress';
  expect(answer.headers.get('retry-after')).toBe(waits ? '1' : null);
}

async function expectEffects(model: Model, { name }: Real): Promise<void> {
  const { db } = world.platform;
  const mods = await db.mod.findMany({
    where: { title: { path: ['en'], string_starts_with: `${name} ` } },
    select: { id: true },
  });
  const targetId = { in: mods.map(({ id }) => id) };
  expect(mods).toHaveLength(model.effects);
  expect(await db.auditEntry.count({ where: { targetId } })).toBe(model.effects);
}

type Step = fc.AsyncCommand<Model, Real>;

const step = (name: string, run: Step['run']): Step => ({
  check: () => true,
  run,
  toString: () => name,
});

const key = fc.constantFrom('a', 'b');
const body = fc.constantFrom('one', 'one', 'two', REFUSED);
const ending = fc.constantFrom<Ending>('whole', 'cut before its effect', 'cut after its effect');

const sends = fc.tuple(key, body, ending).map(([key, body, ending]) =>
  step(`${key} ${body}, ${ending}`, async (model, real) => {
    const rule = ruleFor(model, key, body);
    const answer = await send(real, key, body, ending);
    if (rule === 'runs') settle(model, key, body, ending, answer);
    if (rule === 'conflicts') expectRefusal(answer, 'idempotency_conflict');
    if (rule === 'waits') expectRefusal(answer, 'idempotency_in_progress');
    if (rule === 'replays') expectReplay(answer, model.keys.get(key)?.first);
    await expectEffects(model, real);
  }),
);

const sendsAtOnce = key.map((key) =>
  step(`${key} one, three times at once`, async (model, real) => {
    const rule = ruleFor(model, key, 'one');
    const answers = await Promise.all([1, 2, 3].map(() => send(real, key, 'one', 'whole')));
    const made = answers.filter(({ status }) => status === 201);
    const [first] = made;
    if (rule === 'runs' && first) settle(model, key, 'one', 'whole', first);
    for (const answer of made) expectReplay(answer, model.keys.get(key)?.first);
    const code = rule === 'conflicts' ? 'idempotency_conflict' : 'idempotency_in_progress';
    for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, code);
    expect(made.length > 0).toBe(rule === 'runs' || rule === 'replays');
    await expectEffects(model, real);
  }),
);

const passes = fc
  .constantFrom(LIMITS.idempotencyLeaseSeconds + 1, LIMITS.idempotencyLifetimeSeconds + 1)
  .map((seconds) =>
    step(`${seconds} s pass`, async (model) => {
      world.clock.advance(seconds);
      model.now += seconds;
    }),
  );

test('an idempotency key has at most one effect a day and repeats its first response, regardless of what is cut off or retried', async () => {
  const steps = fc.commands([sends, sends, sends, sendsAtOnce, passes], { maxCommands: 14 });
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const start = () => ({
        model: { now: 0, effects: 0, keys: new Map() },
        real: { name: randomUUID() },
      });
      await fc.asyncModelRun(start, steps);
    }),
    { numRuns: 60, interruptAfterTimeLimit: 15_000 },
  );
});
