import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { changesOf } from '../src/install/folder-changes.js';

it('a leftover is removed if the missing file that stays has its name in another case', async () => {
  const path = mkdtempSync(join(tmpdir(), 'changes-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  writeFileSync(join(path, 'lost.zip'), 'old');
  // Otherwise both names are one file, which is there.
  const isOneFile = existsSync(join(path, 'LOST.zip'));
  const sha256 = createHash('sha256').update('old').digest('hex');
  const staying = {
    path: 'LOST.zip',
    sha256: 'f'.repeat(64),
    size_bytes: 1,
    artifact_id: randomUUID(),
    mod_id: randomUUID(),
    slug: 'lost',
    version_id: randomUUID(),
    version: '2.0.0',
    role: 'selected',
  } as const;
  const folder = {
    path,
    staging: join(path, '.modport'),
    signal: new AbortController().signal,
  };
  const changes = await changesOf(folder, {
    known: [{ path: 'lost.zip', sha256 }],
    next: [staying],
    staying: [staying],
    force: false,
  });
  expect(changes.removed).toEqual(isOneFile ? [] : ['lost.zip']);
});
