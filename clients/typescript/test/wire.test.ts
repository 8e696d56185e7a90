import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundedSignal } from '../src/core/wire.js';

describe('a signal with a timer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('a signal fires if its time passes without a restart', () => {
    const bounded = boundedSignal(1000);
    vi.advanceTimersByTime(900);
    bounded.restart();
    vi.advanceTimersByTime(900);
    expect(bounded.signal.aborted).toBe(false);
    vi.advanceTimersByTime(100);
    expect(bounded.signal.reason).toMatchObject({ message: 'no response within 1000 ms' });
  });

  it('a released signal starts no timer again, which would keep the process alive', () => {
    const bounded = boundedSignal(1000);
    bounded.release();
    bounded.restart();
    expect(vi.getTimerCount()).toBe(0);
  });
});
