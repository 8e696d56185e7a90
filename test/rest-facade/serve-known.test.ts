import { expect, test, vi } from 'vitest';
import { createSharedReads } from '../../rest-facade/shared/shared-reads.js';
import { NOTHING_STORED, refusalOf, startToy, toyGateway, toyState } from './toy.js';
import { NOTE } from './toy-schema.js';

/** Rejects with the next unhandled rejection of the process, until `stop`. */
function unhandledRejection() {
  let note: (error: unknown) => void = () => undefined;
  const happened = new Promise<never>((_, reject) => {
    note = reject;
  });
  process.on('unhandledRejection', note);
  return { happened, stop: () => process.off('unhandledRejection', note) };
}

test('a known read that fails after its request was counted elsewhere is a problem response', async () => {
  const join = vi.fn(() => {
    throw new Error('no request can wait');
  });
  const toy = await startToy({
    gateway: { ...toyGateway(toyState()), hasLimits: true, admitAnonymous: async () => null },
    sharedReads: { ...createSharedReads(NOTHING_STORED), join },
  });
  const read = () => toy.send('GET', `/v1/notes/${NOTE}`);
  const { happened, stop } = unhandledRejection();
  try {
    expect([(await read()).status, join.mock.calls.length]).toEqual([200, 0]);
    // The address is known now.
    const response = await Promise.race([read(), happened]);
    expect(await refusalOf(response)).toEqual([500, 'internal_error']);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(join).toHaveBeenCalledOnce();
  } finally {
    stop();
    await toy.close();
  }
});
