import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { download } from '@modport/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { namesBeside, otherHost, sha256Of } from './support/files.js';
import { temporaryFolder } from './support/folder.js';
import { mod, type Rule, requests, testClient, withFaults } from './support/service.js';

const file = mod('stand-alone');
const client = testClient();

let target: string;
beforeEach(async () => {
  target = join(await temporaryFolder(), 'mod.zip');
});

const sha256 = sha256Of;
const names = () => namesBeside(target);

const get = (fault: Rule['fault'], more: Partial<Rule> = {}): Rule => ({
  match: { method: 'GET', path: '/storage/' },
  ...more,
  fault,
});

describe('a store that lies', () => {
  it('a redirect to another host is not followed', async () => {
    const { url: location, asked } = await otherHost();
    await withFaults(get({ kind: 'redirect', location }, { times: 9 }));
    await expect(download(client, file.artifact_id, target)).rejects.toThrow('redirected');
    expect(await names()).not.toContain('mod.zip');
    expect(asked).toEqual([]);
  });

  it.each([
    ['a longer file', { set: { 'content-length': '999999' } }, 'size'],
    ['a coded body', { set: { 'content-encoding': 'br' } }, 'encoding'],
  ])('%s is an integrity error', async (_name, { set }, fault) => {
    await withFaults(get({ kind: 'headers', set }, { times: 9 }));
    await expect(download(client, file.artifact_id, target)).rejects.toMatchObject({ fault });
    expect(await names()).not.toContain('mod.zip');
  });

  it.each(['bytes 0-99/262262', 'bytes 5-10/99', 'bytes */5', 'nonsense'])(
    'the wrong Content-Range %s is an integrity error',
    async (range) => {
      await withFaults(
        get({ kind: 'cut', after: 40_000 }),
        get({ kind: 'headers', set: { 'content-range': range } }, { times: 9 }),
      );
      const refused = download(client, file.artifact_id, target);
      await expect(refused).rejects.toMatchObject({ fault: 'range' });
      expect(await names()).toEqual(['mod.zip.part', 'mod.zip.part.json']);
    },
  );

  it('another ETag than the confirmed one is not trusted', async () => {
    await withFaults(
      get({ kind: 'cut', after: 40_000 }),
      get({ kind: 'headers', set: { etag: '"other"' } }),
    );
    await download(client, file.artifact_id, target);
    expect(await sha256(target)).toBe(file.sha256);
  });

  it('an ETag that differs every time is an integrity error', async () => {
    await withFaults(
      get({ kind: 'cut', after: 40_000 }),
      get({ kind: 'headers', set: { etag: '"other"' } }, { times: 50 }),
    );
    const refused = download(client, file.artifact_id, target);
    await expect(refused).rejects.toMatchObject({ fault: 'etag' });
    expect(await names()).not.toContain('mod.zip');
  });

  it('a body that is longer than declared is read up to the declared size, and refused', async () => {
    const body = 'x'.repeat(file.size * 3);
    await withFaults(get({ kind: 'status', status: 200, body }, { times: 9 }));
    let mostBytes = 0;
    const refused = download(client, file.artifact_id, target, {
      progress: ({ receivedBytes }) => {
        mostBytes = Math.max(mostBytes, receivedBytes);
      },
    });
    await expect(refused).rejects.toMatchObject({ fault: 'digest' });
    expect(mostBytes).toBe(file.size);
    expect(await names()).not.toContain('mod.zip');
  });

  it('a wrong size in the response to HEAD is an integrity error', async () => {
    await withFaults(get({ kind: 'cut', after: 30_000 }), get({ kind: 'status', status: 412 }), {
      match: { method: 'HEAD', path: '/storage/' },
      times: 9,
      fault: { kind: 'headers', set: { 'content-length': '7' } },
    });
    const refused = download(client, file.artifact_id, target);
    await expect(refused).rejects.toMatchObject({ fault: 'size' });
    expect(await requests('/storage/')).toContainEqual(expect.objectContaining({ method: 'HEAD' }));
    expect(await names()).not.toContain('mod.zip');
  });

  it('a link in the place of the unfinished file is not followed', async () => {
    const elsewhere = join(await temporaryFolder(), 'elsewhere');
    await writeFile(elsewhere, 'mine');
    await symlink(elsewhere, `${target}.part`);
    const refused = download(client, file.artifact_id, target);
    await expect(refused).rejects.toMatchObject({ fault: 'unsafe' });
    expect(await readFile(elsewhere, 'utf8')).toBe('mine');
  });
});

describe('a provider of external files that lies', () => {
  it.each(['http://[', 'https://', 'ftp://127.0.0.1/', 'http://a:b@127.0.0.1/'])(
    'a redirect to the address %s is an integrity error',
    async (location) => {
      const { body } = await client.post('/downloads/{artifact_id}/resolve', {
        params: { path: { artifact_id: file.artifact_id } },
        body: {},
      });
      const transport = { url: body.data.primary_url, provider: 'github', ttl_seconds: 60 };
      const text = JSON.stringify({ data: { ...body.data, transport } });
      const resolved = { kind: 'status', status: 200, type: 'application/json', body: text };
      await withFaults(
        { match: { method: 'POST', path: '/resolve$' }, fault: resolved },
        get({ kind: 'status', status: 302, headers: { location } }),
      );
      const refused = download(client, file.artifact_id, target);
      await expect(refused).rejects.toMatchObject({ name: 'IntegrityError', fault: 'address' });
      expect(await names()).not.toContain('mod.zip');
    },
  );
});
