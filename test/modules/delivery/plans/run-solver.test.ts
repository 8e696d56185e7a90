import { describe, expect, test } from 'vitest';
import { solvePlan, solverOf } from '../../../../src/modules/delivery/plans/run-solver.js';
import { createMemoryRateLimiter } from '../../../../src/platform/rate-limit/memory-rate-limiter.js';
import type { RateLimiter } from '../../../../src/platform/rate-limit/rate-limit.port.js';
import {
  type RunOptions,
  ThreadFailure,
  type Threads,
} from '../../../../src/platform/threads/threads.port.js';
import { inScope } from '../../../../src/platform/work-scope.js';
import { foreignKeys } from '../../../keys.js';
import { hostileCatalog } from './hostile-catalog.js';

const TASK = hostileCatalog().task([]);
const DEADLINE_MS = 2_000;
const LIMITED = {
  code: 'rate_limited',
  extensions: { quota_bucket: 'plan_time' },
};

type Run = (options: RunOptions) => Promise<never>;

/** Threads that run a function instead of a program, and the options of all runs. */
function threadsTaking(run: Run) {
  const asked: RunOptions[] = [];
  const threads: Threads = {
    run(_program, _input, options) {
      asked.push(options);
      return run(options);
    },
    close: async () => undefined,
  };
  return { threads, asked };
}

const puzzle: Run = async ({ spent }) => {
  spent?.(DEADLINE_MS);
  throw new ThreadFailure('over_deadline');
};

function callers(run: Run, isLimited = true) {
  let now = 0;
  const { threads, asked } = threadsTaking(run);
  const limiter: RateLimiter | null = isLimited
    ? createMemoryRateLimiter({ now: () => new Date(now) })
    : null;
  const planSolver = { threads, deadlineMs: DEADLINE_MS };
  const platform = { planSolver, limiter, keys: foreignKeys() };
  const plan = (actor: string) =>
    solvePlan(solverOf({ platform, viewer: { actor } }), TASK).catch((error: unknown) => error);
  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  return { plan, pass, asked };
}

describe('the thread time of a caller', () => {
  test('puzzles use up the thread time of a caller, whose next plan starts no thread', async () => {
    const { plan, pass, asked } = callers(puzzle);
    for (let run = 0; run < 5; run += 1) {
      expect(await plan('attacker')).toMatchObject({ code: 'validation_failed' });
    }
    expect(await plan('attacker')).toMatchObject({
      ...LIMITED,
      extensions: { quota_bucket: 'plan_time', retry_after_seconds: 12 },
    });
    expect(asked).toHaveLength(5);
    expect(await plan('victim')).toMatchObject({ code: 'validation_failed' });
    pass(12);
    expect(await plan('attacker')).toMatchObject({ code: 'validation_failed' });
    expect(await plan('attacker')).toMatchObject(LIMITED);
  });

  test('quick plans cost only their run time, so hundreds of them fit into a minute', async () => {
    const quick: Run = async ({ spent }) => {
      spent?.(20);
      throw new ThreadFailure('out_of_memory');
    };
    const { plan, asked } = callers(quick);
    for (let run = 0; run < 400; run += 1) await plan('somebody');
    expect(asked).toHaveLength(400);
    expect(await plan('somebody')).toMatchObject({ code: 'validation_failed' });
    expect(await plan('somebody')).toMatchObject(LIMITED);
  });

  test('concurrent runs cannot spend the same thread time twice', async () => {
    const { plan, asked } = callers(puzzle);
    const answers = await Promise.all(Array.from({ length: 20 }, () => plan('attacker')));
    expect(asked).toHaveLength(5);
    expect(answers.filter((it) => (it as { code: string }).code === 'rate_limited')).toHaveLength(
      15,
    );
  });

  test('a run that gets no thread costs no thread time', async () => {
    const { plan, asked } = callers(async () => {
      throw new ThreadFailure('busy');
    });
    for (let run = 0; run < 50; run += 1) {
      expect(await plan('somebody')).toMatchObject({ code: 'service_unavailable' });
    }
    expect(asked).toHaveLength(50);
  });

  test('disabled rate limits count no thread time, but the queue share per caller remains', async () => {
    const codes = ['over_deadline', 'over_share'] as const;
    let run = 0;
    const { plan } = callers(async ({ spent }) => {
      run += 1;
      spent?.(DEADLINE_MS);
      throw new ThreadFailure(codes[run > 20 ? 1 : 0]);
    }, false);
    for (let at = 0; at < 20; at += 1) {
      expect(await plan('somebody')).toMatchObject({ code: 'validation_failed' });
    }
    expect(await plan('somebody')).toMatchObject(LIMITED);
  });
});

describe('the solver of a client', () => {
  test('a client that disconnects aborts its solver and pays for the time until then', async () => {
    const client = new AbortController();
    const { plan, asked } = callers(async ({ signal, spent }) => {
      client.abort();
      spent?.(DEADLINE_MS);
      throw signal?.reason;
    });
    const scoped = () => inScope({ lane: 'requests', gone: client.signal }, () => plan('somebody'));
    for (let run = 0; run < 5; run += 1) {
      expect(await scoped()).toMatchObject({ name: 'ClientGone' });
    }
    expect(asked.map(({ signal }) => signal)).toEqual(Array(5).fill(client.signal));
    expect(await scoped()).toMatchObject(LIMITED);
  });
});
