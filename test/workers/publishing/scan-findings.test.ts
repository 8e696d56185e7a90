import { describe, expect, it } from 'vitest';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import { LOCALES } from '../../../src/registry/error-texts.js';
import { FINDING_TEXTS, textOf } from '../../../src/registry/finding-texts.js';
import type { Json } from '../../actors.js';
import { EICAR } from '../../archives/inspect.js';
import { writeRar4, writeRar5 } from '../../archives/rar-writer.js';
import { writeSevenZip } from '../../archives/seven-zip-writer.js';
import { writeZip } from '../../archives/zip-writer.js';
import { archiveOf, sendFile, sha256Of } from '../../publishing.js';
import { everyNth, inLongTests } from '../../rounds.js';
import { useScans } from './scans.js';

const scans = useScans();
const { world, newTarget, upload } = scans;
const SIGNATURE = 'EICAR-Test-File';

/** The findings of an upload, as its creator reads them in a language. */
async function findingsIn({ upload_id: id }: Json, locale: string): Promise<Json[]> {
  const read = await scans.alice.get(`/uploads/${id}`, { 'Accept-Language': locale });
  return read.body.data.findings;
}

/** Checks the code and the entry in each language, and that all texts are there. */
async function expectFinding(data: Json, code: string, path: string | null, found = '') {
  for (const locale of LOCALES) {
    const [first, ...others] = await findingsIn(data, locale);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ code, path, found: expect.stringContaining(found) });
    expect(first.why.length * first.fix.length).toBeGreaterThan(0);
  }
}

const text = { name: 'readme.txt', content: 'a file of the mod' };
const virus = { name: 'lib/virus.txt', content: EICAR };

describe('the outcome of an upload (Spec 3.1, 3.2, 4.4)', () => {
  it('an upload and its review explain each finding: what, where, why and how to fix it', async () => {
    const found = async (filename: string, bytes: Buffer) => {
      const data = await upload(await newTarget(), new Uint8Array(bytes), { filename });
      return { state: data.lifecycleStatus, id: data.upload_id };
    };
    const program = { name: 'bin/tool.exe', content: 'MZ explained' };
    const lzma = { local: { method: 14 }, central: { method: 14 } };
    const held = await found('a.zip', writeZip([{ name: 'a.txt', content: 'held' }, program]));
    const refused = await found('b.zip', writeZip([{ name: 'a.png', content: 'x', ...lzma }]));
    expect([held.state, refused.state]).toEqual(['quarantined', 'failed']);
    const told = async (path: string, locale: string) =>
      (await scans.alice.get(path, { 'Accept-Language': locale })).body.data.findings;
    for (const locale of LOCALES) {
      const ofProgram = FINDING_TEXTS.executable_content[locale];
      const expected = [{ code: 'executable_content', path: 'bin/tool.exe', ...ofProgram }];
      expect(await told(`/uploads/${held.id}`, locale)).toEqual(expected);
      expect(await told(`/uploads/${held.id}/review`, locale)).toEqual(expected);
      const method = { code: 'zip_method', values: { method: 'LZMA' } } as const;
      expect(await told(`/uploads/${refused.id}`, locale)).toEqual([
        { code: 'zip_method', path: 'a.png', ...textOf(method, locale) },
      ]);
    }
    const query = `{ getUploadReview(id: "${held.id}") { findings { code path found why fix } } }`;
    const { body } = await scans.alice.graphql(query);
    expect(body.data.getUploadReview.findings).toEqual(
      await told(`/uploads/${held.id}/review`, 'en'),
    );
  });
});

describe('findings of malware', () => {
  it.each(
    everyNth(
      [
        ['a.zip', writeZip([text, { ...virus, method: 'deflate' }]), 'lib/virus.txt'],
        ['stored.zip', writeZip([text, virus]), 'lib/virus.txt'],
        ['a.7z', writeSevenZip([text, virus]), 'lib/virus.txt'],
        ['5.rar', writeRar5([text, virus]), 'lib/virus.txt'],
        ['4.rar', writeRar4([text, virus]), 'lib/virus.txt'],
        [
          'nested.zip',
          writeZip([
            { name: 'in.jar', content: writeZip([text, { ...virus, method: 'deflate' }]) },
          ]),
          'in.jar/lib/virus.txt',
        ],
      ],
      2,
    ),
  )(
    'malware in %s is a finding with its entry, its name and its cure',
    async (filename, content, path) => {
      const data = await upload(await newTarget(), new Uint8Array(content), { filename });
      expect(data.failure).toMatchObject({
        code: 'av_scan_rejected',
        detail: `signature ${SIGNATURE} in ${JSON.stringify(path)}`,
      });
      await expectFinding(data, 'malware', path, SIGNATURE);
    },
  );

  it('malware outside of all entries is a finding without an entry', async () => {
    const content = writeZip([text], { suffix: Buffer.from(EICAR) });
    const data = await upload(await newTarget(), new Uint8Array(content));
    await expectFinding(data, 'malware', null, SIGNATURE);
  });

  it('bytes that were found unsafe before are a finding of a later upload', async () => {
    const bytes = new Uint8Array(archiveOf('known'));
    await upload(await newTarget(), bytes);
    await world.platform.db.blob.update({
      where: { sha256: sha256Of(bytes) },
      data: { state: 'unsafe' },
    });
    await expectFinding(await upload(await newTarget(), bytes), 'known_unsafe', null);
  });
});

inLongTests(() =>
  describe('findings of uploads that end too late', () => {
    const settledAs = async (id: string) => {
      await scans.alice.post(`/uploads/${id}/complete`, {});
      await world.settled();
      return (await scans.alice.get(`/uploads/${id}`)).body.data;
    };

    it('an upload whose version was published during its scan says so', async () => {
      const target = await newTarget();
      const bytes = new Uint8Array(archiveOf('too late'));
      const id = await sendFile(scans.alice, target, bytes, { fileKind: 'optional' });
      const { db } = world.platform;
      // Completed before the publication, scanned after it.
      await db.uploadSession.update({ where: { id }, data: { state: 'uploaded' } });
      await db.modVersion.update({
        where: { id: target.versionId },
        data: { state: 'published', publishedAt: new Date() },
      });
      await enqueue(db, { kind: 'scan-upload', payload: { uploadId: id } });
      await world.settled();
      const { data } = (await scans.alice.get(`/uploads/${id}`)).body;
      expect(data.failure).toMatchObject({ code: 'invalid_state' });
      await expectFinding(data, 'version_closed', null);
    });

    it('an upload that ends after a newer one of the same file says so', async () => {
      const target = await newTarget();
      const more = { fileKind: 'optional', filename: 'extra.zip' };
      const older = await sendFile(scans.alice, target, new Uint8Array(archiveOf('older')), more);
      const newer = await sendFile(scans.alice, target, new Uint8Array(archiveOf('newer')), more);
      expect((await settledAs(newer)).lifecycleStatus).toBe('ready');
      const data = await settledAs(older);
      expect(data.failure).toMatchObject({ code: 'invalid_state' });
      await expectFinding(data, 'newer_upload', null);
    });
  }),
);
