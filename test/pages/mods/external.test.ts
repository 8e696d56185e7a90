import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Prisma } from '../../../src/platform/database/generated/client.js';
import { status } from '../../provider-server.js';
import {
  modId,
  published,
  server,
  useExternalFiles,
  world,
} from '../../routes/publishing/external-files.js';
import { countStatements } from '../../statement-count.js';
import { newVisitor } from '../visitor.js';

await useExternalFiles();

/** Adds optional files to the version of an external file, with the same attested facts. */
async function copied(artifactId: string, count: number): Promise<void> {
  const { db } = world.platform;
  const artifact = await db.artifact.findUniqueOrThrow({ where: { id: artifactId } });
  const {
    attestations: [attestation],
    ...reference
  } = await db.externalReference.findUniqueOrThrow({
    where: { artifactId },
    include: { attestations: true },
  });
  if (!attestation) throw new Error('the file is attested');
  const { locator, hashes, evidence, provenance } = reference;
  const values = { locator, hashes, evidence, provenance } as Record<
    'locator' | 'hashes' | 'evidence' | 'provenance',
    Prisma.InputJsonObject
  >;
  for (let at = 0; at < count; at += 1) {
    const [file, id] = [randomUUID(), randomUUID()];
    await db.artifact.create({
      data: { ...artifact, id: file, fileKind: 'optional', label: file },
    });
    await db.externalReference.create({
      data: { ...reference, ...values, id, artifactId: file, locatorKey: id },
    });
    await db.referenceAttestation.create({ data: { ...attestation, referenceId: id } });
  }
}

const pageOf = (versionId: string) => `/mods/${modId}/versions/${versionId}`;

describe('a file that another service hosts', () => {
  it('the page of a version says who hosts the file, and the download leads there', async () => {
    const { versionId, artifactId } = await published();
    const visitor = newVisitor(world);
    const { html } = await visitor.get(pageOf(versionId));
    expect(html).toContain('Another service hosts this file.');
    expect(html).toContain(`service://download?v=1&amp;artifact_id=${artifactId}`);
    const answer = await visitor.fill(pageOf(versionId), { file: artifactId });
    expect([answer.status, answer.location]).toEqual([200, null]);
    // A redirect would be stopped, because the policy allows forms of this origin only.
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self';");
    const [, address = ''] =
      /http-equiv="refresh" content="0; url=([^"]+)"/.exec(answer.html) ?? [];
    expect(new URL(address).origin).not.toBe(new URL(world.baseUrl).origin);
    expect(answer.html).toContain(`<a class="button primary" href="${address}"`);
    expect(answer.html).toContain(`<a href="${pageOf(versionId)}">Back to the version</a>`);
  });

  it('the page of a version reads many files of other services with no more statements than two', async () => {
    const { versionId, artifactId } = await published();
    const page = pageOf(versionId);
    const statements = () => countStatements(world, () => newVisitor(world).get(page));
    await copied(artifactId, 1);
    const ofTwo = await statements();
    await copied(artifactId, 148);
    const { html } = await newVisitor(world).get(page);
    expect(html.match(/Another service hosts this file/g)).toHaveLength(100);
    expect(html).toContain(`service://download?v=1&amp;artifact_id=${artifactId}`);
    expect(html).toContain('Show 50 more files');
    expect(await statements()).toBeLessThanOrEqual(ofTwo);
  });

  it('the pages of a version together show each of its files of other services once', async () => {
    const { versionId, artifactId } = await published();
    await copied(artifactId, 249);
    const filesOn = async (path: string): Promise<string[]> => {
      const { html } = await newVisitor(world).get(path);
      const files = [...html.matchAll(/artifact_id=([0-9a-f-]{36})/g)].map(([, id = '']) => id);
      const [, next] = /<a href="([^"]+)">Show \d+ more files/.exec(html) ?? [];
      return [...files, ...(next ? await filesOn(next) : [])];
    };
    const all = await world.platform.db.artifact.findMany({ where: { versionId } });
    expect((await filesOn(pageOf(versionId))).sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it('a later page of files that has none left links to the first one', async () => {
    const { versionId, artifactId } = await published();
    const { html } = await newVisitor(world).get(`${pageOf(versionId)}?cursor=${artifactId}`);
    expect(html).toContain(`<a href="${pageOf(versionId)}">Show the first files</a>`);
    expect(html).not.toContain('You cannot download any file of this version');
  });

  it('the page of a version checks many unavailable files with no more statements than two', async () => {
    const { versionId, artifactId } = await published();
    const page = pageOf(versionId);
    const statements = () => countStatements(world, () => newVisitor(world).get(page));
    await copied(artifactId, 1);
    const where = { versionId, NOT: { id: artifactId } };
    await world.platform.db.artifact.updateMany({ where, data: { scanStatus: 'quarantined' } });
    const ofTwo = await statements();
    await copied(artifactId, 20);
    await world.platform.db.artifact.updateMany({ where, data: { scanStatus: 'quarantined' } });
    expect(await statements()).toBeLessThanOrEqual(ofTwo);
    const { html } = await newVisitor(world).get(page);
    expect(html.match(/Another service hosts this file/g)).toHaveLength(1);
  });

  it('a file that its provider removed is a page that says so', async () => {
    const { versionId, artifactId, file } = await published();
    server.serve(file.apiPath, status(404));
    const answer = await newVisitor(world).fill(pageOf(versionId), { file: artifactId });
    expect(answer.status).toBe(410);
    expect(answer.html).toContain('<code>reference_withdrawn</code>');
  });

  it('the preview of an installation says which files another service hosts', async () => {
    const { versionId } = await published();
    const { html } = await newVisitor(world).get(`/mods/${modId}/plan?version=${versionId}`);
    expect(html).toContain('Another service hosts this file.');
  });
});
