import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { fileOf, keep, openProviderServer } from '../provider-server.js';
import { archiveOf, putBytes } from '../publishing.js';
import { declared, refer, switchedOn } from '../workers/publishing/references.js';
import { killedAt, useKillables } from './killables.js';
import {
  expectNoOrphans,
  expectNothingOf,
  expectOneAttestation,
  expectOneOfEach,
} from './one-of-each.js';
import { beginUpload, goneAfter, uploadToTheEnd } from './resuming-client.js';
import { plantOrphans, settled, stagedIn, sweep, sweepOut } from './sweeps.js';

const provider = await openProviderServer();
afterAll(() => provider.close());

const service = useKillables({ api: 1, workers: 2 }, switchedOn(provider));

type Row = readonly [point: string, kind: 'single' | 'parts' | 'refused'];

const POINTS: readonly Row[] = [
  ['before the commit of file.ready', 'parts'],
  ['within storage.readTransient', 'parts'],
  ['before the commit of file.ready', 'single'],
  ['before uploadSession.updateMany to validating', 'single'],
  ['after uploadSession.updateMany to validating', 'single'],
  ['after uploadSession.updateMany to scanning', 'single'],
  ['after artifact.updateMany', 'single'],
  ['after modVersion.updateMany to scanning', 'single'],
  ['before storage.head', 'single'],
  ['before storage.readTransient', 'single'],
  ['before storage.promote', 'single'],
  ['after storage.promote', 'parts'],
  ['after the commit of file.ready', 'single'],
  ['before the commit of file.failed', 'refused'],
  ['after the commit of file.failed', 'refused'],
];

describe('uploads with a killed worker', () => {
  it.each(POINTS)(
    'an upload leaves exactly one of each record if its worker dies %s (%s)',
    async (point, kind) => {
      const upload = await killedAt(service.workers, point, () => uploadToTheEnd(service, kind));
      const outcome = kind === 'refused' ? 'failed' : 'ready';
      expect(upload.lifecycleStatus).toBe(outcome);
      await expectOneOfEach(service, upload, outcome);
    },
  );
});

describe('external files with a killed worker', () => {
  it.each<readonly [point: string, kind: 'kept' | 'changed']>([
    ['before the commit of reference.verified', 'kept'],
    ['after referenceValidation.updateMany to processing', 'kept'],
    ['before storage.put', 'kept'],
    ['within storage.put', 'kept'],
    ['after storage.put', 'kept'],
    ['after the commit of reference.verified', 'kept'],
    ['before the commit of reference.rejected', 'changed'],
    ['after the commit of reference.rejected', 'changed'],
  ])(
    'an external file gets exactly one attestation if its worker dies %s (%s)',
    async (point, kind) => {
      const bytes = new Uint8Array(archiveOf(randomUUID()));
      const file = keep(provider, 'codeberg', bytes);
      if (kind === 'changed') provider.serve(file.filePath, fileOf(archiveOf(randomUUID())));
      const referred = await killedAt(service.workers, point, async () => {
        const made = await refer(await service.actor(), service.modId, declared(file, bytes));
        await settled(service, 'verify-reference');
        return made;
      });
      await expectOneAttestation(service, referred, kind === 'kept' ? 'ready' : 'failed');
    },
  );
});

describe('sweeps with a killed worker', () => {
  it.each([
    'before the commit of upload.expired',
    'after the commit of upload.expired',
    'before storage.remove',
    'after storage.remove',
    'after uploadSession.update',
  ])('an idle upload session is swept exactly once if the worker dies %s', async (point) => {
    const { db } = service;
    const staged = await stagedIn(service);
    const upload = await beginUpload(service, 'single', goneAfter(putBytes));
    await expect(upload.send()).rejects.toThrow('gone');
    const readRow = () => db.uploadSession.findUniqueOrThrow({ where: { id: upload.uploadId } });
    const { revision } = await readRow();
    await killedAt(service.workers, point, () => sweepOut(service, upload));
    await expectNothingOf(service, upload);
    expect((await readRow()).revision).toBe(revision + 1);
    expect(await stagedIn(service)).toEqual(staged);
  });

  it.each([
    'after storage.remove',
    'before storage.remove',
    'before the commit of sweep-staging',
    'after the commit of sweep-staging',
    'before storage.abortMultipart',
    'after storage.abortMultipart',
  ])('staged objects without a session are swept if the worker dies %s', async (point) => {
    const staged = await stagedIn(service);
    await killedAt(service.workers, point, async () => {
      await plantOrphans(service);
      await sweep(service, 'sweep-staging');
    });
    expect(await stagedIn(service)).toEqual(staged);
  });
});

it('the store contains only blobs days after all workers were killed', () =>
  expectNoOrphans(service));
