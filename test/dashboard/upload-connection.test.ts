import { describe, expect, it } from 'vitest';
import { createTransfers, type Transfers } from '../../dashboard/src/upload/transfers.js';
import { eventually } from '../eventually.js';
import { comeOnline, type Fate, openPage } from './upload-page.js';
import type { UploadService } from './upload-service.js';

/** Sends a main file to a new version, in six parts or in one piece. */
async function sent(content: 'six parts...' | 'one', fateOf: (operation: string) => Fate) {
  const service = await openPage(fateOf);
  const transfers = createTransfers();
  const target = { modId: 'mod', versionId: 'version', fileKind: 'main' } as const;
  transfers.start(new File([content], 'mod.zip'), target);
  return { service, transfers };
}

/** Waits until a transfer is complete, and expects that it made one upload. */
async function expectArrival(transfers: Transfers, service: UploadService): Promise<void> {
  await eventually(() => {
    comeOnline();
    expect(transfers.all()).toEqual([]);
  });
  expect(service.states()).toEqual(['uploaded']);
}

/** Breaks the connection when an operation is sent first, until so many requests have failed. */
function brokenAt(first: string, count: number) {
  const broken = { failures: 0, fateOf };
  function fateOf(operation: string): Fate {
    const { failures } = broken;
    if (failures === count || (failures === 0 && operation !== first)) return 'arrives';
    broken.failures += 1;
    return 'broken';
  }
  return broken;
}

describe('an upload of the dashboard whose connection breaks', () => {
  // A write sends up to three requests by itself, and four parts are sent at a time.
  it.each([
    ['CreateUpload', 4],
    ['RenewUpload', 4],
    ['Upload', 4],
    ['PUT', 17],
    ['CompleteUpload', 4],
  ])(
    'an upload in parts whose connection breaks at %s goes on when it is back',
    async (first, count) => {
      const broken = brokenAt(first, count);
      const { transfers, service } = await sent('six parts...', broken.fateOf);
      await expectArrival(transfers, service);
      expect(broken.failures).toBe(count);
    },
  );

  it('a file in one piece whose connection breaks during the PUT goes on when it is back', async () => {
    const broken = brokenAt('PUT', 5);
    const { transfers, service } = await sent('one', broken.fateOf);
    await expectArrival(transfers, service);
    expect(broken.failures).toBe(5);
  });

  it('the transfer says that it waits for the connection, and can be paused', async () => {
    const { transfers } = await sent('one', (operation) =>
      operation === 'RenewUpload' ? 'broken' : 'arrives',
    );
    await eventually(() => expect(transfers.all()).toMatchObject([{ phase: 'waiting' }]));
    transfers.pause(transfers.all()[0]?.key ?? '');
    await eventually(() => expect(transfers.all()).toMatchObject([{ phase: 'paused' }]));
  });
});

describe('an upload of the dashboard whose response is lost', () => {
  it.each(['CreateUpload', 'RenewUpload', 'SignPart', 'CompleteUpload'])(
    'the upload arrives once if the response to %s is lost',
    async (lost) => {
      let left = 1;
      const { transfers, service } = await sent('six parts...', (operation) => {
        if (operation !== lost || left === 0) return 'arrives';
        left -= 1;
        return 'lost';
      });
      await expectArrival(transfers, service);
      expect(left).toBe(0);
    },
  );

  it.each(['CreateUpload', 'CompleteUpload'])(
    'the upload arrives once if the service did not keep the response to %s either',
    async (lost) => {
      let requests = 0;
      const { transfers, service } = await sent('six parts...', (operation) => {
        if (operation !== lost) return 'arrives';
        requests += 1;
        if (requests === 2) service.forgetResponses();
        return requests === 1 ? 'lost' : 'arrives';
      });
      await expectArrival(transfers, service);
      expect(requests).toBe(2);
    },
  );
});
