import { describe, expect, it, vi } from 'vitest';
import { blobKeyOf, mirrorBlob, promoteBytes } from '../../../src/modules/storage/index.js';
import { healBlob } from '../../../src/modules/storage/verifications/heal-blob.js';
import { StoreUnavailable, WrongObject } from '../../../src/platform/storage/storage.port.js';
import { useMirror } from './mirrored-files.js';

const { signal } = new AbortController();

describe('a store that fails before it reads the bytes that it is to write', () => {
  const scene = useMirror();
  const { world } = scene;

  it('a mirror that refuses a copy leaves no file of the first store open', async () => {
    const file = await scene.publish('refused');
    await scene.forget(file);
    const opened = vi.spyOn(world.platform.storage, 'readTransient');
    vi.spyOn(scene.mirror(), 'put').mockRejectedValue(new StoreUnavailable('away'));
    await expect(mirrorBlob(scene.ctx(), file.blobId, signal)).rejects.toThrow('away');
    expect(opened).not.toHaveBeenCalled();
  });

  it('a first store that refuses to heal a file leaves no file of the mirror open', async () => {
    const { storage, db } = world.platform;
    const { sha256, blobId } = await scene.publish('not healed');
    await storage.remove(blobKeyOf(sha256));
    const blob = await db.blob.update({ where: { id: blobId }, data: { state: 'corrupt' } });
    const opened = vi.spyOn(scene.mirror(), 'readTransient');
    vi.spyOn(storage, 'replace').mockRejectedValue(new StoreUnavailable('away'));
    expect(await healBlob(scene.ctx(), blob, signal)).toBe(false);
    expect(opened).not.toHaveBeenCalled();
  });

  it('a store that keeps the right object at a key leaves no staged file open', async () => {
    const { storage } = world.platform;
    const { sha256, bytes } = await scene.publish('promoted by another');
    const right = await storage.head(blobKeyOf(sha256));
    if (right === null) throw new Error('the file is not stored');
    const opened = vi.spyOn(storage, 'readTransient');
    vi.spyOn(storage, 'promote').mockRejectedValue(new WrongObject('damaged'));
    vi.spyOn(storage, 'head').mockResolvedValue(right);
    vi.spyOn(storage, 'replace').mockResolvedValue(right);
    const measured = { sha256, sizeBytes: bytes.length };
    expect(await promoteBytes(world.platform, 'staging/any', measured)).toBe(right);
    expect(opened).not.toHaveBeenCalled();
  });
});
