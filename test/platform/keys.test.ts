import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rotateKeyFile } from '../../src/platform/key-file.js';
import { deriveKeys, type Keys } from '../../src/platform/keys.js';
import { openRootKeys } from '../../src/platform/root-keys.js';
import { LIMITS } from '../../src/registry/limits.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'modport-keys-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dataDir, { recursive: true, force: true });
});

/** The keys of another process on the same data directory. */
async function openKeys(): Promise<Keys> {
  const settings = {
    encryptionKey: undefined,
    encryptionKeyPrevious: undefined,
    dataDir,
    rereadSeconds: LIMITS.keyFileRereadSeconds,
  };
  const secret = new Uint8Array(32);
  const roots = await openRootKeys(settings);
  return deriveKeys({ roots, credentialRoot: secret, lookupSecret: secret, cluster: 'one' });
}

test('a process accepts a signature of a new key before its next scheduled read of the key file', async () => {
  // The clock stands still, so that no read of the file is due.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const first = await openKeys();
  await rotateKeyFile(dataDir);
  const second = await openKeys();
  const mac = second.mac('storage', 'text');
  expect(first.mac('storage', 'text')).not.toEqual(mac);
  expect(first.verify('storage', 'text', mac)).toBe(true);
  expect(first.mac('storage', 'text')).toEqual(mac);
});
