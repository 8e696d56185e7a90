import { describe, expect, it } from 'vitest';
import { putBytes } from '../publishing.js';
import { putHalf, putHalfAndDie } from './half-put.js';
import { killedAt, useKillables } from './killables.js';
import { expectNoOrphans, expectNothingOf, expectOneOfEach } from './one-of-each.js';
import { beginUpload, goneAfter, uploadToTheEnd } from './resuming-client.js';

const service = useKillables({ api: 2, workers: 1 });

type Row = readonly [point: string, kind: 'single' | 'parts'];

const POINTS: readonly Row[] = [
  ['before the answer to POST /v1/uploads/ID/complete', 'single'],
  ['before the commit of upload.accepted', 'single'],
  ['after the commit of upload.accepted', 'single'],
  ['before the answer to POST /v1/uploads', 'single'],
  ['after the answer to POST /v1/uploads', 'single'],
  ['before the answer to PUT /storage', 'single'],
  ['before storage.head', 'single'],
  ['before the commit of upload.completed', 'single'],
  ['after the commit of upload.completed', 'single'],
  ['before storage.createMultipart', 'parts'],
  ['after storage.createMultipart', 'parts'],
  ['before the commit of upload.opened', 'parts'],
  ['after the commit of upload.opened', 'parts'],
  ['after the commit of upload.parts_signed', 'parts'],
  ['before the answer to PUT /storage', 'parts'],
  ['before storage.completeMultipart', 'parts'],
  // Nothing can be sent again after this point: the store has joined the parts.
  ['after storage.completeMultipart', 'parts'],
  ['after the commit of upload.completed', 'parts'],
];

describe('uploads with a killed API process', () => {
  it.each(POINTS)(
    'an upload leaves exactly one of each record if its API process dies %s (%s)',
    async (point, kind) => {
      const upload = await killedAt(service.api, point, () => uploadToTheEnd(service, kind));
      expect(upload.lifecycleStatus).toBe('ready');
      await expectOneOfEach(service, upload, 'ready');
    },
  );

  it.each<Row[1]>(['single', 'parts'])(
    'an upload leaves exactly one of each record if its API process dies halfway through PUT /storage (%s)',
    async (kind) => {
      const point = 'halfway through PUT /storage';
      const upload = await killedAt(service.api, point, () =>
        uploadToTheEnd(service, kind, putHalf),
      );
      expect(upload.lifecycleStatus).toBe('ready');
      await expectOneOfEach(service, upload, 'ready');
    },
  );
});

describe('uploads with a killed client', () => {
  it.each<Row[1]>(['parts', 'single'])(
    'an upload continues after its client was killed halfway through a PUT (%s)',
    async (kind) => {
      const upload = await uploadToTheEnd(service, kind, putHalfAndDie);
      expect(upload.lifecycleStatus).toBe('ready');
      await expectOneOfEach(service, upload, 'ready');
    },
  );

  it('an abandoned upload expires after 48 hours and leaves nothing in the store', async () => {
    const gone = [
      await beginUpload(service, 'parts'),
      await beginUpload(service, 'single', goneAfter(putHalfAndDie)),
      await beginUpload(service, 'parts', goneAfter(putHalfAndDie)),
      await beginUpload(service, 'single', goneAfter(putBytes)),
      await beginUpload(service, 'parts', goneAfter(putBytes)),
    ];
    for (const upload of gone.slice(1)) await expect(upload.send()).rejects.toThrow('gone');
    await expectNoOrphans(service);
    for (const upload of gone) await expectNothingOf(service, upload);
  });
});
