import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { withFirstSignal } from '../../src/platform/abort-signals.js';

const untilEnded = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('work with several signals', () => {
  it('the first signal that ends gives the reason', async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const work = withFirstSignal([one.signal, other.signal], untilEnded);
    other.abort('the other');
    one.abort('the one');
    await expect(work).rejects.toBe('the other');
  });

  it('a signal that has ended before ends the work at its start', async () => {
    const signals = [new AbortController().signal, AbortSignal.abort('earlier')];
    const seen = await withFirstSignal(signals, async (signal) => signal.reason);
    expect(seen).toBe('earlier');
  });

  it('the signals keep nothing of ended work, whether it succeeds or fails', async () => {
    const { signal } = new AbortController();
    await withFirstSignal([signal], async () => 'done');
    await expect(
      withFirstSignal([signal], () => Promise.reject(new Error('failed'))),
    ).rejects.toThrow('failed');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
