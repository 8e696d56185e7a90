import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedRootKeys, openRootKeys } from '../../src/platform/root-keys.js';
import { createVault, SealedElsewhere } from '../../src/platform/vault.js';
import { LIMITS } from '../../src/registry/limits.js';

const bytes = fc.uint8Array({ maxLength: 300 });

describe('a vault', () => {
  const vault = createVault(fixedRootKeys(randomBytes(32)));

  it('a vault opens a sealed secret at its own place', () => {
    fc.assert(
      fc.property(fc.string(), bytes, (place, secret) => {
        expect(vault.open(place, vault.seal(place, secret))).toEqual(Buffer.from(secret));
      }),
    );
  });

  it('a vault seals the same secret differently each time', () => {
    expect(vault.seal('a', 'secret')).not.toEqual(vault.seal('a', 'secret'));
  });

  it('a vault does not open a secret that was moved to another place', () => {
    expect(() => vault.open('users/2', vault.seal('users/1', 'secret'))).toThrow(SealedElsewhere);
  });

  it('a vault does not open a changed or truncated secret', () => {
    const sealed = vault.seal('here', 'secret');
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const altered = sealed.map((byte, at) =>
          at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
        );
        expect(() => vault.open('here', altered)).toThrow(SealedElsewhere);
      }),
    );
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => vault.open('here', sealed.subarray(0, length))).toThrow(SealedElsewhere);
    }
  });

  it('a vault distinguishes a secret of another key from a changed one', () => {
    const foreign = createVault(fixedRootKeys(randomBytes(32))).seal('here', 'secret');
    expect(() => vault.open('here', foreign)).toThrow('here was encrypted with another key');
  });
});

const openVault = async (encryptionKey: Uint8Array | undefined, dataDir: string) =>
  createVault(
    await openRootKeys({
      encryptionKey,
      encryptionKeyPrevious: undefined,
      dataDir,
      rereadSeconds: LIMITS.keyFileRereadSeconds,
    }),
  );

describe('the key of an installation', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'modport-vault-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('the installation key is created once by concurrent processes', async () => {
    const vaults = await Promise.all(
      Array.from({ length: 8 }, () => openVault(undefined, join(dataDir, 'new'))),
    );
    const sealed = vaults.map((vault) => vault.seal('x', 'secret'));
    for (const vault of vaults) {
      for (const one of sealed) expect(vault.open('x', one).toString()).toBe('secret');
    }
    expect(await readdir(join(dataDir, 'new'))).toEqual(['encryption.key']);
  });

  it('the installation key file is readable only by its owner', async () => {
    await openVault(undefined, dataDir);
    expect((await stat(join(dataDir, 'encryption.key'))).mode & 0o777).toBe(0o600);
  });

  it('the installation key comes from the environment if set there, and no file is created', async () => {
    const elsewhere = join(dataDir, 'given');
    const key = randomBytes(32);
    const sealed = (await openVault(key, elsewhere)).seal('x', 'secret');
    expect(createVault(fixedRootKeys(key)).open('x', sealed).toString()).toBe('secret');
    await expect(readdir(elsewhere)).rejects.toThrow('ENOENT');
  });

  it('the installation key is never replaced if its file is damaged', async () => {
    const damaged = join(dataDir, 'damaged');
    await openVault(undefined, damaged);
    await writeFile(join(damaged, 'encryption.key'), 'too short\n');
    await expect(openVault(undefined, damaged)).rejects.toThrow('does not hold a key of 32 bytes');
  });
});
