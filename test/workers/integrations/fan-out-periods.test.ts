import { describe, expect, it } from 'vitest';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { useWorld } from '../../harness.js';

describe('the jobs fan-out-events of several minutes', () => {
  const world = useWorld({}, { jobs: 'when-settled' });

  async function queued(period: number): Promise<string> {
    const { db } = world.platform;
    const dedupeKey = `period-${period}`;
    await enqueue(db, { kind: 'fan-out-events', payload: {}, dedupeKey });
    return (await db.job.findFirstOrThrow({ where: { kind: 'fan-out-events', dedupeKey } })).id;
  }
  const stateOf = async (id: string) =>
    (await world.platform.db.job.findUniqueOrThrow({ where: { id } })).state;

  it('a job runs again until that of a later minute exists, and ends at the next run however late', async () => {
    const first = await queued(29_000_001);
    await world.settled();
    // A run in the last seconds of a minute, before the next job exists.
    const sinceMinute = world.clock.now().getTime() % 60_000;
    world.clock.advance((60_000 - sinceMinute) / 1000 - 1);
    await world.settled();
    expect(await stateOf(first)).toBe('queued');
    const second = await queued(29_000_002);
    world.clock.advance(LIMITS.webhookFanOutSeconds + 25);
    await world.settled();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['succeeded', 'queued']);
  });
});
