import { describe, expect, it } from 'vitest';
import { status } from '../../provider-server.js';
import {
  modId,
  published,
  server,
  useExternalFiles,
  world,
} from '../../routes/publishing/external-files.js';
import { newVisitor } from '../visitor.js';

await useExternalFiles();

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
