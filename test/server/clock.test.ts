import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { secondsAhead, systemClock } from '../../src/platform/clock.js';
import { createClockWatch } from '../../src/platform/clock-watch.js';
import { silentLog } from '../../src/platform/log.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { Json } from '../actors.js';
import { eventually } from '../eventually.js';
import { useWorld } from '../harness.js';
import { metricsShow } from '../metrics.js';

// Before the service starts, so that the tests decide when its timers fire.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterAll(() => void vi.useRealTimers());
const world = useWorld();
const nextCheck = () => vi.advanceTimersByTime(LIMITS.clockWatchSeconds * 1000);

const shows = (clock: string, reason?: RegExp) =>
  eventually(async () => {
    const ready = await fetch(`${world.baseUrl}/readyz`);
    const { status, parts, reasons = {} }: Json = await ready.json();
    expect([ready.status, status, parts.clock]).toEqual([200, 'ready', clock]);
    if (reason) expect(reasons.clock).toMatch(reason);
    else expect(reasons).toEqual({});
  });

describe('a clock that jumps', () => {
  // Before any other, because the checks of the others ask it.
  it('a read of /readyz or /metrics does not ask the database for its time', async () => {
    const asked = await world.statements(async () => {
      await Promise.all(['/readyz', '/metrics'].map((path) => fetch(`${world.baseUrl}${path}`)));
    });
    expect(asked.join()).not.toContain('clock_timestamp');
  });

  it('a clock that jumps is degraded in /readyz after the next check, with its distance from the database', async () => {
    await shows('up');
    await metricsShow(world, 'modport_clock_jumps_total 0');
    world.clock.advance(3600);
    nextCheck();
    await shows(
      'degraded',
      /^the clock of this process is (3600|3599)\.\d s ahead of that of the database$/,
    );
    await metricsShow(
      world,
      /^modport_clock_skew_seconds\{against="database"\} 3(600|599)/m,
      'modport_clock_jumps_total 1',
      'modport_part_up{part="clock"} 1',
    );
    world.clock.advance(-3600);
    nextCheck();
    await shows('degraded', /^the clock of this process jumped back by 3600 s$/);
    await metricsShow(
      world,
      'modport_clock_skew_seconds{against="database"} 0',
      'modport_clock_jumps_total 2',
    );
  });

  it('a process that serves no /readyz finds a jump too, until its service stops', async () => {
    const { db } = world.platform;
    const ground = { now: Date.now() };
    const clock = { now: () => new Date(ground.now) };
    const watch = createClockWatch({ clock, db, stores: [], log: silentLog });
    await watch.start();
    ground.now += 60_000;
    nextCheck();
    await eventually(() => expect(watch.use().jumps).toBe(1));
    watch.stop();
    ground.now += 60_000;
    nextCheck();
    expect(watch.use().jumps).toBe(1);
  });

  it('a clock that is behind from the start is degraded without a jump', async () => {
    const { db } = world.platform;
    const clock = { now: () => new Date(Date.now() - 60_000) };
    const watch = createClockWatch({ clock, db, stores: [], log: silentLog });
    await watch.check();
    expect(watch.report()).toEqual({
      state: 'degraded',
      reason: expect.stringMatching(/ s behind that of the database$/),
    });
    expect(watch.use().jumps).toBe(0);
  });

  it('a clock of the second store that differs is named', async () => {
    const { db } = world.platform;
    const store = { storeName: 'mirror', clockAheadSeconds: () => -1200 };
    const clock = { now: () => new Date() };
    const watch = createClockWatch({ clock, db, stores: [store], log: silentLog });
    await watch.check();
    expect(watch.report()).toEqual({
      state: 'degraded',
      reason: 'the clock of this process is 1200.0 s behind that of the mirror',
    });
  });

  it('a clock at the limit does not flap: it is right again only below four seconds', async () => {
    const { db } = world.platform;
    const store = { storeName: 'primary', clockAheadSeconds: () => seconds };
    const watch = createClockWatch({ clock: systemClock, db, stores: [store], log: silentLog });
    let seconds = 0;
    const states: string[] = [];
    for (seconds of [4.5, 5.5, 4.5, -4.5, 3.9, 4.5]) {
      await watch.check();
      states.push(watch.report().state);
    }
    expect(states).toEqual(['up', 'degraded', 'degraded', 'degraded', 'up', 'up']);
  });

  it('a database that stops to respond keeps the verdict about the clock for a minute', async () => {
    const { db } = world.platform;
    const time = vi.spyOn(performance, 'now');
    let isAway = false;
    const $queryRaw = () =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve([{ ms: Date.now() + 60_000 }]);
    const failing = Object.create(db, { $queryRaw: { value: $queryRaw } });
    let steady = 0;
    time.mockImplementation(() => steady);
    const now = new Date();
    const clock = { now: () => new Date(now.getTime() + steady) };
    const watch = createClockWatch({ clock, db: failing, stores: [], log: silentLog });
    await watch.check();
    isAway = true;
    steady += LIMITS.clockKeptSeconds * 1000 - 1;
    await watch.check();
    expect(watch.report().state).toBe('degraded');
    steady += 1;
    await watch.check();
    time.mockRestore();
    expect(watch.report().state).toBe('up');
  });

  it('a database without a response is no fault of the clock', async () => {
    const clock = { now: () => new Date() };
    const { db } = world.platform;
    const broken = Object.create(db, {
      $queryRaw: { value: () => Promise.reject(new Error('away')) },
    });
    const watch = createClockWatch({ clock, db: broken, stores: [], log: silentLog });
    await watch.check();
    expect(watch.report()).toEqual({ state: 'up' });
    expect(watch.use().ahead).toEqual({});
  });
});

describe('secondsAhead', () => {
  it.each([
    [
      'a slow response counts for neither side',
      { sentAtMs: 0, tookMs: 9000, fromMs: 5000, toMs: 5000 },
      0,
    ],
    [
      'a clock is ahead by what the response cannot explain',
      { sentAtMs: 9000, tookMs: 1000, fromMs: 1000, toMs: 2000 },
      7,
    ],
    [
      'a clock is behind by what the response cannot explain',
      { sentAtMs: 0, tookMs: 999, fromMs: 9000, toMs: 9500 },
      -8,
    ],
    [
      'a part of a millisecond that the clock does not show counts for neither side',
      { sentAtMs: 0, tookMs: 0.3, fromMs: 1.2, toMs: 1.2 },
      0,
    ],
  ])('%s', (_name, given, seconds) => {
    expect(secondsAhead(given)).toBe(seconds);
  });
});
