import { chmod, chown, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTokenStore, type TokenStore, type Tokens } from '@modport/client';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './support/folder.js';

let path: string;
let store: TokenStore;
beforeEach(async () => {
  path = join(await temporaryFolder(), 'modport', 'tokens.json');
  store = fileTokenStore(path);
});

describe('fileTokenStore', () => {
  const tokens: Tokens = {
    issuer: 'https://modport.example',
    clientId: 'c',
    accessToken: 'a',
    refreshToken: null,
    expiresAt: 1,
    scope: '',
  };
  const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

  it('tokens lie in a file of mode 0600 in a folder of mode 0700, without leftovers', async () => {
    await store.write(tokens);
    await store.write({ ...tokens, accessToken: 'b' });
    expect(await store.read()).toEqual({ ...tokens, accessToken: 'b' });
    expect(await modeOf(path)).toBe(0o600);
    expect(await modeOf(join(path, '..'))).toBe(0o700);
    expect(await readdir(join(path, '..'))).toEqual(['tokens.json']);
  });

  it('rights of other users are taken away', async () => {
    await store.write(tokens);
    await chmod(path, 0o644);
    await store.read();
    expect(await modeOf(path)).toBe(0o600);
  });

  it('a link is not followed', async () => {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(`${path}.other`, JSON.stringify(tokens));
    await symlink(`${path}.other`, path);
    const message = `${path} is not a file of this user (delete it)`;
    await expect(store.read()).rejects.toMatchObject({ fault: 'unsafe', message });
    await store.write({ ...tokens, accessToken: 'mine' });
    expect(await readFile(`${path}.other`, 'utf8')).not.toContain('mine');
  });

  it.each(['0770', '0707', '0720'])('a folder of mode %s is refused', async (mode) => {
    await store.write(tokens);
    const folder = join(path, '..');
    const link = `${folder}-link`;
    await symlink(folder, link);
    const linked = fileTokenStore(join(link, 'tokens.json'));
    expect(await linked.read()).toEqual(tokens);
    await chmod(folder, Number.parseInt(mode, 8));
    for (const one of [store, linked]) {
      const message = expect.stringContaining('(chmod go-w ');
      await expect(one.read()).rejects.toMatchObject({ fault: 'unsafe', message });
      await expect(one.write(tokens)).rejects.toMatchObject({ fault: 'unsafe' });
      await expect(one.locked(async () => 1)).rejects.toMatchObject({ fault: 'unsafe' });
    }
    expect(await readdir(folder)).toEqual(['tokens.json']);
  });

  it('a refused folder without tokens reads as none', async () => {
    await mkdir(join(path, '..'), { recursive: true });
    await chmod(join(path, '..'), 0o777);
    expect(await store.read()).toBeNull();
  });

  // Only root can give a folder to another user.
  it.runIf(process.getuid?.() === 0)(
    'a folder of root is accepted, and that of another user is refused with a remedy',
    async () => {
      const folder = join(path, '..');
      await mkdir(folder, { recursive: true });
      const uid = vi.spyOn(process, 'getuid').mockReturnValue(1001);
      onTestFinished(() => uid.mockRestore());
      expect(await store.locked(async () => 1)).toBe(1);
      await chown(folder, 1002, 1002);
      await chmod(folder, 0o777);
      const message = expect.stringContaining('(work as its owner, or delete it)');
      await expect(store.locked(async () => 1)).rejects.toMatchObject({ fault: 'unsafe', message });
    },
  );

  it.each(['', '{', 'null', '[]', '{"accessToken":"a"}'])(
    'the damaged content %j is no token',
    async (text) => {
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, text);
      expect(await store.read()).toBeNull();
    },
  );
});
